import type { ListingChange } from "../domain/listings/listing-change.ts";
import type { SiteLook } from "../domain/site/site-look.ts";
import type { Methods } from "./repositories.ts";
import type { StoreUnavailable } from "./unavailable.ts";

/** Open to everybody. */
export type Reads = Methods<"reads">;
/** Provided by `change` only. Its reads see what the same change wrote. */
export type Tx = Methods<"writes">;

export type Store = Reads & {
  /**
   * The only way to write: all of it happens, or none. It may be run again. Inside, the network,
   * another change and reads past `tx` throw. Throws StoreUnavailable when nothing can be written.
   */
  // `touched`: all that it touches. It then takes turns only with changes that name the same, if the engine can. Empty for
  // one statement that needs no turn, and writes nothing that is remembered or searched.
  change<T>(work: (tx: Tx) => Promise<T>, touched?: readonly string[]): Promise<T>;
  /** Like `change`, but waits while the disk is full or gone, until it is told to stop. */
  changeInTime<T>(work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** How long ago the commits of all processes were last known, in ms. Undefined where they are always. */
  lagMs?(): number;
  /** The size of the database. Undefined where it is a file. */
  bytes?(): Promise<number>;
  /** Changes after every commit of any process. */
  version(): number;
  /**
   * The list of changed listings: the newest entry, and those after entry `seq`. No changes means
   * that not all of them are known any more, or too many to be worth it.
   */
  listingChanges(seq: number | undefined): { seq: number; changes: ListingChange[] | undefined };
  /** What admins set for the whole site: another object whenever it has changed. */
  siteLook(): SiteLook;
  isOpen(): boolean;
  /** Writes and deletes a probe. Throws StoreUnavailable if that fails. */
  probe(): Promise<void>;
  /** Why the last write failed, tried again now; undefined if writes work. */
  trouble(): Promise<StoreUnavailable | undefined>;
  /** How many changes wait until the database can be written. */
  waiting(): number;
  close(): Promise<void>;
};
