import { join } from "node:path";
import { expect, it } from "vitest";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { openWriter } from "../../store/sqlite/open.ts";
import { temporaryFolder } from "../helpers/folder.ts";

it("numbers existing milestones alike in a draft and its listing, and changes nothing else", () => {
  const writer = openWriter(join(temporaryFolder(), "debut.db"));
  const migrations = readMigrations();
  migrate(
    writer,
    migrations.filter(({ version }) => version < 5),
    () => undefined,
  );
  const of = (title: string) => ({ date: "2026-01-02", title, description: null, url: "https://acme.test/" });
  const content = { story: { problem: 'Quotes "here"' }, milestones: [of("Zebra"), of("Apple")], seo: {} };
  const none = { milestones: [], story: {} };
  writer.exec(
    "insert into accounts (id, email, email_folded, created_at) values ('a', 'a@b.example', 'a@b.example', 0)",
  );
  const draft = writer.prepare(
    "insert into drafts values (?, 'a', 'https://x.test/', ?, 'ready', ?, '{}', null, 0, 0)",
  );
  const listing = writer.prepare(
    `insert into listings (slug, url, domain, site_key, status, name, profile_json, created_at, updated_at)
     values (?, 'https://x.test/', 'x.test', ?, 'live', 'X', ?, 0, 0)`,
  );
  for (const [id, value] of Object.entries({ full: content, none })) {
    draft.run(id, id, JSON.stringify(value));
    listing.run(id, id, JSON.stringify(value));
  }
  migrate(writer, migrations, () => undefined);

  const read = (table: string, column: string, name: string) =>
    JSON.parse(writer.prepare(`select ${column} from ${table} where site_key = ?`).pluck().get(name) as string);
  const numbered = {
    ...content,
    milestones: [
      { ...of("Zebra"), id: 1 },
      { ...of("Apple"), id: 2 },
    ],
  };
  expect(read("drafts", "content_json", "full")).toEqual(numbered);
  expect(read("listings", "profile_json", "full")).toEqual(numbered);
  expect(read("drafts", "content_json", "none")).toEqual(none);
  expect(read("listings", "profile_json", "none")).toEqual(none);
  writer.close();
});
