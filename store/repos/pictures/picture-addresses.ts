import { setImmediate as breathe } from "node:timers/promises";
import { sql } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { posts } from "../../sqlite/tables.ts";

export type PictureAddress = { url: string; shape: "square" | "wide" };

const ROWS_AT_ONCE = 2000;

async function everyRow(next: (after: number) => Promise<{ id: number; url: string }[]>): Promise<{ url: string }[]> {
  const rows: { url: string }[] = [];
  for (let after = 0; ; ) {
    const some = await next(after);
    rows.push(...some);
    if (some.length < ROWS_AT_ONCE) return rows;
    after = some.at(-1)?.id ?? after;
    await breathe();
  }
}

/**
 * External pictures on pages: listings' logos and galleries, portraits, profile pictures, and
 * posts.
 */
async function pictureAddresses(db: Db): Promise<PictureAddress[]> {
  const logos = await everyRow((after) =>
    db.all(
      sql`select id, logo_url as url from listings ${db.$dialect.indexedBy("listings_with_logo")}
          where logo_url is not null and status in ('live', 'scheduled', 'awaiting_badge') and id > ${after}
          order by id limit ${ROWS_AT_ONCE}`,
    ),
  );
  const portraits = await everyRow((after) =>
    db.all(
      sql`select id, avatar_url as url from founders ${db.$dialect.indexedBy("founders_with_portrait")}
          where avatar_url is not null and live_listings > 0 and id > ${after} order by id limit ${ROWS_AT_ONCE}`,
    ),
  );
  const faces = await everyRow((after) =>
    db.all(
      sql`select rowid as id, avatar_url as url from profiles
          where avatar_url is not null and rowid > ${after} order by rowid limit ${ROWS_AT_ONCE}`,
    ),
  );
  // Owners see pictures before the launch.
  const shown = await everyRow((after) =>
    db.$local.all(
      sql`select owner.id, item.value ->> '$.url' as url from (
            select id, profile_json from listings indexed by listings_with_media
            where json_array_length(profile_json, '$.media') > 0 and id > ${after}
              and status not in ('rejected', 'suspended', 'removed') order by id limit ${ROWS_AT_ONCE}
          ) owner, json_each(owner.profile_json, '$.media') item order by owner.id`,
    ),
  );
  const previews = await everyRow((after) =>
    db.$local.all(
      sql`select id, profile_json ->> '$.preview.url' as url from listings indexed by listings_with_preview
          where json_extract(profile_json, '$.preview.url') is not null and id > ${after}
            and status not in ('rejected', 'suspended', 'removed') order by id limit ${ROWS_AT_ONCE}`,
    ),
  );
  const written = await db.select({ cover: posts.coverUrl, text: posts.bodyMarkdown }).from(posts);
  const square = [...logos, ...portraits, ...faces].map(({ url }) => url);
  const wide = [
    ...[...shown, ...previews].map(({ url }) => url),
    ...written.flatMap(({ cover, text }) => [...(cover ? [cover] : []), ...picturesIn(text)]),
  ];
  return [
    ...[...new Set(square)].map((url) => ({ url, shape: "square" as const })),
    ...[...new Set(wide)].map((url) => ({ url, shape: "wide" as const })),
  ].filter(({ url }) => /^https?:/i.test(url));
}

const picturesIn = (text: string): string[] =>
  [...text.matchAll(/!\[[^\]]*\]\(\s*<?(https?:[^\s)>]+)/gi)].flatMap(([, url]) => url ?? []);

export const pictureReads = (db: Db) => ({ addresses: () => pictureAddresses(db) });
