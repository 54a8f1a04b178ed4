import type { z } from "zod";
import { publishedAnswer } from "#actions/community/review.ts";
import type { Deps } from "#actions/context.ts";
import type { Settings } from "#core/settings/config.ts";
import { untraced } from "#core/tracing/trace.ts";
import type { Uploads } from "#pictures/uploads.ts";
import { openQuestions, type Questions } from "#store/questions.ts";
import type { Store } from "#store/store.ts";
import type { AnyTool } from "#tools/define.ts";
import { invoke } from "#tools/invoke.ts";
import { listAwards } from "#tools/launches/list-awards.ts";
import { getListing } from "#tools/listings/get-listing.ts";
import { listCategories } from "#tools/listings/list-categories.ts";
import { getFounder } from "#tools/profiles/get-founder.ts";
import { getBlogPost } from "#tools/site/get-blog-post.ts";
import { getSiteInfo } from "#tools/site/get-site-info.ts";
import { picturesNamedIn } from "./pictures.ts";
import { viewField } from "./site-lines.ts";

export type Entry = { type: string; demo?: true; data: unknown };
type Row = { at: number | string; slug: string; is_demo: number };

const BATCH = 500;
const MOST_REVIEWS = 1_000_000;
/** What to export in which order: the rows after `first`, in batches. */
const VISIBLE: { type: string; tool: AnyTool; rows: string; first: Row["at"] }[] = [
  {
    type: "founder",
    tool: getFounder,
    // Before their listings, as an import needs. By slug, because imports do not keep ids.
    rows: "select slug as at, slug, is_demo from founders where live_listings > 0 and slug > ? order by slug limit ?",
    first: "",
  },
  {
    type: "listing",
    tool: getListing,
    rows: "select id as at, slug, is_demo from listings where status = 'live' and id > ? order by id limit ?",
    first: 0,
  },
  {
    type: "post",
    tool: getBlogPost,
    rows: "select slug as at, slug, is_demo from posts where published_at is not null and slug > ? order by slug limit ?",
    first: "",
  },
];

/**
 * All public data, entry by entry. Each is the output of a public operation, parsed by its schema,
 * so nothing else can be exported.
 */
export async function* publicData(
  store: Store,
  settings: Settings,
  uploads: Pick<Uploads, "find">,
  now: Date,
): AsyncGenerator<Entry> {
  const seen = new Set<string>();
  const caller = { kind: "anonymous", address: "" } as const;
  // Public reads need nothing else, and no cache.
  const alone = { store, settings: { ...settings, CACHE_MB: 0, CACHE_DISK_MB: 0 }, now: () => now, trace: untraced };
  const call = { deps: alone as Deps, caller, interface: "site", isAdmitted: true } as const;
  const ask = async <O extends z.ZodObject>(tool: AnyTool & { output: O }, input: object) =>
    (await invoke(tool, input, call)).output;

  yield { type: "site", data: await ask(getSiteInfo, {}) };
  yield* entries("field", (await store.fieldDefinitions.list()).map(viewField));
  yield* entries("category", (await ask(listCategories, {})).items);
  const db = await openQuestions(settings);
  try {
    for (const { type, tool, rows, first } of VISIBLE)
      for await (const { slug, is_demo } of inBatches(db, rows, first)) {
        const data = await ask(tool, { slug }).catch((error: { status?: number }) => {
          if (error.status !== 404) throw error;
        });
        if (data) yield* entries("upload", picturesNamedIn(data, seen, { store, uploads }));
        if (data) yield { type, ...(is_demo ? { demo: true } : {}), data };
        if (type === "listing" && data) yield* reviewsOf(store, slug);
      }
  } finally {
    await db.close();
  }
  for (let page = 1, more = true; more; page++) {
    const awards = await ask(listAwards, { page, per_page: 100 });
    yield* entries("award", awards.items);
    more = awards.has_more;
  }
}

async function* entries(type: string, list: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Entry> {
  for await (const data of list) yield { type, data };
}

async function* inBatches(db: Questions, sql: string, first: Row["at"]): AsyncGenerator<Row> {
  for (let last = first; ; ) {
    const rows = await db.all<Row>(sql, last, BATCH);
    yield* rows;
    if (rows.length < BATCH) return;
    last = rows.at(-1)?.at ?? last;
  }
}

async function* reviewsOf(store: Store, slug: string): AsyncGenerator<Entry> {
  const listing = await store.listings.findLive(slug);
  for (const { review, author } of listing ? await store.reviews.published(listing.id, MOST_REVIEWS) : []) {
    const { rating, title, body, createdAt, updatedAt } = review;
    const answer = publishedAnswer(review);
    yield {
      type: "review",
      data: {
        listing: slug,
        author,
        rating,
        title,
        body,
        created_at: createdAt,
        updated_at: updatedAt,
        ...(answer && { answer }),
      },
    };
  }
}
