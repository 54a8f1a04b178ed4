import type { Deps } from "#actions/context.ts";
import { findOffer, keepOffer, takeOffer } from "#actions/site/undo-offers.ts";
import type { Picture } from "#domain/pictures/pictures.ts";
import type { AnyTool } from "#tools/define.ts";
import { tools } from "#tools/index.ts";
import { SITE_TOOLS } from "./site-tools.ts";

export type PicturesBefore =
  | { of: "listing"; listingId: number; pictures: Picture[]; seen: string }
  | { of: "logo"; listingId: number; url: string }
  | { of: "founder"; listingId: number; founder: string; url: string };

export type PutBack = { path: string; part?: { name: string; before: string } } & (
  | { tool: AnyTool; input: unknown }
  | { pictures: PicturesBefore }
);
type Kept = Omit<PutBack, "tool"> & { tool?: string };

export type Undo = ReturnType<typeof createUndo>;

function read(kept: unknown): PutBack | undefined {
  if (!kept) return undefined;
  const { tool: name, ...back } = kept as Kept;
  const tool = [...SITE_TOOLS, ...tools].find((one) => one.name === name);
  return { ...back, ...(tool && { tool }) } as PutBack;
}

/** What forms took away, so that it can be put back for a while, by whichever process is asked. */
export function createUndo(deps: Pick<Deps, "store" | "now" | "random" | "log">) {
  return {
    /** Returns the key with which the account can undo it. */
    keep: (accountId: string, back: PutBack): Promise<string | undefined> =>
      keepOffer(accountId, { ...back, ...("tool" in back && { tool: back.tool.name }) }, deps),
    look: async (accountId: string, key: string): Promise<PutBack | undefined> =>
      read(await findOffer(accountId, key, deps)),
    /** Once, and only for the account that stored it. */
    take: async (accountId: string, key: string): Promise<PutBack | undefined> =>
      read(await takeOffer(accountId, key, deps)),
  };
}
