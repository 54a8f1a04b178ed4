import type { Place } from "./places.ts";
import type { Random } from "./random.ts";
import type { DemoFaq, DemoPricingModel, DemoStage } from "./types.ts";
import { type CategoryWords, type Group, NICHES, PROPER, TECHNICAL, TECHNOLOGIES, WORKPLACES } from "./vocabulary.ts";

/** Everything that is decided about a product before a sentence is written. */
export type Facts = {
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
  isLocal: boolean;
  hasApi: boolean;
  hasExport: boolean;
  worksOffline: boolean;
  foundedYear: number | null;
  originYear: number;
  coinedWords: string[];
};

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

/** At most 200 characters. */
export function taglineOf(random: Random, facts: Facts): string {
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

/** At most 300 characters. */
export function shortDescriptionOf(random: Random, facts: Facts): string {
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
    ? ` ${random.pick(["The engine behind it is called", "At its core is a module called", "The team maintains its own library,", "It builds on an open library named"])} ` +
      `${random.pickSkewed(coinedWords)}.`
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
    `The idea came from work at ${withArticle(workplace)} in ${city}, where the first prototype ran on a spare laptop.`,
    `${name} began in ${originYear} as a side project for ${withArticle(workplace)} in ${city}.`,
    `The first version was written for ${withArticle(workplace)} and used there for months before anybody else saw it.`,
    `It is developed in ${city}, ${place.name}, by ${company.replace(/\.$/, "")}.`,
    `${company} in ${city} has worked on it since ${originYear}.`,
    `The makers spent weeks at ${withArticle(workplace)} to watch how the work is really done.`,
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
  const { selfHosted, isLocal, hasApi, hasExport, worksOffline, pricingSummary, place } = facts;
  const parts = [
    selfHosted
      ? "It can be installed on your own server or used as a hosted service."
      : isLocal
        ? "Data stays on the device, and sync is optional."
        : "It runs as a hosted service.",
    random.pick([
      isLocal ? `Synced data is stored in ${place.name}.` : `Data is stored in ${place.name}.`,
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
  const { name, group, words, audience, kind, isLocal } = facts;
  const others = (words.audiences ?? group.audiences).filter((other) => other !== audience);
  const onPhones = isLocal || /app|phone|mobile/i.test([kind, ...facts.features].join(" "));
  return random.pick([
    `What it is not: ${name} is no suite. It does one job and leaves the rest to other tools.`,
    `${name} may be too small for ${random.pick(others)}; the team says so on its own website.`,
    onPhones
      ? "Older devices are supported for as long as they get security updates."
      : "There is no mobile app yet; the website works on phones.",
    `The interface is available in English${random.chance(0.5) ? " and German" : ""}; more languages are planned.`,
    `Known limits are listed in the documentation, with the date on which they were last checked.`,
    `Support for very large accounts is still being tested.`,
  ]);
}

/** Who else it was tried with: this is where the rarer trades of the vocabulary come in. */
function examplesOf(random: Random, { name }: Facts): string {
  const others = listed([...new Set([random.pickSkewed(NICHES), random.pick(NICHES), random.pick(NICHES)])]);
  return random.pick([
    `The documentation has worked examples for ${others}.`,
    `Ready-made templates exist for ${others}.`,
    `Although ${name} was not made for them, ${others} have asked for their own templates, and those are public now.`,
    `A set of sample data, with ${others} as examples, comes with each new account.`,
  ]);
}

/** Four to six paragraphs, separated by an empty line. */
export function descriptionOf(random: Random, facts: Facts): string {
  const paragraphs = [
    openingOf(random, facts),
    mechanismOf(random, facts),
    originOf(random, facts),
    practicalOf(random, facts),
  ];
  if (random.chance(0.4)) paragraphs.push(examplesOf(random, facts));
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

export function featuresOf(random: Random, facts: Facts): string[] {
  const features = [...facts.features];
  if (facts.hasApi) features.push("REST API and webhooks");
  if (facts.hasExport) features.push("Export as CSV and JSON");
  if (facts.selfHosted) features.push("Installation on your own server");
  if (facts.worksOffline) features.push("Works offline");
  features.push(...random.sample(GENERAL_FEATURES, random.between(0, 2)));
  if (facts.integrations[0]) features.push(`${facts.integrations[0]} integration`);
  return [...new Set(features)];
}

export function tagsOf(random: Random, facts: Facts): string[] {
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

export function keywordsOf(random: Random, facts: Facts): string[] {
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

export function faqsOf(random: Random, facts: Facts): DemoFaq[] {
  const {
    name,
    audience,
    kind,
    pricingModel,
    pricingSummary,
    selfHosted,
    isLocal,
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
        : isLocal
          ? `On your device. Sync is optional and goes through a hosting partner in ${place.name}.`
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
