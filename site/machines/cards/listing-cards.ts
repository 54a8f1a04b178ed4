import type { Deps } from "#actions/context.ts";
import { findLiveCard, type LiveCard } from "#actions/listings/live-card.ts";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { FEW } from "#domain/community/few.ts";
import { dateOf, launchStart, weekOf } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { hasLaunches, hasVotes, isDaily } from "#domain/site/site-shape.ts";
import { listed, plural, t } from "#languages/words.ts";
import { viewCard } from "#tools/schemas/listing.ts";

import { dayInWords, weekDays } from "../../parts/launches/calendar.ts";
import { type Looks, looksOf } from "../../parts/listings/looks.ts";
import type { Card, CardSide, Mark, Pill } from "./card.ts";

type Named = { slug: string; name: string; logo_url: string | null };

export const markOf = ({ slug, name, logo_url: url }: Named, looks: Looks): Mark => ({
  name: titleOf(name, slug),
  hue: looks.get(slug)?.hue ?? hueOfText(slug),
  url,
});

/** Counts below five say nothing yet. */
export const votesPill = (votes: number): Pill[] =>
  votes < FEW ? [] : [{ text: plural(votes, "vote"), tone: "glass", isVotes: true }];

export async function listingCard(slug: string, deps: Deps): Promise<Card> {
  const live = await findLiveCard(slug, deps);
  if (live) return liveCard(live, deps);
  const coming = await deps.store.listings.findComing(slug);
  if (coming) return comingCard(coming, deps);
  const merged = await deps.store.moderation.mergedSlug(slug);
  if (merged !== undefined && merged !== slug) return listingCard(merged, deps);
  return liveCard({ listing: await getLiveListing(slug, deps.store), place: undefined }, deps);
}

async function liveCard({ listing, place }: LiveCard, deps: Deps): Promise<Card> {
  const { SITE_TIMEZONE: zone } = deps.settings;
  const card = viewCard(listing);
  const { slug, name, tagline } = card;
  const looks = await looksOf(deps, [slug]);
  const mark = markOf(card, looks);
  const picture = looks.get(slug)?.picture;
  const side: CardSide = picture ? { kind: "picture", url: picture.url } : { kind: "poster", mark };
  const standing: Pill[] = place
    ? [
        {
          text: place.isFinal ? t`#${place.place} of its launch week` : t`#${place.place} this week`,
          tone: place.place === 1 ? "gold" : "glass",
        },
      ]
    : [];
  return {
    title: titleOf(name, slug),
    text: tagline,
    marks: [mark],
    pills: [...standing, ...(hasVotes(deps.store) ? votesPill(listing.votes) : [])],
    foot: listing.launchedAt && hasLaunches(deps.store) ? weekDays(weekOf(listing.launchedAt, zone).monday) : "",
    side,
  };
}

async function comingCard(listing: Listing, deps: Deps): Promise<Card> {
  const card = viewCard(listing);
  const { slug, name, tagline } = card;
  const { SITE_TIMEZONE: zone } = deps.settings;
  const at = launchStart(listing, zone, isDaily(deps.store));
  const day = at && dateOf(at, zone);
  return {
    title: titleOf(name, slug),
    text: tagline,
    marks: [markOf(card, await looksOf(deps, [slug]))],
    pills: !hasLaunches(deps.store)
      ? []
      : [{ text: day ? t`Launches on ${dayInWords(day, { weekday: true })}` : t`Launches soon`, tone: "gold" }],
    foot: "",
  };
}

export async function compareCard(a: string, b: string, deps: Deps): Promise<Card> {
  const both = await Promise.all([a, b].map((slug) => getLiveListing(slug, deps.store)));
  const looks = await looksOf(deps, [a, b]);
  const views = both.map(viewCard);
  return {
    title: listed(
      views.map(({ name, slug }) => titleOf(name, slug)),
      "disjunction",
    ),
    text: t`Compared side by side`,
    marks: views.map((view) => markOf(view, looks)),
    pills: [],
    foot: "",
  };
}

/** Characters that some font has. A card names what has none of them by its slug. */
const DRAWN = /\p{L}|\p{N}/u;
export const titleOf = (title: string, slug: string): string => (DRAWN.test(title) ? title : slug);
