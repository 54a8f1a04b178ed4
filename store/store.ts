import type { Methods } from "./repositories.ts";
import type { StoreUnavailable } from "./unavailable.ts";

/** Open to everybody. */
export type Reads = Methods<"reads">;
/** Handed out by `change` only. Its reads see what the same change wrote. */
export type Tx = Methods<"writes">;

export type Store = Reads & {
  /**
   * The only way to write: all of it happens, or none. It may be run again. Inside, the network,
   * another change and reads past `tx` throw. Throws StoreUnavailable when nothing can be written.
   */
  change<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** As `change`, for what must be kept: while the disk is full or gone it waits, until it is told to stop. */
  changeInTime<T>(work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Another number after every commit, whichever process made it. */
  version(): number;
  isOpen(): boolean;
  /** Writes something and takes it away again. Throws StoreUnavailable when that fails. */
  probe(): Promise<void>;
  /** What the last write failed of, tried again now; undefined when all is well. */
  trouble(): Promise<StoreUnavailable | undefined>;
  /** How many changes wait until the database can be written. */
  waiting(): number;
  close(): Promise<void>;
};
