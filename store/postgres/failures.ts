import { DatabaseFault } from "../database-fault.ts";
import { StoreUnavailable, type Trouble } from "../unavailable.ts";

/** A change that PostgreSQL did not commit. */
export class DatabaseFailure extends Error {
  override name = "DatabaseFailure";
}

/** SQLSTATE prefixes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const STATES: [beginning: string, trouble: Trouble][] = [
  ["53100", "disk_full"],
  ["25006", "read_only"],
  ["55P03", "busy"],
  ["57014", "busy"],
  ["25P03", "busy"],
  ["58", "io_error"],
  ["XX001", "damaged"],
  ["XX002", "damaged"],
  ["08", "unreachable"],
  ["57P", "unreachable"],
  ["53", "unreachable"],
];
/** Connection errors of Node and the driver. */
const LOST = /^(ECONN|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOST|ENETUNREACH)/;
const SAID =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

const POOLER = /unsupported startup parameter|prepared statement "[^"]*" (does not exist|already exists)/;

/** The fault of a pooler that the settings do not declare, at startup. */
export const poolerFault = (error: unknown): DatabaseFault | undefined =>
  error instanceof Error && POOLER.test(error.message)
    ? new DatabaseFault(
        `DATABASE_URL leads to a connection pooler: ${error.message}.`,
        "Set DATABASE_LISTEN_URL to the address of the same database without the pooler.",
        error,
      )
    : undefined;

/** A commit without an answer may or may not have succeeded. */
export function asCommitFault(error: unknown): unknown {
  const fault = asPostgresFault(error);
  const isUnknown = fault instanceof StoreUnavailable && fault.trouble === "unreachable";
  return isUnknown ? new StoreUnavailable(fault.trouble, error, "unknown") : fault;
}

export function asPostgresFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return error;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  const known = STATES.find(([beginning]) => code.startsWith(beginning))?.[1];
  const trouble = known ?? (LOST.test(code) || SAID.test(error.message) ? "unreachable" : undefined);
  return trouble ? new StoreUnavailable(trouble, error) : error;
}
