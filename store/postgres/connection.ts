import { Socket } from "node:net";
import pg from "pg";

/** What PostgreSQL shows as the names of a node's connections. */
export const NAME = "debut";
export const LISTENING = "debut listening";
/** Of connections through a pooler, which keeps them open when the node has ended. Each node listens without it. */
export const POOLED = "debut pooled";
/** A condition for connections of nodes. */
export const OF_NODES = `application_name in ('${NAME}', '${LISTENING}')`;

/** Sends what is written within one tick at once: every question by itself costs more than its answer. */
class TickSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/**
 * Questions of a change are sent without waiting for the answers to those before. The driver has both settings, but its
 * types do not know the first one.
 */
const PIPELINED = { pipeline: true, stream: () => new TickSocket() };

export const pipelined = (settings: pg.PoolConfig): pg.PoolConfig => ({ ...settings, ...PIPELINED });

/** Statements without a name: through a pooler, the next transaction may get another connection, which does not know it. */
export class Unnamed extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const query = this.query.bind(this) as (given: unknown, ...more: unknown[]) => unknown;
    const unnamed = (given: unknown, ...more: unknown[]) =>
      query(typeof given === "object" && given && "name" in given ? { ...given, name: undefined } : given, ...more);
    this.query = unnamed as typeof this.query;
  }
}
