import { invalid, notFound } from "../../core/errors/errors.ts";
import type { Deps, Member } from "../context.ts";
import { choosePicture } from "./choose-picture.ts";

type Choice = { listingId: number; founder: string; url: string };

/**
 * Sets or removes the portrait of a founder of the caller's listing, everywhere the founder is
 * shown.
 */
export async function setFace(
  { listingId, founder: slug, url }: Choice,
  context: Deps & { caller: Member },
): Promise<void> {
  const pointer = `/faces/${slug}`;
  await choosePicture({ listingId, url, pointer, what: "founders" }, context, {
    shown({ profile }) {
      const founder = profile.founders.find((one) => one.slug === slug);
      if (!founder) throw notFound("founder of this listing", slug, "See its founders.");
      return founder.avatarUrl;
    },
    async save(tx, _listing, chosen) {
      const detail = "This founder is also on another team's listing. Ask them to change the portrait.";
      if (!(await tx.listings.setFace(slug, chosen, context.caller.accountId)))
        throw invalid([{ pointer, code: "not_yours", detail }]);
    },
  });
}
