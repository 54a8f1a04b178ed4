import type { Deps } from "../../actions/context.ts";
import { hashToken } from "../../core/credentials/tokens.ts";
import type { Picture } from "../../domain/pictures.ts";
import type { Tx } from "../../store/store.ts";
import type { AnyTool } from "../../tools/define.ts";
import { tools } from "../../tools/index.ts";

/** Pictures as they were: those of a listing, its logo, or the face of one of its founders. */
export type PicturesBefore =
  | { of: "listing"; listingId: number; pictures: Picture[]; seen: string }
  | { of: "logo"; listingId: number; url: string }
  | { of: "founder"; listingId: number; founder: string; url: string };

/** How to undo a form, by an operation or by pictures, the page that shows the result, and the text of a part before it. */
export type PutBack = { path: string; part?: { name: string; before: string } } & (
  | { tool: AnyTool; input: unknown }
  | { pictures: PicturesBefore }
);
type Kept = Omit<PutBack, "tool"> & { tool?: string };

const KEPT_MS = 15 * 60_000;

export type Undo = ReturnType<typeof createUndo>;

/**
 * What forms took away, so that it can be put back for a quarter of an hour, by whichever process is asked. The form was
 * saved, so whatever fails here only means that nothing is offered: the history of a listing has it all the same.
 */
export function createUndo({ store, now, random, log }: Pick<Deps, "store" | "now" | "random" | "log">) {
  const wantedBy = (accountId: string, key: string) => ({ id: hashToken(key), accountId, at: now() });

  function read(kept: unknown): PutBack | undefined {
    if (!kept) return undefined;
    const { tool: name, ...back } = kept as Kept;
    const tool = tools.find((one) => one.name === name);
    return { ...back, ...(tool && { tool }) } as PutBack;
  }

  return {
    /** Returns the key with which the account can undo it. */
    async keep(accountId: string, back: PutBack): Promise<string | undefined> {
      const key = random(16).toString("base64url");
      const kept = { ...back, ...("tool" in back && { tool: back.tool.name }) };
      const offer = { id: hashToken(key), accountId, back: kept, endsAt: new Date(now().getTime() + KEPT_MS) };
      try {
        await store.change((tx) => tx.undoOffers.add(offer), [`undo ${offer.id}`]);
        return key;
      } catch (error) {
        log.warn({ err: error }, "what a form took away was not kept");
        return undefined;
      }
    },
    /** What can be undone, which stays so. */
    look: async (accountId: string, key: string): Promise<PutBack | undefined> =>
      read(await store.undoOffers.find(wantedBy(accountId, key))),
    /** Once, and only for the account that stored it. */
    async take(accountId: string, key: string): Promise<PutBack | undefined> {
      const wanted = wantedBy(accountId, key);
      const found = await store.change(async (tx: Tx) => {
        const kept = await tx.undoOffers.find(wanted);
        if (kept) await tx.undoOffers.remove(wanted.id);
        return kept;
      }, [`undo ${wanted.id}`]);
      return read(found);
    },
  };
}
