import type { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { notFound } from "#core/errors/errors.ts";
import { keyOfSlug } from "#domain/community/collection.ts";
import { FEW } from "#domain/community/few.ts";
import { dayNamed } from "#domain/launches/launch-week.ts";
import { titleOf as awardTitle, PLACES } from "#domain/launches/trophy.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { shownName } from "#domain/profiles/profile.ts";
import { countOfNoun, nouns, withNoun } from "#domain/site/nouns.ts";
import { hasLaunches, isDaily } from "#domain/site/site-shape.ts";
import { dayText } from "#domain/time/date-words.ts";
import { formatted, listed, plural, say, stored, t, type Words, wordsWith } from "#languages/words.ts";
import { type Call, invoke } from "#tools/invoke.ts";
import { getLaunchWeek } from "#tools/launches/get-launch-week.ts";
import { getCategory } from "#tools/listings/get-category.ts";
import { searchListings } from "#tools/listings/search-listings.ts";
import { getFounder } from "#tools/profiles/get-founder.ts";
import { type ListingSummary, viewSummary } from "#tools/schemas/listing.ts";
import { getBlogPost } from "#tools/site/get-blog-post.ts";

import { categoryWords } from "../../kit/show.ts";
import { fullDay, weekDays } from "../../parts/launches/calendar.ts";
import { whenOf } from "../../parts/launches/podium.ts";
import { type Race, readDay } from "../../parts/launches/races.ts";
import { weekStory } from "../../parts/launches/week-story.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import type { Card, CardSide, Mark, Pill } from "./card.ts";
import { markOf, titleOf, votesPill } from "./listing-cards.ts";

type Summary = z.output<typeof ListingSummary>;

const marksOf = async (listings: readonly Summary[], deps: Deps): Promise<Mark[]> => {
  const looks = await looksOf(
    deps,
    listings.map(({ slug }) => slug),
  );
  return listings.map((listing) => markOf(listing, looks));
};

export async function tilesOf(listings: readonly Summary[], deps: Deps): Promise<{ side: CardSide } | object> {
  const marks = await marksOf(listings.slice(0, 4), deps);
  return marks.length > 0 ? { side: { kind: "tiles", marks } satisfies CardSide } : {};
}

export async function siteCard(call: Call): Promise<Card> {
  const { deps } = call;
  const { output: week } = await invoke(getLaunchWeek, { week: "this" }, call);
  if (!hasLaunches(deps.store)) {
    const { output: newest } = await invoke(searchListings, { sort: "newest", per_page: 4 }, call);
    const text = plural(newest.total, "listing");
    return {
      title: deps.settings.SITE_NAME,
      text,
      marks: [],
      pills: [],
      foot: "",
      ...(await tilesOf(newest.items, deps)),
    };
  }
  return {
    title: deps.settings.SITE_NAME,
    text: wordsWith(
      "votes",
      wordsWith(
        "weekly",
        withNoun(t`New products every Monday, ranked by votes`, t`New ${nouns} every Monday, ranked by votes`),
        withNoun(t`New products every day, ranked by votes`, t`New ${nouns} every day, ranked by votes`),
      ),
      wordsWith(
        "weekly",
        withNoun(t`New products every Monday`, t`New ${nouns} every Monday`),
        withNoun(t`New products every day`, t`New ${nouns} every day`),
      ),
    ),
    marks: [],
    pills: [],
    foot: weekDays(week.week),
    ...(await tilesOf(week.items, deps)),
  };
}

const UPCOMING = t`Upcoming launches`;
const RACES = {
  week: { past: t`Launch week`, current: t`This week’s launches`, future: UPCOMING },
  day: { past: t`Launch day`, current: t`Today’s launches`, future: UPCOMING },
};

export async function weekCard(day: string, call: Call): Promise<Card> {
  const { output: week } = await invoke(getLaunchWeek, { week: day }, call);
  return raceCard("week", week, weekDays(week.week), call);
}

export async function dayCard(date: string, call: Call): Promise<Card> {
  const day = isDaily(call.deps.store) ? dayNamed(date, call.deps.settings.SITE_TIMEZONE) : undefined;
  return day ? raceCard("day", await readDay(day, call.deps), fullDay(date), call) : weekCard(date, call);
}

async function raceCard(kind: keyof typeof RACES, race: Race, title: Words, call: Call): Promise<Card> {
  const placed = race.items.filter(({ week_votes: votes }) => votes > 0).slice(0, 3);
  const launches: Pill[] = race.total < FEW ? [] : [{ text: plural(race.total, "launch", "launches"), tone: "glass" }];
  const steps: CardSide = { kind: "steps", marks: await marksOf(placed, call.deps) };
  return {
    eyebrow: RACES[kind][race.state],
    title,
    text: race.state === "past" ? (weekStory(kind, race.items) ?? null) : null,
    marks: [],
    pills: launches,
    foot: race.state === "current" ? t`Voting is open` : "",
    ...(placed.length > 0 ? { side: steps } : await tilesOf(race.items, call.deps)),
  };
}

export async function awardCard(id: string, { deps }: Call): Promise<Card> {
  const found = await deps.store.trophies.find(id);
  if (!found) throw notFound("award", id, "Find awards with list_awards.", []);
  const { trophy } = found;
  const listing = viewSummary(found.listing, { baseUrl: deps.settings.BASE_URL });
  const looks = await looksOf(deps, [listing.slug]);
  return {
    title: titleOf(listing.name, listing.slug),
    text: awardTitle(trophy),
    marks: [markOf(listing, looks)],
    pills: [{ text: PLACES[trophy.place], tone: trophy.place === 1 ? "gold" : "glass" }, ...votesPill(trophy.votes)],
    foot: whenOf(trophy),
  };
}

export async function makerCard(slug: string, call: Call): Promise<Card> {
  const { output: founder } = await invoke(getFounder, { slug }, call);
  const { name, title, avatar_url: url, companies } = founder;
  return {
    title: titleOf(name, slug),
    text: title ?? (companies.length > 0 ? t`Maker of ${listed(companies.map((company) => company.name))}` : null),
    marks: [{ name, hue: hueOfText(name), url, isRound: true }],
    pills: [],
    foot: t`Maker`,
    ...(await tilesOf(companies, call.deps)),
  };
}

export async function categoryCard(slug: string, call: Call): Promise<Card> {
  const { output: category } = await invoke(getCategory, { slug, per_page: 4 }, call);
  return {
    eyebrow: t`Category`,
    title: formatted((language) => titleOf(say(categoryWords(category), language), slug)),
    text: stored("category", category.slug, "description", category.description),
    marks: [],
    pills: category.total < FEW ? [] : [{ text: countOfNoun(category.total), tone: "glass" }],
    foot: "",
    ...(await tilesOf(category.items, call.deps)),
  };
}

export async function collectionCard(given: string, { deps }: Call): Promise<Card> {
  const { store, settings } = deps;
  const key = keyOfSlug(given);
  const found = key === undefined ? undefined : await store.collections.findShown(key);
  if (!found) throw notFound("collection", given, "See /collections.", []);
  const { collection, count } = found;
  const person = (await store.profiles.people([collection.accountId])).get(collection.accountId);
  const entries = await store.collections.entries(collection.id, { page: 1, perPage: 4 });
  const listings = entries.map(({ listing }) => viewSummary(listing, { baseUrl: settings.BASE_URL }));
  return {
    eyebrow: t`Collection`,
    title: titleOf(collection.title, collection.key),
    text: person ? t`By ${shownName(person)}` : null,
    marks: [],
    pills: count < FEW ? [] : [{ text: countOfNoun(count), tone: "glass" }],
    foot: "",
    ...(await tilesOf(listings, deps)),
  };
}

export async function postCard(slug: string, call: Call): Promise<Card> {
  const { output: post } = await invoke(getBlogPost, { slug }, call);
  return {
    eyebrow: t`Blog`,
    title: titleOf(post.title, slug),
    text: post.excerpt,
    marks: [],
    pills: [],
    foot: t`${post.author}, ${dayText(post.published_at.slice(0, 10))}`,
  };
}
