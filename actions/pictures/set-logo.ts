import type { Deps, Member } from "../context.ts";
import { saveEdit } from "../listings/save-edit.ts";
import { choosePicture } from "./choose-picture.ts";

/** Sets or removes the logo of the caller's listing. Used by pages; API clients edit the draft. */
export const setLogo = (
  { listingId, url }: { listingId: number; url: string },
  context: Deps & { caller: Member },
): Promise<void> =>
  choosePicture({ listingId, url, pointer: "/logo", what: "logo" }, context, {
    shown: ({ logoUrl }) => logoUrl,
    async save(tx, listing, chosen) {
      await saveEdit(tx, listing, { fields: { logo_url: chosen } }, context);
    },
  });
