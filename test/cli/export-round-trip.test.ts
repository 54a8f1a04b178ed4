import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { addUpload } from "../../actions/pictures/add-upload.ts";
import type { Random } from "../../data/demo/random.ts";
import { emptyContent } from "../../domain/drafts/draft.ts";
import { DRAFT_FIELDS } from "../../domain/listings/fields.ts";
import type { OwnField, OwnValues } from "../../domain/listings/own-fields.ts";
import { writeList } from "../../domain/text/list-cell.ts";
import { cleanLine } from "../../domain/text/text.ts";
import { newSite } from "../helpers/database.ts";
import { createFolder } from "../helpers/folder.ts";
import { legalDraft, legalValue, words } from "../helpers/legal-draft.ts";
import { png } from "../helpers/png.ts";
import { runHere } from "../helpers/process.ts";
import { freshRandom } from "../helpers/random.ts";
import { rounds } from "../helpers/rounds.ts";
import { createWorld, type World } from "../helpers/world.ts";

const OWN: OwnField[] = (
  ["line", "text", "number", "flag", "choice", "choices", "date", "link", "licence"] as const
).map((kind, index) => ({
  ...{ key: `own_${kind}`, label: `Own ${kind}`, kind, shownIn: ["facts"], editors: "team" },
  ...(kind === "number" && { unit: "kg", steps: [1, 10.5], isFilter: true, isSort: true }),
  ...(kind === "choice" && { options: [{ value: "a", label: "An A" }], isRequired: false, hint: "One of one." }),
  ...(index % 2 && kind !== "text" && kind !== "link" ? { isFilter: true } : { group: "Facts" }),
}));
const EXTRA = ["accounting", "code-editors", "vpn", "own-things", "own-parts"];
const CATEGORIES = [
  { slug: "own-things", name: "Own things & more", description: "Things, *of our own*.", parentSlug: null },
  { slug: "own-parts", name: "Own parts", description: "Parts of things.", parentSlug: "own-things" },
];

/** Fields and categories that only this site has, and what its team made of the default ones. */
const addOwn = ({ deps }: World, random: Random) =>
  deps.store.change(async (tx) => {
    for (const [position, field] of OWN.entries()) await tx.fieldDefinitions.save(field, position);
    const more = { keywords: [], phrases: [], faqs: [{ question: "Why?", answer: "So." }], compare: [] };
    await tx.reference.addCategories(CATEGORIES.map((row, index) => ({ ...row, ...more, position: 900 + index })));
    const rows = await tx.categories.all();
    const isAbove = ({ slug }: { slug: string }) => rows.some(({ parentSlug }) => parentSlug === slug);
    // Drafts name two of them.
    const free = rows.filter(({ slug }) => slug !== "web-analytics" && slug !== "accounting");
    for (const row of random.sample(free, 60)) {
      if (!isAbove(row) && !EXTRA.includes(row.slug) && random.chance(0.7)) await tx.categories.remove(row, null, null);
      else
        await tx.categories.save({ ...row, name: `${words(random, 20)} ${row.slug}`, description: words(random, 200) });
      if (random.chance(0.5)) await tx.categories.place(row.slug, random.between(0, 900));
    }
  });

const ownValues = (random: Random): OwnValues => {
  const values: OwnValues = {
    ...{ own_line: words(random, 200), own_text: words(random, 5000, true), own_number: random.between(0, 1e9) / 8 },
    ...{ own_flag: random.chance(0.5), own_choice: "a", own_choices: [words(random, 60), words(random, 60)] },
    ...{ own_date: "2024-02-29", own_link: "https://own.example/a?b=c#d", own_licence: ["MIT", "Our own"] },
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => random.chance(0.6) && value !== ""));
};

const SECTIONS = ["story", "milestones", "media", "categories"] as const;

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let imports = 0;
/** Where commands find what is in a test environment. */
const envOf = ({ folder, deps }: World) => ({
  DATA_DIR: folder,
  BASE_URL: deps.settings.BASE_URL,
  DATABASE_URL: deps.settings.DATABASE_URL ?? "",
});

const siteAt = async (baseUrl: string) => ({
  BASE_URL: baseUrl,
  ...(await newSite(join(folder, `moved-${++imports}`))),
});
type Site = Awaited<ReturnType<typeof siteAt>>;
async function bring(site: Site, file: string, ...args: string[]): Promise<void> {
  const { code, stdout, stderr } = await runHere(["import", file, "--json", ...args], site);
  const refused = stdout.split("\n").filter((line) => line.includes('"refused"') && line.includes("reason"));
  expect({ code, refused, stderr }).toMatchObject({ code: 0, refused: [] });
}
async function moved(file: string, baseUrl: string): Promise<string> {
  const site = await siteAt(baseUrl);
  await bring(site, file);
  return (await runHere(["export"], site)).stdout;
}
const TABLE = ["export", "--format", "csv"];
const fileOf = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

/**
 * A listing as its owner makes one, on the site and with what was bought for it; some stay drafts and keep their slug. The
 * first one always goes live, with a posted update and a founder whose interview is hers.
 */
async function addListing(world: World, random: Random, index: number): Promise<void> {
  const { deps } = world;
  const isFirst = index === 0;
  const owner = isFirst ? "ann" : random.pick(["ann", "bo"]);
  const { id: accountId } = await world.account(owner);
  const site = `legal-things-${index}.com`;
  const at = deps.now();
  const id = deps.uuid();
  const crawl = { pages: [], robots: null, error: null, needsJavascript: false, fetchedAt: null, drafter: null };
  const row = { id, accountId, url: `https://${site}/`, siteKey: site, crawl, listingId: null };
  await deps.store.change((tx) =>
    tx.drafts.add({ ...row, status: "ready", content: emptyContent(), createdAt: at, updatedAt: at }),
  );
  const as = world.as(owner);
  const body = legalDraft(random);
  if (random.chance(0.4)) body.fields = { ...body.fields, name: "Acme" };
  if (isFirst && body.founders.length === 0) body.founders = [{ name: "Ann Lee" }];
  expect((await as.patch(`/drafts/${id}`, { body })).body.errors ?? []).toEqual([]);
  // What comes later stands later, so links and stories are in any order.
  const { company_socials, founder_socials, story } = legalDraft(random);
  const more = { company_socials, founder_socials, story };
  expect((await as.patch(`/drafts/${id}`, { body: more })).status).toBe(200);
  const { body: saved } = await as.post(`/drafts/${id}/submit`);
  if (!isFirst && random.chance(0.2)) return;

  const own = `/me/listings/${saved.listing_id}`;
  const fields = { headline: words(random, 200), summary: words(random, 20_000, true), seo_title: words(random, 200) };
  expect((await as.patch(own, { body: { fields } })).status).toBe(200);
  for (const { milestone_id } of saved.milestones ?? [])
    if (random.chance(0.3)) await as.delete(`${own}/milestones/${milestone_id}`);
  const milestone = { date: "2015-06-01", title: words(random, 200) };
  expect((await as.post(`${own}/milestones`, { body: milestone })).status).toBe(201);

  // The tenth newest is the last that a profile shows.
  for (let count = random.pick(isFirst ? [1, 2, 12] : [0, 1, 2, 12]); count > 0; count--) {
    const update = { title: words(random, 200), body: words(random, 5000, true) };
    expect((await as.post(`${own}/updates`, { body: update })).status).toBe(201);
  }

  const extra = random.sample(EXTRA, random.between(1, 3));
  const tree = await deps.store.reference.categoryNames();
  await deps.store.change(async (tx) => {
    const listing = (await tx.listings.findOwned(saved.listing_id, accountId))!;
    const unlocked = SECTIONS.filter(() => random.chance(0.5));
    const [primary] = listing.profile.categories;
    const categories = [
      primary!,
      ...extra.map((slug) => ({ ...tree.find((one) => one.slug === slug)!, primary: false })),
    ]
      .filter(({ slug }, place) => place === 0 || slug !== primary!.slug)
      .map(({ slug, name, primary }) => ({ slug, name, primary }));
    const shown = await tx.listings.setTerms(
      listing,
      {
        ...listing,
        status: "live",
        plan: random.pick(["free", "launch", "none"]),
        unlocked,
        ...(random.chance(0.7)
          ? {
              launchedAt: new Date(at.getTime() - random.between(0, 1e9)),
              launchWeek: random.pick([null, "2026-11-16"]),
            }
          : { launchedAt: null, launchWeek: null }),
        categories: unlocked.includes("categories") ? categories : [primary!],
      },
      { accountId, client: null },
      at,
    );
    const media = Array.from({ length: random.between(0, 8) }, (_, place) => ({
      url: `https://${site}/${place}.png`,
      alt: cleanLine(words(random, 200)),
    }));
    await tx.listings.update(
      shown,
      { ...shown, profile: { ...shown.profile, media, attributes: ownValues(random) } },
      {},
      { accountId, client: null },
      at,
    );
  });
}

/** Answers to some questions; an owner without a name stands behind the primary founder of each listing. */
async function answerInterviews(world: World, random: Random): Promise<void> {
  const questions = await world.deps.store.interview.questions();
  for (const owner of ["ann", "bo"]) {
    const { id } = await world.account(owner);
    if (owner === "ann") await world.deps.store.change((tx) => tx.accounts.setName(id, null));
    const answers = random
      .sample(questions, random.between(1, questions.length))
      .map((question) => ({ question_id: question.id, answer: words(random, 4000, true) }));
    expect((await world.as(owner).put("/me/interview", { body: { answers } })).status).toBe(200);
  }
}

it.each([1, 2, 3])(
  "export, import and export again give the same bytes for random legal listings, round %i",
  async (seed) => {
    const random = freshRandom(`moved ${seed}`);
    const world = await createWorld({ env: { LIMIT_WRITE: "100000", LIMIT_READ: "100000" } });
    const BASE_URL = world.deps.settings.BASE_URL;
    let first: string;
    let yaml: string;
    let table: string;
    try {
      await addOwn(world, random);
      await answerInterviews(world, random);
      const listings = rounds({ short: 4, long: 8 });
      for (let index = 0; index < listings; index++) await addListing(world, random, index);
      first = (await runHere(["export"], envOf(world))).stdout;
      table = (await runHere(TABLE, envOf(world))).stdout;
      yaml = (await runHere(["export", "--format", "yaml"], envOf(world))).stdout;
    } finally {
      await world.close();
    }
    expect(first.match(/^\{"type":"listing"/gm)!.length).toBeGreaterThan(0);
    for (const part of ['"latest_updates":[{', '"kind":"interview"', '{"type":"field"', '"own-parts"', '"key":"own_'])
      expect(first).toContain(part);
    const second = await moved(fileOf(`${seed}.jsonl`, first), BASE_URL);
    expect(second.split("\n")).toEqual(first.split("\n"));
    expect(second).toBe(first);
    expect(await moved(fileOf(`${seed}.yaml`, yaml), BASE_URL)).toBe(first);

    // A table has rows only. The fields and categories of its columns come from the other export.
    const site = await siteAt(BASE_URL);
    const isOfSite = (line: string) => /^\{"type":"(field|category)"/.test(line);
    await bring(site, fileOf(`${seed}-site.jsonl`, first.split("\n").filter(isOfSite).join("\n")));
    await bring(site, fileOf(`${seed}.csv`, table), "--launched", "given");
    expect((await runHere(TABLE, site)).stdout.split("\r\n")).toEqual(table.split("\r\n"));
  },
);

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

it(`a table of random legal rows arrives as it is, and an export of it is the same after an import`, async () => {
  const random = freshRandom("table");
  const rows = Array.from({ length: 20 }, (_, index) => {
    const given = DRAFT_FIELDS.filter((name) => name === "name" || name === "categories" || random.chance(0.6));
    const cells = given.map((name): [string, string] => {
      const value = name === "categories" ? ["Web analytics"] : legalValue(random, name)!;
      return [name, Array.isArray(value) ? writeList(value) : value];
    });
    return { ...Object.fromEntries(cells), url: `https://table-${index}.com/` } as Record<string, string>;
  });
  const columns = [...DRAFT_FIELDS, "url"];
  const lines = rows.map((row) => columns.map((name) => quoted(row[name] ?? random.pick(["", "  "]))).join(","));
  const file = fileOf("table.csv", [columns.join(","), ...lines].join("\n"));

  const first = await moved(file, "https://debut.example");
  const listings = first
    .split("\n")
    .filter((line) => line.startsWith('{"type":"listing"'))
    .map((line) => JSON.parse(line).data);
  expect(listings).toHaveLength(rows.length);
  for (const [index, row] of rows.entries()) {
    const { pricing, company, links, ...listing } = listings[index];
    const places: Record<string, unknown> = {
      ...{ ...listing, ...company, demo_video_url: links.demo_video },
      ...{ pricing_model: pricing.model, pricing_summary: pricing.summary },
      categories: listing.categories.map(({ name }: { name: string }) => name),
    };
    for (const name of columns) {
      const value = places[name] ?? "";
      expect(Array.isArray(value) ? writeList(value) : String(value), name).toBe(row[name] ?? "");
    }
  }
  expect(await moved(fileOf("table.jsonl", first), "https://debut.example")).toBe(first);
});

it("uploaded pictures that the public sees move along, byte for byte, also to a site with another address", async () => {
  const world = await createWorld();
  const BASE_URL = world.deps.settings.BASE_URL;
  let first: string;
  let secret: string;
  try {
    const { id: ownerId } = await world.account("ann");
    const caller = { ...world.deps, caller: { accountId: ownerId } };
    const add = (side: number, shape: "square" | "wide") =>
      addUpload({ bytes: png(side, 40), name: "mine.png", shape }, caller);
    const [logo, picture, hidden, face] = [
      await add(40, "square"),
      await add(50, "wide"),
      await add(60, "wide"),
      await add(70, "square"),
    ];
    secret = hidden.id;
    const page = { avatarUrl: face.url };
    await world.listing("Tideline", {
      ...{ url: "https://tideline.com/", domain: "tideline.com", siteKey: "tideline.com", ownerId },
      unlocked: ["media"],
      category: "accounting",
      founders: [{ name: "Ann Lee", title: null, bio: null, page }],
      content: { logoUrl: logo.url },
      profile: { media: [{ url: picture.url, alt: "The start page" }] },
    });
    first = (await runHere(["export"], envOf(world))).stdout;
  } finally {
    await world.close();
  }
  expect(first.match(/^\{"type":"upload"/gm)).toHaveLength(3);
  for (const absent of [secret, "mine.png"]) expect(first).not.toContain(absent);
  expect(await moved(fileOf("pictures.jsonl", first), BASE_URL)).toBe(first);
  const elsewhere = await moved(fileOf("pictures-2.jsonl", first), "https://other.example");
  expect(elsewhere).toBe(first.replaceAll(BASE_URL, "https://other.example"));
});

it.each([
  ["no picture", { copies: { 96: "aGVsbG8=", 192: "aGVsbG8=" } }],
  ["another size", { shape: "wide" }],
  ["a name that leaves the folder", { id: "../../../../../../etc/passwd" }],
])("a line of a picture that is %s is refused, and stores no file", async (_what, wrong) => {
  const webp = Buffer.from("UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA", "base64").toString("base64");
  const data = { id: "a".repeat(27), shape: "square", for_site: false, width: 1, height: 1, hue: null };
  const line = { type: "upload", data: { ...data, copies: { 96: webp, 192: webp }, ...wrong } };
  const DATA_DIR = join(folder, `refused-${++imports}`);
  const { code, stdout } = await runHere(["import", fileOf(`refused-${imports}.jsonl`, JSON.stringify(line))], {
    DATA_DIR,
  });
  expect(code).toBe(1);
  expect(stdout).toContain("1 refused");
  expect(existsSync(join(DATA_DIR, "uploads"))).toBe(false);
});
