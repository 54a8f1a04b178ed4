import { createThread, ThreadFailure } from "#core/runtime/thread.ts";
import { STATEMENT_FAULTS, type Statement, UnreadableStatement } from "#domain/orders/bank-statement.ts";
import type { Jobs } from "./read-worker.ts";

/** 5,000 payments take less than a second. */
const TIMEOUT_MS = 5_000;
const MEMORY_MB = 256;

/** Reads a statement in a thread. Throws UnreadableStatement. */
export async function readInThread(bytes: Uint8Array, currency: string): Promise<Statement> {
  const thread = createThread<Jobs>("./payments/statements/read-worker.ts", {
    ...{ timeoutMs: TIMEOUT_MS, memoryMb: MEMORY_MB },
  });
  try {
    return await thread.run("read", { bytes, currency });
  } catch (error) {
    if (!(error instanceof ThreadFailure) || error.reason === "ended") throw error;
    throw new UnreadableStatement(error.code === UnreadableStatement.code ? error.message : STATEMENT_FAULTS.heavy());
  } finally {
    await thread.close();
  }
}
