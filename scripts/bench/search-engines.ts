import { create, insertMultiple, search as searchOrama } from "@orama/orama";
import Database from "better-sqlite3";
import MiniSearch from "minisearch";
import categories from "../../data/seed/categories.json" with { type: "json" };
import { foldLetters, searchWords } from "../../domain/search/search-text.ts";
import { migrate, readMigrations } from "../../store/sqlite/migrate.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { type Doc, readDocs } from "./search-data.ts";
import type { Query } from "./search-queries.ts";

export type Engine = {
  search(query: Query): Promise<{ ids: number[]; total: number }> | { ids: number[]; total: number };
};
/** Builds an engine from the listings in a file; `folder` is for its disk files. `built` is called when rows are loaded and indexing begins. */
export type Build = (docsFile: string, folder: string, started: () => void) => Promise<Engine>;

/** The rows that the search reads, as the program writes them. */
async function fillDatabase(file: string, docsFile: string): Promise<Database.Database> {
  const writer = openWriter(file);
  writer.pragma("synchronous = OFF");
  migrate(writer, readMigrations(), () => undefined);
  const addCategory = writer.prepare(
    `insert into categories(slug, name, description, keywords_json, phrases_json, position)
     values (?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, { slug, name, description, keywords, phrases }] of categories.entries())
    addCategory.run(slug, name, description, JSON.stringify(keywords), JSON.stringify(phrases), position);
  const addRow = writer.prepare(
    `insert into listings(id, slug, url, domain, site_key, status, name, tagline, stage, pricing_model, country, primary_category, profile_json, launched_at, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'live', ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
  );
  const link = writer.prepare("insert into listing_categories(category_slug, listing_id, position) values (?, ?, 0)");
  writer.exec("begin");
  for await (const doc of readDocs(docsFile)) {
    const site = `l${doc.id}.example`;
    const profile = JSON.stringify({
      keywords: doc.keywords,
      tags: [],
      categories: [],
      shortDescription: null,
      description: doc.description,
    });
    const { name, tagline, stage, pricingModel, country, category } = doc;
    addRow.run(
      doc.id,
      `l${doc.id}`,
      `https://${site}/`,
      site,
      site,
      name,
      tagline,
      stage,
      pricingModel,
      country,
      category,
      profile,
      doc.id,
    );
    link.run(category, doc.id);
    if (doc.id % 10_000 === 0) writer.exec("commit; begin");
  }
  writer.exec("commit");
  return writer;
}

const debut: Build = async (docsFile, folder, started) => {
  const writer = await fillDatabase(`${folder}/debut.db`, docsFile);
  started();
  const store = sqliteStore(connect(writer));
  for (let after: number | undefined = 0; after !== undefined; ) {
    const from: number = after;
    after = await store.change(async (tx) => tx.listings.makeVectors(from));
  }
  await store.listings.warmSearch();
  return {
    async search({ q, country }) {
      const filter = { q, status: "live", sort: "relevance", ...(country ? { country } : {}) } as const;
      const { items, total } = await store.listings.search(filter, { page: 1, perPage: 10 });
      return { ids: items.map(({ id }) => id), total };
    },
  };
};

const plainFts: Build = async (docsFile, folder, started) => {
  const db = new Database(`${folder}/fts5.db`);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = OFF");
  db.exec(
    `create table docs (id integer primary key, country text);
     create virtual table search using fts5(name, tagline, keywords, description, content='', tokenize="unicode61 remove_diacritics 2", prefix='2 3')`,
  );
  const addDoc = db.prepare("insert into docs values (?, ?)");
  const add = db.prepare("insert into search(rowid, name, tagline, keywords, description) values (?, ?, ?, ?, ?)");
  started();
  db.exec("begin");
  for await (const doc of readDocs(docsFile)) {
    addDoc.run(doc.id, doc.country);
    add.run(doc.id, doc.name, doc.tagline, doc.keywords.join("\n"), doc.description);
  }
  db.exec("insert into search(search) values ('optimize')");
  db.exec("commit");
  const find = db
    .prepare(
      "select id from search join docs on id = search.rowid where search match ? and (? is null or country = ?) order by bm25(search, 10, 5, 4, 1) limit 10",
    )
    .pluck();
  const count = db
    .prepare(
      "select count(*) from search join docs on id = search.rowid where search match ? and (? is null or country = ?)",
    )
    .pluck();
  return {
    search({ q, country: only }) {
      const country = only ?? null;
      const words = searchWords(q).map((word) => `"${word}"`);
      if (!words.length) return { ids: [], total: 0 };
      const match = `${words.join(" ")}*`;
      return {
        ids: find.all(match, country, country) as number[],
        total: count.get(match, country, country) as number,
      };
    },
  };
};

const FIELDS = ["name", "tagline", "keywords", "description"] as const;
const BOOST = { name: 10, tagline: 5, keywords: 4, description: 1 };
const flat = (doc: Doc) => ({ ...doc, keywords: doc.keywords.join("\n") });

const miniSearch =
  (combineWith: "AND" | "OR"): Build =>
  async (docsFile, _folder, started) => {
    const index = new MiniSearch({
      fields: [...FIELDS],
      storeFields: ["country"],
      processTerm: (term) => foldLetters(term) || null,
      searchOptions: {
        boost: BOOST,
        combineWith,
        fuzzy: (term) => (term.length < 4 ? false : term.length < 7 ? 1 : 2),
        prefix: (_term, index, terms) => index === terms.length - 1,
      },
    });
    started();
    for await (const doc of readDocs(docsFile)) index.add(flat(doc));
    return {
      search({ q, country }) {
        const found = index.search(q, country ? { filter: (result) => result.country === country } : {});
        return { ids: found.slice(0, 10).map(({ id }) => id as number), total: found.length };
      },
    };
  };

const orama =
  (tolerance: number): Build =>
  async (docsFile, _folder, started) => {
    const index = create({
      schema: { name: "string", tagline: "string", keywords: "string", description: "string", country: "enum" },
    });
    started();
    let batch: Record<string, unknown>[] = [];
    for await (const doc of readDocs(docsFile)) {
      batch.push({ ...flat(doc), id: String(doc.id) });
      if (batch.length === 1000) {
        await insertMultiple(index, batch as never, 1000);
        batch = [];
      }
    }
    if (batch.length) await insertMultiple(index, batch as never, 1000);
    return {
      async search({ q, country }) {
        const found = await searchOrama(index, {
          term: q,
          properties: [...FIELDS],
          boost: BOOST,
          tolerance,
          limit: 10,
          ...(country ? { where: { country: { eq: country } } } : {}),
        });
        return { ids: found.hits.map(({ id }) => Number(id)), total: found.count };
      },
    };
  };

export const ENGINES: Record<string, Build> = {
  Debut: debut,
  "plain FTS5": plainFts,
  "MiniSearch fuzzy, AND": miniSearch("AND"),
  "MiniSearch fuzzy, OR": miniSearch("OR"),
  "Orama, tolerance 1": orama(1),
  "Orama, tolerance 2": orama(2),
};
