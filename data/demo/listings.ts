import { peopleMaker } from "./people.ts";
import { PLACES } from "./places.ts";
import { pricingModelOf, pricingSummaryOf } from "./pricing.ts";
import { coinedWord, productNamer } from "./product-names.ts";
import { type Random, seededRandom } from "./random.ts";
import {
  descriptionOf,
  type Facts,
  faqsOf,
  featuresOf,
  keywordsOf,
  shortDescriptionOf,
  taglineOf,
  tagsOf,
} from "./texts.ts";
import type { DemoListing, DemoOptions, DemoStage } from "./types.ts";
import { CATEGORY_WORDS, GROUPS, LOCAL_FIRST, NICHES } from "./vocabulary.ts";

const CATEGORIES = Object.keys(CATEGORY_WORDS);
const SIBLINGS = new Map(
  CATEGORIES.map((slug) => [slug, CATEGORIES.filter((other) => other !== slug && sameGroup(slug, other))] as const),
);
/** Categories in which many products compete. */
const CROWDED = new Set(
  (
    "ai-assistants ai-agents ai-writing ai-coding web-analytics project-management note-taking " +
    "task-management crm newsletters website-builders workflow-automation email-marketing " +
    "appointment-scheduling app-backends"
  ).split(" "),
);
const CATEGORY_WEIGHTS = CATEGORIES.map((slug) => [slug, CROWDED.has(slug) ? 3 : 1] as const);
const PLACE_WEIGHTS = PLACES.map((place) => [place, place.weight] as const);
const STAGES: [DemoStage, number][] = [
  ["idea", 6],
  ["mvp", 18],
  ["launched", 46],
  ["growing", 30],
];
/** Fewer than the default capacity of a week, so that a demo site still has room. */
const OPEN_WEEK_LIMIT = 20;
const UPCOMING_WEEKS = 8;
/** Names of companies and components; shared, so that rare words occur in a few listings and not only in one. */
const COINED_WORDS = 3000;

function sameGroup(a: string, b: string): boolean {
  return CATEGORY_WORDS[a]!.group === CATEGORY_WORDS[b]!.group;
}

/** Spreads launches over past weeks and leaves every open week below its limit. */
function launchPlanner(random: Random, count: number): () => DemoListing["launch"] {
  const pastWeeks = Math.min(520, Math.max(12, Math.ceil(count / 15)));
  const filled = new Map<number, number>();
  const draw = (): number => {
    const open = random.next();
    if (open < 0.07) return 0;
    if (open < 0.22) return 1 + Math.floor(random.next() ** 1.4 * UPCOMING_WEEKS);
    return -1 - Math.floor(random.next() ** 1.3 * pastWeeks);
  };
  return () => {
    let weekOffset = draw();
    if (weekOffset >= 0 && (filled.get(weekOffset) ?? 0) >= OPEN_WEEK_LIMIT) weekOffset = -random.between(1, pastWeeks);
    filled.set(weekOffset, (filled.get(weekOffset) ?? 0) + 1);
    const day = random.weighted([
      [0, 30],
      [1, 24],
      [2, 18],
      [3, 13],
      [4, 8],
      [5, 4],
      [6, 3],
    ]);
    return { weekOffset, hourOffset: Math.min(166, day * 24 + random.between(0, 23)) };
  };
}

function foundedYearOf(random: Random, stage: DemoStage, year: number): number {
  const age: Record<DemoStage, [number, number]> = { idea: [0, 0], mvp: [0, 1], launched: [0, 5], growing: [2, 12] };
  return year - random.between(...age[stage]);
}

/**
 * Invented listings that read like real ones. The same options give the same listings on every machine; slugs are unique.
 * Every category is used at least once when `count` is twice the number of categories or more.
 */
export function* demoListings({
  count,
  seed = "debut",
  year = 2026,
}: DemoOptions): Generator<DemoListing, void, undefined> {
  const random = seededRandom(seed);
  const nameProduct = productNamer(random);
  const makePeople = peopleMaker(random);
  const planLaunch = launchPlanner(random, count);
  const coinedWords = Array.from({ length: COINED_WORDS }, () => coinedWord(random));
  const everyCategory = random.sample(CATEGORIES, CATEGORIES.length);

  for (let index = 0; index < count; index++) {
    const due = index % 2 === 0 ? everyCategory[index / 2] : undefined;
    const category = due ?? random.weighted(CATEGORY_WEIGHTS);
    const words = CATEGORY_WORDS[category]!;
    const group = GROUPS[words.group]!;
    const place = random.weighted(PLACE_WEIGHTS);
    const niche = !words.audiences && random.chance(group.nicheShare) ? random.pickSkewed(NICHES) : null;
    const stage = random.weighted(STAGES);
    const pricingModel = pricingModelOf(random, stage);
    const founded = foundedYearOf(random, stage, year);
    const { name, slug } = nameProduct();
    const facts: Facts = {
      name,
      slug,
      category,
      words,
      group,
      place,
      city: random.pick(place.cities),
      kind: random.pick(words.kinds),
      audience: niche ?? random.pick(words.audiences ?? group.audiences),
      niche,
      jobs: random.sample(words.jobs, words.jobs.length),
      features: random.sample(words.features, random.between(4, words.features.length)),
      integrations: random.sample(group.integrations, random.between(0, 4)),
      stage,
      pricingModel,
      pricingSummary: pricingSummaryOf(random, {
        model: pricingModel,
        stage,
        currency: place.currency,
        unit: random.pick(group.units),
      }),
      selfHosted: random.chance(pricingModel === "open_source" ? 0.95 : 0.15),
      hasApi: random.chance(0.55),
      hasExport: random.chance(0.7),
      isLocal: LOCAL_FIRST.has(words.group),
      worksOffline: random.chance(LOCAL_FIRST.has(words.group) ? 0.5 : 0.12),
      foundedYear: random.chance(0.9) ? founded : null,
      originYear: founded,
      coinedWords,
    };
    yield listingOf(random, facts, makePeople, planLaunch());
  }
}

function listingOf(
  random: Random,
  facts: Facts,
  makePeople: ReturnType<typeof peopleMaker>,
  launch: DemoListing["launch"],
): DemoListing {
  const { slug, place, city } = facts;
  const siblings = SIBLINGS.get(facts.category)!;
  const socials: Record<string, string> = {};
  for (const platform of random.sample(
    ["linkedin", "x", "github", "youtube", "instagram", "reddit"],
    random.between(0, 3),
  ))
    socials[platform] = `https://${platform}.example/${slug}`;
  return {
    demo: true,
    slug,
    name: facts.name,
    url: `https://${slug}.example/`,
    tagline: taglineOf(random, facts),
    shortDescription: shortDescriptionOf(random, facts),
    description: descriptionOf(random, facts),
    category: facts.category,
    secondaryCategories: random.sample(
      siblings,
      random.weighted([
        [0, 60],
        [1, 30],
        [2, 10],
      ]),
    ),
    tags: tagsOf(random, facts),
    features: featuresOf(random, facts),
    usps: random.sample(facts.group.benefits, random.between(2, 4)),
    keywords: keywordsOf(random, facts),
    pricingModel: facts.pricingModel,
    pricingSummary: facts.pricingSummary,
    stage: facts.stage,
    country: place.country,
    city,
    foundedYear: facts.foundedYear,
    contactEmail: `hello@${slug}.example`,
    founders: makePeople(
      place.people,
      place.country,
      city,
      random.weighted([
        [1, 62],
        [2, 30],
        [3, 8],
      ]),
    ),
    faqs: faqsOf(random, facts),
    socials,
    launch,
  };
}
