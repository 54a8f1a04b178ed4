import type { PageAddress, Shard } from "#domain/site/sitemap.ts";
import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";

/** Maximum URLs in one sitemap file. */
export const SHARD_SIZE = 5_000;
/** Inlined, so that SQLite uses integer division. */
const size = sql.raw(String(SHARD_SIZE));

/** Profiles and collections have their own sitemaps. */
export const sitemapReads = (db: Db) => {
  /** The numbers of all shards from 0, as JSON. */
  async function shardsUpTo(table: "listings" | "founders"): Promise<string> {
    const last = (await db.get<{ id: number | null }>(sql`select max(id) as id from ${sql.raw(table)}`))?.id ?? 0;
    return JSON.stringify([...Array(Math.ceil(last / SHARD_SIZE)).keys()]);
  }

  return {
    async listingShards(): Promise<Shard[]> {
      const shards = await db.$local.all<{ number: number; at: number | null }>(
        sql`select value + 1 as number, (select max(updated_at) from listings
                where status = 'live' and (id - 1) / ${size} = value) as at
              from json_each(${await shardsUpTo("listings")}) order by value`,
      );
      return shards.flatMap(({ number, at }) => (at === null ? [] : [{ number, updatedAt: new Date(at) }]));
    },
    async listingAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      return (
        await db.$local.all<{ slug: string; at: number }>(
          sql`select slug, updated_at as at from listings indexed by listings_addresses
              where status = 'live' and id between ${first} and ${first + SHARD_SIZE - 1} order by id`,
        )
      ).map(({ slug, at }) => ({ slug, updatedAt: new Date(at) }));
    },
    async founderShards(): Promise<Shard[]> {
      return (
        await db.all<{ number: number }>(
          sql`select shard + 1 as number
              from (select cast(value as bigint) as shard from json_each(${await shardsUpTo("founders")})) shards
              where exists (select 1 from founders
                where live_listings > 0 and id between shard * ${size} + 1 and (shard + 1) * ${size})
              order by shard`,
        )
      ).map(({ number }) => ({ number, updatedAt: null }));
    },
    async founderAddresses(shard: number): Promise<PageAddress[]> {
      const first = (shard - 1) * SHARD_SIZE + 1;
      return (
        await db.all<{ slug: string }>(
          sql`select slug from founders where live_listings > 0 and id between ${first} and ${first + SHARD_SIZE - 1} order by id`,
        )
      ).map(({ slug }) => ({ slug, updatedAt: null }));
    },
    async postAddresses(now: Date): Promise<PageAddress[]> {
      return (
        await db.all<{ slug: string; at: number }>(
          sql`select slug, updated_at as at from posts where published_at is not null and published_at <= ${now.getTime()}
              order by published_at desc, slug limit ${SHARD_SIZE}`,
        )
      ).map(({ slug, at }) => ({ slug, updatedAt: new Date(at) }));
    },
  };
};
