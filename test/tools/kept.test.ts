import { setImmediate as breathe } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDiskCache, type DiskCache } from "../../core/runtime/disk-cache.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { type Fresh, keepOf } from "../../tools/kept.ts";
import { communityOf } from "../helpers/community.ts";
import { createSeededDatabase } from "../helpers/database.ts";
import { temporaryFolder } from "../helpers/folder.ts";
import { createWorld } from "../helpers/world.ts";

let db: Awaited<ReturnType<typeof createSeededDatabase>>;
let one: Listing;
let two: Listing;
let made: string[];

beforeEach(async () => {
  db = await createSeededDatabase();
  const { listing } = communityOf(db.store);
  one = await listing();
  two = await listing();
  made = [];
  now = new Date("2026-11-20T12:00:00Z");
});
afterEach(() => db.close());

type Value = { text: string };
let now: Date;
const world = () => ({ store: db.store, now: () => now });
const shown = (...slugs: string[]): Fresh => ({ shows: slugs.map((slug) => ({ slug, shown: "profile" })) });
const keep = (maxBytes = 1000, disk?: DiskCache) =>
  keepOf<Value>(world(), {
    ...{ maxBytes, sizeOf: ({ text }) => text.length },
    ...(disk && {
      overflow: { disk, write: ({ text }) => Buffer.from(text), read: (bytes) => ({ text: bytes.toString() }) },
    }),
  });
async function read(kept: ReturnType<typeof keep>, { slug }: Listing, text = "x".repeat(100)): Promise<Value> {
  const write = async () => {
    made.push(slug);
    return { text };
  };
  return kept.find(slug) ?? kept.make(slug, shown(slug), write);
}
/** Another connection writes; a caller hears of it after a pause. */
const vote = async (listing: Listing) => {
  db.writer.prepare("update listings set votes = votes + 1 where id = ?").run(listing.id);
  await breathe();
};

describe("what is kept of listings", () => {
  it("stays until its own listing changes", async () => {
    const kept = keep();
    for (const listing of [one, two, one, two]) await read(kept, listing);
    expect(made).toEqual([one.slug, two.slug]);
    await vote(two);
    for (const listing of [one, two, one, two]) await read(kept, listing);
    expect(made).toEqual([one.slug, two.slug, two.slug]);
  });

  it("is dropped when any of the listings that it shows changes", async () => {
    const kept = keep();
    await kept.make("both", shown(one.slug, two.slug), async () => ({ text: "both" }));
    await vote(two);
    expect(kept.find("both")).toBeUndefined();
    await kept.make("both", shown(one.slug, two.slug), async () => ({ text: "both" }));
    expect(kept.find("both")).toEqual({ text: "both" });
    await vote(one);
    expect(kept.find("both")).toBeUndefined();
  });

  it("is not kept when anything was committed while it was made", async () => {
    const kept = keep();
    const write = async () => {
      const { votes } = (await db.store.listings.find(one.id))!;
      await vote(one);
      // Another request follows the list meanwhile.
      kept.find(two.slug);
      return { text: String(votes) };
    };
    expect(await kept.make(one.slug, shown(one.slug), write)).toEqual({ text: "0" });
    expect(kept.find(one.slug)).toBeUndefined();
  });

  it("is not kept when it turns out to be for one caller only", async () => {
    const kept = keep();
    await kept.make(
      one.slug,
      shown(one.slug),
      async () => ({ text: "yours" }),
      () => false,
    );
    expect(kept.find(one.slug)).toBeUndefined();
  });

  it("is not given before it was made, nor from the time until which it holds", async () => {
    const kept = keep();
    const until = now.getTime() + 60_000;
    await kept.make("timed", { shows: "anything", until }, async () => ({ text: "12:00" }));
    for (const [ms, isTrue] of [
      [0, true],
      [59_999, true],
      [60_000, false],
      [-1, false],
    ] as const) {
      now = new Date(until - 60_000 + ms);
      expect([ms, kept.find("timed") !== undefined]).toEqual([ms, isTrue]);
    }
  });

  it("makes room by dropping what was used least recently", async () => {
    const kept = keep(250);
    const { slug: three } = await communityOf(db.store).listing({ siteKey: "three.example" });
    await read(kept, one);
    await read(kept, two);
    kept.find(one.slug);
    await kept.make(three, shown(three), async () => ({ text: "x".repeat(100) }));
    expect([one.slug, two.slug, three].map((slug) => kept.find(slug) !== undefined)).toEqual([true, false, true]);
  });

  it("never exceeds its room, not even for one value", async () => {
    const kept = keep(50);
    await read(kept, one);
    expect(kept.find(one.slug)).toBeUndefined();
    await read(kept, one, "short");
    expect(kept.find(one.slug)).toEqual({ text: "short" });
  });

  it("is forgotten after more changes than are worth following", async () => {
    const kept = keep();
    await read(kept, one);
    const insert = db.writer.prepare("insert into listing_changes(slug) values ('other')");
    db.writer.transaction(() => {
      for (let i = 0; i < 5001; i++) insert.run();
    })();
    await breathe();
    expect(kept.find(one.slug)).toBeUndefined();
  });

  it("is forgotten when the list no longer reaches back to it", async () => {
    const kept = keep();
    await read(kept, one);
    await vote(two);
    await vote(two);
    db.writer.exec("delete from listing_changes where seq < (select max(seq) from listing_changes)");
    expect(kept.find(one.slug)).toBeUndefined();
    await read(kept, one);
    await vote(two);
    expect(kept.find(one.slug)).toBeDefined();
  });
});

describe("what no longer fits in memory", () => {
  /** Reads the first and then the second listing, which leaves room for one of them. */
  async function overflowing() {
    const disk = createDiskCache({ folder: temporaryFolder(), maxBytes: 1e6, reserveBytes: 0 });
    const kept = keep(150, disk);
    await read(kept, one);
    await read(kept, two);
    return kept;
  }

  it("comes from the disk, for who says whose profile it is", async () => {
    const kept = await overflowing();
    expect(kept.find(one.slug, one.slug)).toEqual({ text: "x".repeat(100) });
    expect(kept.find(one.slug)).toBeUndefined();
    expect(kept.find("other", one.slug)).toBeUndefined();
    expect(made).toEqual([one.slug, two.slug]);
  });

  it("is dropped when its listing changes, and only then", async () => {
    const kept = await overflowing();
    await vote(two);
    expect(kept.find(one.slug, one.slug)).toBeDefined();
    await vote(one);
    expect(kept.find(one.slug, one.slug)).toBeUndefined();
  });

  it("is forgotten when it is not known what changed", async () => {
    const kept = await overflowing();
    await vote(two);
    await vote(two);
    db.writer.exec("delete from listing_changes where seq < (select max(seq) from listing_changes)");
    expect(kept.find(one.slug, one.slug)).toBeUndefined();
  });

  it("is forgotten if it shows more than one profile", async () => {
    const kept = keep(150, createDiskCache({ folder: temporaryFolder(), maxBytes: 1e6, reserveBytes: 0 }));
    const text = "x".repeat(100);
    await kept.make("both", shown(one.slug, two.slug), async () => ({ text }));
    await read(kept, two);
    expect(kept.find("both", one.slug)).toBeUndefined();
  });
});

describe("the list of changed listings", () => {
  it("is trimmed to its newest entries", () => {
    const insert = db.writer.prepare("insert into listing_changes(slug) values ('x')");
    db.writer.transaction(() => {
      for (let i = 0; i < 25_000; i++) insert.run();
    })();
    const { count, newest } = db.writer
      .prepare<[], { count: number; newest: number }>(
        "select count(*) as count, max(seq) as newest from listing_changes",
      )
      .get()!;
    expect(newest).toBeGreaterThan(25_000);
    expect(count).toBeLessThan(22_000);
  });
});

describe("CACHE_MB=0", () => {
  it("keeps no profile", async () => {
    const world = await createWorld({ env: { CACHE_MB: "0" } });
    try {
      await world.listing("Acme");
      let reads = 0;
      const { findLive } = world.deps.store.listings;
      world.deps.store.listings.findLive = (slug) => {
        reads++;
        return findLive(slug);
      };
      await world.rest("GET", "/listings/acme");
      await world.rest("GET", "/listings/acme");
      expect(reads).toBe(2);
    } finally {
      await world.close();
    }
  });
});

it("a profile has its new number of views at once in every form", async () => {
  const world = await createWorld();
  try {
    const { id } = await world.listing("Acme");
    const etags = new Set<string | null>();
    const forms = ["identity", "gzip", "br"];
    for (const views of [0, 1, 2]) {
      if (views > 0)
        await world.deps.store.change((tx) =>
          tx.engagement.visit([{ kind: "views", listingId: id, day: "2026-11-20", hash: `hash-${views}` }]),
        );
      for (const form of forms) {
        const headers = { "accept-encoding": form };
        const response = await fetch(`${world.baseUrl}/api/v1/listings/acme`, { headers });
        expect(await response.json(), form).toMatchObject({ views });
        etags.add(response.headers.get("etag"));
      }
    }
    expect(etags.size).toBe(3 * forms.length);
  } finally {
    await world.close();
  }
});
