import { Socket } from "node:net";
import pg from "pg";

export const NAME = "debut";
export const LISTENING = "debut listening";
/** For connections through a pooler, which outlive the node. Listening uses a direct connection. */
export const POOLED = "debut pooled";
export const OF_NODES = `application_name in ('${NAME}', '${LISTENING}')`;

/**
 * Sends what is written within one tick together, because each round trip costs more than its
 * answer.
 */
class TickSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork());
  }
}

/**
 * Queries of a change are sent without waiting for earlier answers. The driver's types lack the
 * first setting.
 */
const PIPELINED = { pipeline: true, stream: () => new TickSocket() };

export const pipelined = (settings: pg.PoolConfig): pg.PoolConfig => ({ ...settings, ...PIPELINED });

/**
 * Unnamed statements: a pooler may switch connections between transactions, and names are per
 * connection.
 */
export class Unnamed extends pg.Client {
  constructor(settings?: pg.ClientConfig) {
    super(settings);
    const query = this.query.bind(this) as (given: unknown, ...more: unknown[]) => unknown;
    const unnamed = (given: unknown, ...more: unknown[]) =>
      query(typeof given === "object" && given && "name" in given ? { ...given, name: undefined } : given, ...more);
    this.query = unnamed as typeof this.query;
  }
}
