import { Socket } from "node:net";
import type pg from "pg";

/** What PostgreSQL shows as the names of a node's connections. */
export const NAME = "debut";
export const LISTENING = "debut listening";
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
