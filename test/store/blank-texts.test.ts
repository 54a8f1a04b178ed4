import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { temporaryFolder } from "../helpers/folder.ts";

const BLANK = " \u00a0\u200b\t\u3000";
const quote = { quote: " ", url: "https://x.test/" };
const field = { state: "user", evidence: [quote], aiValue: BLANK, aiEvidence: [], updatedAt: "2026-01-01T00:00:00Z" };
const none = { ...field, aiValue: null, value: null };

const PROFILE = {
  ...{
    description: BLANK,
    headline: " Kept ",
    city: "",
    features: [BLANK, "One", "", "Two", "   "],
    foundedYear: 2001,
  },
  faqs: [
    { question: "Why?", answer: BLANK },
    { question: "Who?", answer: "We." },
  ],
  ...{ story: { problem: BLANK, why_started: "So." }, socials: { x: " ", github: "https://github.com/x" } },
  milestones: [{ id: 1, date: "2026-01-02", title: " ", description: " ", url: null }],
  ...{ seo: { title: " ", description: "Found" }, media: [{ url: "https://x.test/a.png", alt: " " }] },
  evidence: { tagline: [quote] },
};
const MENDED = {
  ...{ ...PROFILE, description: null, city: null, features: ["One", "Two"] },
  ...{ faqs: [{ question: "Who?", answer: "We." }], story: { why_started: "So." } },
  ...{ socials: { github: "https://github.com/x" }, seo: { title: null, description: "Found" } },
  milestones: [{ id: 1, date: "2026-01-02", title: " ", description: null, url: null }],
};
const PLAIN = { description: "Words", features: [], founders: [], seo: { title: null } };

it("texts of blanks alone, which older versions stored, are removed from listings, versions and drafts", () => {
  const writer = openWriter(join(temporaryFolder(), "debut.db"));
  const migrations = readMigrations();
  migrate(
    writer,
    migrations.filter(({ version }) => version < 23),
    () => undefined,
  );
  writer.exec(
    "insert into accounts (id, email, email_folded, created_at) values ('a', 'a@b.example', 'a@b.example', 0)",
  );
  const listing = writer.prepare(
    `insert into listings (slug, url, domain, site_key, status, name, tagline, country, profile_json, created_at, updated_at)
     values (?, 'https://x.test/', 'x.test', ?, 'live', 'X', ?, 'DE', ?, 0, 0)`,
  );
  listing.run("blank", "blank", BLANK, JSON.stringify(PROFILE));
  listing.run("plain", "plain", "Words ", JSON.stringify(PLAIN));
  const version = writer.prepare(
    "insert into listing_versions (listing_id, version, at, snapshot_json) values (1, ?, 0, ?)",
  );
  version.run(1, JSON.stringify({ name: " ", tagline: BLANK, profile: PROFILE, people: [{ name: "Ann", bio: " " }] }));
  version.run(2, JSON.stringify({ tagline: "Words", profile: PLAIN }));
  const content = {
    fields: { tagline: { ...field, value: BLANK }, tags: { ...field, value: [" ", "a"] } },
    ...PROFILE,
  };
  writer
    .prepare("insert into drafts values ('d', 'a', 'https://x.test/', 'd', 'ready', ?, '{}', null, 0, 0)")
    .run(JSON.stringify(content));
  migrate(writer, migrations, () => undefined);

  const read = (sql: string) => writer.prepare(sql).pluck().get() as string;
  const json = (sql: string) => JSON.parse(read(sql));
  expect(json("select profile_json from listings where slug = 'blank'")).toEqual(MENDED);
  expect(read("select profile_json from listings where slug = 'plain'")).toBe(JSON.stringify(PLAIN));
  expect(writer.prepare("select tagline, country from listings order by id").raw().all()).toEqual([
    [null, "DE"],
    ["Words ", "DE"],
  ]);
  expect(json("select snapshot_json from listing_versions where version = 1")).toEqual({
    ...{ name: " ", tagline: null, profile: MENDED },
    people: [{ name: "Ann", bio: null }],
  });
  expect(json("select snapshot_json from listing_versions where version = 2").profile).toEqual(PLAIN);
  expect(json("select content_json from drafts")).toEqual({
    ...MENDED,
    fields: { tagline: none, tags: { ...none, value: ["a"] } },
  });
  expect(writer.prepare("select name from sqlite_temp_schema").pluck().all()).toEqual([]);
  writer.close();
});
