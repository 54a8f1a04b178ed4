import type { Deps } from "#actions/context.ts";
import { findProfile, readProfilePage } from "#actions/profiles/profile-page.ts";
import { notFound } from "#core/errors/errors.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { shownName } from "#domain/profiles/profile.ts";
import { excerpt } from "#domain/text/text.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import type { Card } from "./card.ts";
import { titleOf } from "./listing-cards.ts";
import { tilesOf } from "./page-cards.ts";

const BIO = 120;

export async function profileCard(handle: string, deps: Deps): Promise<Card> {
  const found = await findProfile(handle, deps.store);
  if (!found || !("page" in found)) throw notFound("profile", handle, "It may not be public.", []);
  const { profile, products } = await readProfilePage(found.page, deps.store);
  const name = shownName(profile);
  const listings = products.map((listing) => viewSummary(listing, { baseUrl: deps.settings.BASE_URL }));
  return {
    title: titleOf(name, handle),
    text: profile.bio === null ? null : excerpt(profile.bio, BIO),
    marks: [{ name, hue: hueOfText(name), url: profile.avatarUrl, isRound: true }],
    pills: [],
    foot: `@${profile.handle}`,
    ...(await tilesOf(listings, deps)),
  };
}
