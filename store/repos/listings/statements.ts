import type Database from "better-sqlite3";
import type { Quotes } from "#domain/listings/evidence.ts";

/** A listing's statements with the quotes of its website. */
export type Statements = {
  description: string | null;
  features: string[];
  usps: string[];
  keywords: string[];
  evidence: Quotes;
  checkedAt: Date | null;
};

type Row = [slug: string, said: string, checkedAt: number | null];

export function statementsBySlug(reader: Database.Database) {
  const rows = reader
    .prepare<[string], Row>(
      `select slug, json_object('description', profile_json -> '$.description', 'features', profile_json -> '$.features',
         'usps', profile_json -> '$.usps', 'keywords', profile_json -> '$.keywords',
          'evidence', profile_json -> '$.evidence'), evidence_checked_at
       from listings where slug in (select value from json_each(?))`,
    )
    .raw();
  return async (slugs: readonly string[]): Promise<Map<string, Statements>> =>
    new Map(
      (slugs.length ? rows.all(JSON.stringify(slugs)) : []).map(([slug, said, checkedAt]) => [
        slug,
        { ...JSON.parse(said), checkedAt: checkedAt === null ? null : new Date(checkedAt) },
      ]),
    );
}
