import type Database from "better-sqlite3";
import type { ListingFounder } from "#domain/listings/listing.ts";
import type { OwnValues } from "#domain/listings/own-fields.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import type { Picture } from "#domain/pictures/pictures.ts";

export type Look = {
  /** Null until its logo is copied. */
  hue: Hue | null;
  /** The first picture that it may show. */
  picture: Picture | null;
  makers: Pick<ListingFounder, "slug" | "name" | "avatarUrl">[];
};

type Row = [slug: string, hue: Hue | null, picture: string | null, makers: string | null];

export function looksBySlug(reader: Database.Database) {
  const rows = reader
    .prepare<[string], Row>(
      // Exactly the index's expressions, so that it is a covering index.
      `select slug, hue, coalesce(case when unlocked_json like '%"media"%' then profile_json -> '$.media[0]' end,
         profile_json -> '$.preview'), profile_json -> '$.founders'
       from listings indexed by listings_looks where slug in (select value from json_each(?))`,
    )
    .raw();
  return async (slugs: readonly string[]): Promise<Map<string, Look>> =>
    new Map(
      (slugs.length ? rows.all(JSON.stringify(slugs)) : []).map(([slug, hue, picture, makers]) => [
        slug,
        { hue, picture: picture && JSON.parse(picture), makers: makers ? JSON.parse(makers) : [] },
      ]),
    );
}

/** Reads the values of the fields of this site, from the file in which the process searches. */
export function ownValuesBySlug(reader: Database.Database) {
  const rows = reader
    .prepare<[string], [slug: string, own: string]>(
      `select slug, profile_json -> '$.attributes' from listings
       where slug in (select value from json_each(?)) and json_type(profile_json, '$.attributes') is not null`,
    )
    .raw();
  return async (slugs: readonly string[]): Promise<Map<string, OwnValues>> =>
    new Map((slugs.length ? rows.all(JSON.stringify(slugs)) : []).map(([slug, own]) => [slug, JSON.parse(own)]));
}

/** How many listings have a value for a field. */
export function countWithOwn(reader: Database.Database) {
  const count = reader
    .prepare<[string], number>(
      "select count(*) from listings where json_type(profile_json, '$.attributes.' || ?) is not null",
    )
    .pluck();
  return async (key: string): Promise<number> => count.get(key) ?? 0;
}
