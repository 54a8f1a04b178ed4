import { peopleMaker } from "./people.ts";
import { PLACES, type Place } from "./places.ts";
import { pricingModelOf, pricingSummaryOf } from "./pricing.ts";
import { coinedWord, productNamer } from "./product-names.ts";
import { type Random, seededRandom } from "./random.ts";
import type { DemoFaq, DemoListing, DemoOptions, DemoPricingModel, DemoStage } from "./types.ts";
import { CATEGORY_WORDS, type CategoryWords, GROUPS, type Group, NICHES, PROPER, WORKPLACES } from "./vocabulary.ts";

const CATEGORIES = Object.keys(CATEGORY_WORDS);
const SIBLINGS = new Map(
  CATEGORIES.map((slug) => [slug, CATEGORIES.filter((other) => other !== slug && sameGroup(slug, other))] as const),
);
/** Categories in which many products compete. */
const CROWDED = new Set(
  "ai-assistants ai-agents ai-writing ai-coding web-analytics project-management note-taking task-management crm newsletters website-builders workflow-automation email-marketing appointment-scheduling app-backends".split(
    " ",
  ),
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

const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lowerFirst = (text: string): string => {
  const first = text.split(/[\s,]/, 1)[0]!;
  return PROPER.has(first) || !/^[A-Z]?[a-z'-]+$/.test(first) ? text : text.charAt(0).toLowerCase() + text.slice(1);
};
/** Acronyms are spoken letter by letter; a "user" begins with a consonant sound. */
const withArticle = (noun: string): string => {
  const first = noun.split(/[\s-]/, 1)[0]!;
  const vowelSound = /^[A-Z]{2,}$/.test(first)
    ? /^[AEFHILMNORSX]/.test(first)
    : /^[aeiou]/i.test(first) && !/^(uni|use|usa|us[ae]r|one|eu)/i.test(first);
  return `${vowelSound ? "an" : "a"} ${noun}`;
};
const listed = (parts: string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
/** Keeps whole words; used where the listing has a bound that a rare combination could pass. */
const within = (limit: number, candidates: string[]): string => candidates.find((text) => text.length <= limit)!;

/** Everything that is decided about a product before a sentence is written. */
type Facts = {
  name: string;
  slug: string;
  category: string;
  words: CategoryWords;
  group: Group;
  place: Place;
  city: string;
  kind: string;
  audience: string;
  niche: string | null;
  jobs: string[];
  features: string[];
  integrations: string[];
  stage: DemoStage;
  pricingModel: DemoPricingModel;
  pricingSummary: string;
  selfHosted: boolean;
  hasApi: boolean;
  hasExport: boolean;
  worksOffline: boolean;
  foundedYear: number | null;
  originYear: number;
  coinedWords: string[];
};

function taglineOf(random: Random, facts: Facts): string {
  const { kind, audience, jobs, features, group } = facts;
  const job = upperFirst(jobs[0]!);
  const hassle = random.pick(group.hassles);
  const calm = random.pick([
    "simple",
    "calm",
    "small",
    "dependable",
    "straightforward",
    "practical",
    "focused",
    "modern",
    "fast",
    "quiet",
  ]);
  const variants = [
    jobs[0]!.includes("without") ? `${job} and ${jobs[1]}` : `${job} without ${hassle}`,
    `${upperFirst(kind)} for ${audience}`,
    `${job} and ${jobs[1]}`,
    `${upperFirst(withArticle(kind))} that helps ${audience} ${jobs[0]}`,
    `${features[0]} and ${lowerFirst(features[1]!)} for ${audience}`,
    `The ${kind} that lets you ${jobs[0]}`,
    `${upperFirst(calm)} ${kind} for ${audience}`,
    `${job}, ${jobs[1]} and ${jobs[2]}`,
  ];
  return within(200, [random.pick(variants), variants[1]!]);
}

function shortDescriptionOf(random: Random, facts: Facts): string {
  const { name, kind, audience, jobs, features, pricingSummary, city } = facts;
  const opening = random.pick([
    `${name} is ${withArticle(kind)} for ${audience}.`,
    `${name} helps ${audience} ${jobs[0]}.`,
    `With ${name}, ${audience} can ${jobs[0]} and ${jobs[1]}.`,
    `${upperFirst(withArticle(kind))} made in ${city} for ${audience}.`,
  ]);
  const closing = random.pick([
    `It comes with ${lowerFirst(features[0]!)}, ${lowerFirst(features[1]!)} and ${lowerFirst(features[2]!)}.`,
    `Use it to ${jobs[2]} and ${jobs[3]}.`,
    `Main features: ${listed(features.slice(0, 3).map(lowerFirst))}.`,
    `Highlights: ${lowerFirst(features[0]!)} and ${lowerFirst(features[1]!)}. ${pricingSummary}`,
  ]);
  return within(300, [`${opening} ${closing}`, opening]);
}

function openingOf(random: Random, facts: Facts): string {
  const { name, kind, audience, jobs, words } = facts;
  const pain = random.pick(words.pains);
  return random.pick([
    `${pain} ${name} is ${withArticle(kind)} that helps ${audience} ${jobs[0]} and ${jobs[1]}.`,
    `${name} is ${withArticle(kind)} for ${audience}. ${pain} With ${name} you can ${jobs[0]}, and ${jobs[1]} in the same place.`,
    `${pain} That is the reason ${name} exists: ${withArticle(kind)} with which ${audience} can ${jobs[0]}.`,
    `If you want to ${jobs[0]}, ${name} is worth a look. It is ${withArticle(kind)} built with ${audience} in mind. ${pain}`,
    `${name} does three things: it helps you ${jobs[0]}, ${jobs[1]} and ${jobs[2]}. It is meant for ${audience}. ${pain}`,
  ]);
}

function mechanismOf(random: Random, facts: Facts): string {
  const { name, words, group, features, integrations, coinedWords } = facts;
  const how = random.sample(group.mechanisms, 2).map((sentence) => sentence.replaceAll("{name}", name));
  const [one, two, three, four] = features.map(lowerFirst);
  const parts = random.pick([
    `The base version includes ${one}, ${two} and ${three}.`,
    `Most people start with ${one} and add ${two} later.`,
    `Beside ${one} there is ${two}, and for larger teams ${three}.`,
    `Included in every plan: ${one}, ${two}. Optional: ${three} and ${four}.`,
    `The parts that people use most are ${one} and ${two}.`,
    `The list of features is short on purpose: ${one}, ${two}, ${three}, ${four}.`,
  ]);
  const connects = integrations.length ? ` It connects to ${listed(integrations)}.` : "";
  const component = random.chance(0.25)
    ? ` ${random.pick(["The engine behind it is called", "At its core is a module called", "The team maintains its own library,", "It builds on an open library named"])} ${random.pickSkewed(coinedWords)}.`
    : "";
  const [base, second] = [random.pickSkewed(TECHNOLOGIES), random.pickSkewed(TECHNOLOGIES)];
  const made =
    base !== second && random.chance(TECHNICAL.has(words.group) ? 0.6 : 0.12)
      ? ` ${random.pick(["It is built with", "Under the hood it uses", "The technical base is"])} ${base} and ${second}.`
      : "";
  return `${how[0]} ${parts}${random.chance(0.4) ? ` ${how[1]}` : ""}${connects}${component}${made}`;
}

function originOf(random: Random, facts: Facts): string {
  const { name, city, place, niche, stage, originYear } = facts;
  const workplace = random.pickSkewed(WORKPLACES);
  const company = `${random.chance(0.6) ? random.pickSkewed(facts.coinedWords) : name} ${random.pick(["Software ", "Labs ", "Digital ", "Systems ", "Studio ", ""])}${place.legalForm}`;
  const began = random.pick([
    `The idea came from ${withArticle(workplace)} in ${city}, where the first prototype ran on a spare laptop.`,
    `${name} began in ${originYear} as a side project for ${withArticle(workplace)} in ${city}.`,
    `The first version was written for ${withArticle(workplace)} and used there for months before anybody else saw it.`,
    `It is developed in ${city}, ${place.name}, by ${company.replace(/\.$/, "")}.`,
    `${company} in ${city} has worked on it since ${originYear}.`,
    `The makers spent weeks in ${withArticle(workplace)} to watch how the work is really done.`,
  ]);
  const now: Record<DemoStage, string[]> = {
    idea: [
      "There is a clickable prototype and a waiting list.",
      "The team is looking for ten organizations that want to shape the first version.",
    ],
    mvp: [
      "The first version is usable, with rough edges that the change log names.",
      "It is in open beta, and weekly calls with early users decide what comes next.",
    ],
    launched: [
      "The product is available today, with a public change log.",
      "It has been stable for some time and gets a release each month.",
    ],
    growing: [
      "A small support team answers on working days.",
      "The team is hiring slowly and publishes its plans every quarter.",
    ],
  };
  return `${began}${niche && random.chance(0.5) ? ` Feedback from ${niche} shaped many of the details.` : ""} ${random.pick(now[stage])}`;
}

function practicalOf(random: Random, facts: Facts): string {
  const { selfHosted, hasApi, hasExport, worksOffline, pricingSummary, place } = facts;
  const parts = [
    selfHosted
      ? "It can be installed on your own server or used as a hosted service."
      : isLocal
        ? "Data stays on the device, and sync is optional."
        : "It runs as a hosted service.",
    random.pick([
      `Data is stored in ${place.name}.`,
      "Data is encrypted in transit and at rest.",
      "A data processing agreement is available.",
    ]),
  ];
  if (hasApi)
    parts.push(
      random.pick([
        "Everything is also available through a documented API.",
        "A REST API and webhooks are part of each plan.",
      ]),
    );
  if (hasExport)
    parts.push(
      random.pick([
        "All data can be exported as CSV and JSON.",
        "The export contains everything, attachments included.",
      ]),
    );
  if (worksOffline) parts.push("It keeps working without a connection and syncs later.");
  parts.push(pricingSummary);
  return parts.join(" ");
}

function limitsOf(random: Random, facts: Facts): string {
  const { name, group, audience } = facts;
  const others = group.audiences.filter((other) => other !== audience);
  return random.pick([
    `What it is not: ${name} is no suite. It does one job and leaves the rest to other tools.`,
    `${name} may be too small for ${random.pick(others)}; the team says so on its own website.`,
    `There is no mobile app yet; the website works on phones.`,
    `The interface is available in English${random.chance(0.5) ? " and German" : ""}; more languages are planned.`,
    `Known limits are listed in the documentation, with the date on which they were last checked.`,
    `Support for very large accounts is still being tested.`,
  ]);
}

function descriptionOf(random: Random, facts: Facts): string {
  const paragraphs = [
    openingOf(random, facts),
    mechanismOf(random, facts),
    originOf(random, facts),
    practicalOf(random, facts),
  ];
  if (random.chance(0.55)) paragraphs.push(limitsOf(random, facts));
  return paragraphs.join("\n\n");
}

const GENERAL_FEATURES = [
  "Dark mode",
  "Two-step sign-in",
  "Keyboard shortcuts",
  "Roles and permissions",
  "Audit log",
  "Email notifications",
  "Right-to-left languages",
  "Status page",
];

function featuresOf(random: Random, facts: Facts): string[] {
  const features = [...facts.features];
  if (facts.hasApi) features.push("REST API and webhooks");
  if (facts.hasExport) features.push("Export as CSV and JSON");
  if (facts.selfHosted) features.push("Installation on your own server");
  if (facts.worksOffline) features.push("Works offline");
  features.push(...random.sample(GENERAL_FEATURES, random.between(0, 2)));
  if (facts.integrations[0]) features.push(`${facts.integrations[0]} integration`);
  return [...new Set(features)];
}

function tagsOf(random: Random, facts: Facts): string[] {
  const tags = [
    facts.kind.toLowerCase(),
    ...random.sample(facts.words.features, 2).map((feature) => feature.toLowerCase()),
  ];
  if (facts.niche) tags.push(facts.niche);
  if (facts.pricingModel === "open_source") tags.push("open source");
  if (facts.selfHosted) tags.push("self-hosted");
  if (facts.hasApi) tags.push("api");
  if (facts.worksOffline) tags.push("offline");
  if (facts.place.currency === "€" && random.chance(0.4)) tags.push("made in europe");
  return [...new Set(tags)];
}

function keywordsOf(random: Random, facts: Facts): string[] {
  const integrations = facts.integrations.slice(0, 1).map((name) => `${name.toLowerCase()} integration`);
  return [
    ...new Set([
      ...facts.words.kinds.map((kind) => kind.toLowerCase()),
      ...random.sample(facts.jobs, 2),
      ...integrations,
      facts.audience.toLowerCase(),
    ]),
  ];
}

function faqsOf(random: Random, facts: Facts): DemoFaq[] {
  const {
    name,
    audience,
    kind,
    pricingModel,
    pricingSummary,
    selfHosted,
    hasExport,
    hasApi,
    place,
    integrations,
    stage,
  } = facts;
  const free: Record<DemoPricingModel, string> = {
    free: "Yes, it is free.",
    freemium: "Yes, and it has no time limit.",
    subscription: "There is no free plan, but a trial.",
    paid: "No.",
    one_time: "No, it is bought once.",
    open_source: "Yes, the source is open and you can host it yourself.",
    contact: "No, each contract is agreed individually.",
  };
  const possible: DemoFaq[] = [
    {
      question: `Who is ${name} for?`,
      answer: `It is ${withArticle(kind)} made for ${audience}. Others can use it as well, but decisions are made with them in mind.`,
    },
    stage === "idea"
      ? { question: "What will it cost?", answer: pricingSummary }
      : { question: "Is there a free plan?", answer: `${free[pricingModel]} ${pricingSummary}` },
    {
      question: "Can I take my data with me?",
      answer: hasExport
        ? "Yes. You can export everything as CSV and JSON at any time, without asking support."
        : "A full export is planned. Until then support sends the data on request.",
    },
    {
      question: "Where is my data stored?",
      answer: selfHosted
        ? `On your own server, or with our hosting partner in ${place.name}.`
        : `With a hosting partner in ${place.name}, encrypted in transit and at rest.`,
    },
    { question: "Is there an API?", answer: hasApi ? "Yes, a documented REST API with webhooks." : "Not yet." },
    {
      question: `How long does it take to set up ${name}?`,
      answer: random.pick([
        "About ten minutes for one person.",
        "An afternoon, including the import of existing data.",
        "Most teams are ready within a week.",
        "It works right after installation; settings can wait.",
      ]),
    },
  ];
  if (integrations.length > 0)
    possible.push({
      question: "Which tools does it connect to?",
      answer: `At the moment ${listed(integrations)}. Requests for others are collected on the roadmap.`,
    });
  return random.sample(possible, random.between(2, 5));
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
    const niche = random.chance(group.nicheShare) ? random.pickSkewed(NICHES) : null;
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
      audience: niche ?? random.pick(group.audiences),
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
      worksOffline: random.chance(0.15),
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
