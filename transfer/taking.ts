import type { ReadSiteAddress, SiteAddress } from "#crawler/site-address.ts";
import type { ImportMade, ImportOptions, Result } from "#domain/site/import.ts";
import type { Uploads } from "#pictures/uploads.ts";
import type { Store, Tx } from "#store/store.ts";
import type { Making } from "./making.ts";
import type { Read } from "./read-file.ts";
import type { Directory, Incoming } from "./row.ts";

/** Rows of one change. */
export const SLICE = 100;

export type Outcome = {
  line: number;
  result: Exclude<Result, "undone" | "kept">;
  name?: string;
  slug?: string;
  listingId?: number;
  /** Of the listing, after this row. */
  version?: number;
  reason?: string;
  /** What of the row was left out. */
  notes?: string[];
  made?: ImportMade;
};

export type TakeInOptions = Pick<ImportOptions, "status" | "launched" | "update" | "owned"> & {
  directory: Omit<Directory, "categories" | "isUpdate">;
  making: Making;
  /** Client of the versions that it writes. */
  client: string;
  accountId: string | null;
  importId: string | null;
  isDryRun: boolean;
  readSiteAddress: ReadSiteAddress;
  uploads: Pick<Uploads, "bring">;
  now: () => Date;
  /** When listings without a date are listed: all at once, so that lists show them in the order of the file. */
  listedAt: Date;
  /** Notes a slice in the change that takes it in. */
  note?: (tx: Tx, outcomes: Outcome[]) => Promise<void>;
};

export type Waiting = {
  line: number;
  terms: Read["terms"] | undefined;
  /** Of the demo, whose values have no definitions. */
  compared: Record<string, unknown> | undefined;
  oldAddress: string | undefined;
  incoming: Incoming;
  isDemo: boolean;
  site: SiteAddress;
};

/** What both the store and a change read. */
export type Reads = Pick<Store, "posts" | "uploads" | "reference" | "fieldDefinitions" | "drafts"> & {
  listings: Pick<Store["listings"], "findBySite" | "members">;
};
