import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, describe, expect, it } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { runHere } from "../helpers/process.ts";
import { createWorld } from "../helpers/world.ts";

const folder = createFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileOf = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};
/** Lines of JSON: one for each row, and the sum. */
async function take(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await runHere(["import", ...args, "--json"], env);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { code, stderr, rows: lines.slice(0, -1), sum: lines.at(-1) };
}
const count = (env: { DATA_DIR: string }, sql: string) => {
  const db = new Database(join(env.DATA_DIR, "debut.db"), { readonly: true });
  try {
    return db.prepare(sql).pluck().get();
  } finally {
    db.close();
  }
};

const TABLE = `\ufeffTitle,Website,Short text,Kind,Stars,Labels
Acme Charts,https://acme-charts.com/,"Charts, simply",Web analytics,12,charts; web
"Two
Lines",https://two-lines.com,,Web analytics,1,
Other,https://www.acme-charts.com,,Web analytics,3,
Nowhere,not an address,,Web analytics,0,
Inside,http://10.0.0.1/,,Web analytics,0,
Strange,https://strange-things.com,,Underwater basket weaving,0,
"Broken" quote,https://broken.com,,Web analytics,0,
Last One,https://last-one.com,,Web analytics,0,
`;
const MAP = "name=Title,url=Website,tagline=Short text,categories=Kind,tags=Labels";

describe("import of a table", () => {
  const env = () => ({ DATA_DIR: join(folder, "table") });

  it("a dry run reports every row and changes nothing", async () => {
    const file = fileOf("tools.csv", TABLE);
    const { code, rows, sum } = await take(env(), file, "--map", MAP, "--dry-run");
    expect(rows.map(({ name, result }: { name: string; result: string }) => [name, result])).toEqual([
      ["Acme Charts", "added"],
      ["Two\nLines", "refused"],
      ["Other", "duplicate"],
      ["Nowhere", "refused"],
      ["Inside", "refused"],
      ["Strange", "refused"],
      ['"Broken" quote', "added"],
      ["Last One", "added"],
    ]);
    expect(rows[2].reason).toBe("Line 2 is the same website.");
    expect(rows.map(({ reason }: { reason?: string }) => reason ?? "").join("\n")).toMatch(
      /Title: Must be one line[\s\S]*same website[\s\S]*Website: [\s\S]*Website: [\s\S]*not a category/,
    );
    expect({ code, sum }).toEqual({
      code: 1,
      sum: { added: 3, updated: 0, unchanged: 0, duplicate: 1, refused: 4, dry_run: true, left_out: ["Stars"] },
    });
    expect(count(env(), "select count(*) from listings")).toBe(0);
  });

  it("adds what the dry run reported, nothing when repeated, and never votes", async () => {
    const file = fileOf("tools.csv", TABLE);
    expect((await take(env(), file, "--map", MAP)).sum).toMatchObject({ added: 3, duplicate: 1, refused: 4 });
    expect((await take(env(), file, "--map", MAP)).sum).toMatchObject({ added: 0, duplicate: 4, refused: 4 });
    expect(count(env(), "select count(*) from listings")).toBe(3);
    expect(count(env(), "select sum(votes) + (select count(*) from votes) from listings")).toBe(0);
    expect(count(env(), "select tagline || profile_json from listings where slug = 'acme-charts'")).toMatch(
      /^Charts, simply.*"tags":\["charts","web"\]/,
    );
    expect(count(env(), "select count(*) from listing_members")).toBe(0);
    const votes = await runHere(["import", file, "--map", "name=Title,votes=Stars"], env());
    expect(votes).toMatchObject({ code: 2, stderr: expect.stringContaining("people on this site") });
  });

  it("uses --category for rows without a category, and can hold listings for review", async () => {
    const file = fileOf("plain.csv", "name,url\nPlain,https://plain-things.com\nKind,https://kind-things.com\n");
    expect((await take(env(), file)).rows[0]).toMatchObject({
      result: "refused",
      reason: expect.stringContaining("A listing needs a category. Choose one for all rows"),
    });
    const slug = count(env(), "select slug from categories where name = 'Web analytics'") as string;
    const options = ["--category", slug, "--status", "pending_review"];
    expect(await take(env(), file, ...options)).toMatchObject({ code: 0, sum: { added: 2 } });
    expect(count(env(), "select group_concat(status) from listings where name in ('Plain', 'Kind')")).toBe(
      "pending_review,pending_review",
    );
    expect(await runHere(["import", file, "--category", "nothing"], env())).toMatchObject({ code: 2 });
    expect(await runHere(["import", join(folder, "missing.csv")], env())).toMatchObject({ code: 1 });
    expect(await runHere(["import", join(folder, "missing.jsonl")], env())).toMatchObject({ code: 1 });
  });
});

describe("export and import", () => {
  it("contain public data and no secrets", async () => {
    const world = await createWorld();
    const at = join(folder, "public.jsonl");
    try {
      const { id: ownerId, email, passwordHash } = await world.account("ann");
      await world.listing("Acme", {
        url: "https://acme-things.com/",
        siteKey: "acme-things.com",
        category: "web-analytics",
        ownerId,
        unlocked: ["story", "milestones", "media"],
        profile: {
          description: "Things.",
          headline: "All the things",
          summary: "Things, in short.",
          features: ["One"],
          socials: { x: "https://x.com/acme" },
          story: { title: "How it began", why_started: "We wanted things." },
          milestones: [
            { id: 1, date: "2025-01-01", title: "First thing", description: null, url: null },
            {
              id: 2,
              date: "2026-01-01",
              title: "Second thing",
              description: "Again.",
              url: "https://acme-things.com/2",
            },
          ],
          media: [{ url: "https://acme-things.com/one.png", alt: "A thing" }],
          seoTitle: "Things",
        },
      });
      const post = {
        ...{
          slug: "hello",
          title: "Hello",
          excerpt: "A word.",
          bodyMarkdown: "**A word.**",
          author: "Ann",
          isDemo: false,
        },
        ...{ coverUrl: null, tags: ["news"], faqs: [{ question: "Why?", answer: "So." }] },
        ...{ publishedAt: new Date("2026-01-02T03:04:05Z"), updatedAt: new Date("2026-02-02T03:04:05Z") },
      };
      await world.deps.store.change((tx) => tx.posts.save(post));
      await world.listing("Hidden", { status: "paused" });
      expect(await runHere(["export", "--to", at], { DATA_DIR: world.folder })).toMatchObject({ code: 0 });
      expect(await runHere(["export", "--to", at], { DATA_DIR: world.folder })).toMatchObject({ code: 1 });
      const text = readFileSync(at, "utf8");
      expect(text).toContain('"name":"Acme"');
      for (const secret of [email, "Hidden", passwordHash!, ownerId]) expect(text).not.toContain(secret);
    } finally {
      await world.close();
    }
    const lines = readFileSync(at, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(new Set(lines.map(({ type }) => type))).toEqual(new Set(["site", "category", "listing", "post"]));

    const env = { DATA_DIR: join(folder, "arrived") };
    expect(await take(env, at, "--dry-run")).toMatchObject({ code: 0, sum: { added: 2, duplicate: 0, refused: 0 } });
    expect(await take(env, at)).toMatchObject({ code: 0, sum: { added: 2, duplicate: 0, refused: 0 } });
    expect(await take(env, at)).toMatchObject({ code: 0, sum: { added: 0, duplicate: 2, refused: 0 } });
    const again = await runHere(["export"], env);
    const arrived = again.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const of = (wanted: string) => (list: typeof lines) => list.find(({ type }) => type === wanted);
    const facts = ({ data }: { data: Record<string, unknown> }) =>
      Object.fromEntries(
        ["name", "url", "slug", "tagline", "description", "headline", "summary", "features", "socials", "categories"]
          .concat(["launched_at", "story", "milestones", "media"])
          .map((key) => [key, data[key]]),
      );
    const seo = ({ data }: { data: { seo: object } }) => ({ ...data.seo, canonical_url: "its own" });
    const words = ({ data }: { data: object }) => ({ ...data, post_url: "its own" });
    expect(facts(of("listing")(arrived))).toEqual(facts(of("listing")(lines)));
    expect(seo(of("listing")(arrived))).toEqual(seo(of("listing")(lines)));
    expect(words(of("post")(arrived))).toEqual(words(of("post")(lines)));
  });

  it("move a demo unchanged, and still marked as demo", async () => {
    const [from, to] = [{ DATA_DIR: join(folder, "demo") }, { DATA_DIR: join(folder, "demo-moved") }];
    await runHere(["seed", "--listings", "40"], from);
    const public1 = join(folder, "demo.jsonl");
    await runHere(["export", "--to", public1], from);
    expect(await take(to, public1)).toMatchObject({ code: 0, sum: { duplicate: 0, refused: 0 } });
    const read = (text: string) =>
      text
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { type: string; demo?: boolean; data: object })
        .filter(({ type }) => ["founder", "listing", "post"].includes(type));
    const left = read(readFileSync(public1, "utf8"));
    const arrived = read((await runHere(["export"], to)).stdout);
    expect(left.length).toBeGreaterThan(30);
    expect(left.every(({ demo }) => demo)).toBe(true);
    expect(arrived).toEqual(left);
    expect((await take(to, public1)).sum).toMatchObject({ added: 0, refused: 0 });

    const listing = left.find(({ type }) => type === "listing")!;
    const real = fileOf(
      "no-demo.jsonl",
      JSON.stringify({ ...listing, data: { ...listing.data, url: "http://10.0.0.1/" } }),
    );
    expect((await take(to, real)).rows[0]).toMatchObject({
      result: "refused",
      reason: expect.stringContaining(".example"),
    });
  });

  it("report each fault with its place and what is allowed", async () => {
    const wrong = { name: 5, url: "https://a-b.com", launched_at: "soon", founders: [{ title: "x" }], faqs: "none" };
    const post = { slug: "No slug", published_at: "soon" };
    const text = [
      { type: "listing", data: wrong },
      { type: "post", data: post },
    ]
      .map((line) => JSON.stringify(line))
      .join("\n");
    const { rows } = await take({ DATA_DIR: join(folder, "odd") }, fileOf("wrong.jsonl", text));
    const said = rows.map(({ reason }: { reason: string }) => reason).join("\n");
    expect(said).toContain("name: Must be a string.");
    expect(said).toContain("launched_at: Must be a day like 2026-11-22, or a time like 2026-11-22T09:30:00Z.");
    expect(said).toContain('founders[0].name: "name" is required.');
    expect(said).toContain("faqs: Must be a list.");
    expect(said).toContain('title: "title" is required.');
    expect(said).toContain("published_at: Must be a time with its offset, like 2026-11-22T09:30:00Z.");
    expect(said).not.toMatch(/Invalid|expected/);
  });

  it("refuse lines that are not from an export one by one", async () => {
    const file = fileOf(
      "odd.jsonl",
      '{"type":"founder","data":{}}\nnonsense\n[1]\n{"type":"listing","data":{"name":"X"}}\n{"type":"post","data":{"slug":"x"}}\n',
    );
    const { rows, code } = await take({ DATA_DIR: join(folder, "odd") }, file);
    expect(rows.map(({ line, result }: { line: number; result: string }) => [line, result])).toEqual([
      [2, "refused"],
      [3, "refused"],
      [4, "refused"],
      [5, "refused"],
    ]);
    expect(code).toBe(1);
  });
});
