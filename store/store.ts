import type { ListingChange } from "#domain/listings/listing-change.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import type { SiteLook } from "#domain/site/site-look.ts";
import type { OwnTexts } from "#domain/site/translation.ts";
import type { Methods } from "./repositories.ts";
import type { StoreUnavailable } from "./unavailable.ts";

export type Reads = Methods<"reads">;
/** Provided by `change` only. Its reads see the change's own writes. */
export type Tx = Methods<"writes">;

export type Store = Reads & {
  /**
   * The only way to write, all or nothing. May run twice. Inside, the network, another change and
   * reads past `tx` throw. Throws StoreUnavailable if nothing can be written.
   */
  // `touched`: all that it touches. It then takes turns only with changes that name the same, if the engine can. Empty for
  // one statement that needs no turn, and writes nothing that is remembered or searched.
  change<T>(work: (tx: Tx) => Promise<T>, touched?: readonly string[]): Promise<T>;
  /** Like `change`, but waits while the disk is full or missing, until aborted. */
  changeInTime<T>(work: (tx: Tx) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Maximum age in ms of what reads see. Undefined if always current. */
  lagMs?(): number;
  /** The size of the database. Undefined if it is a file. */
  bytes?(): Promise<number>;
  /** Changes with every commit of any process. */
  version(): number;
  /**
   * The newest number and the changes after `seq`. Undefined changes: some were deleted, or there
   * are too many.
   */
  listingChanges(seq: number | undefined): { seq: number; changes: ListingChange[] | undefined };
  /** Site-wide settings; a new object whenever they change. */
  siteLook(): SiteLook;
  /** Translations and changed sentences of the team, by language; a new object whenever they change. */
  ownTexts(): OwnTexts;
  /** Settings of admins as typed, below the environment; a new object whenever they change. */
  typedSettings(): ReadonlyMap<string, string>;
  /** The fields that admins define, in their order: another list whenever one has changed. */
  ownFields(): readonly OwnField[];
  /** The same, and the currencies in which listings state prices. */
  filterFields(): readonly OwnField[];
  isOpen(): boolean;
  /** Writes and deletes a probe. Throws StoreUnavailable if that fails. */
  probe(): Promise<void>;
  /** Why the last write failed, after another try; undefined if writes work. */
  trouble(): Promise<StoreUnavailable | undefined>;
  /** Number of changes waiting until the database is writable. */
  waiting(): number;
  close(): Promise<void>;
};
