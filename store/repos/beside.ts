import type Database from "better-sqlite3";

const PARTS = {
  alternatives: "select 1 from listing_alternatives where listing_id = @id",
  updates: "select 1 from listing_updates where listing_id = @id",
  awards: "select 1 from awards where listing_id = @id",
  comments: "select 1 from comments where listing_id = @id and status = 'published'",
  collections: "select 1 from collection_items where listing_id = @id and shown_by is not null",
  badge: "select 1 from shown_badges where listing_id = @id",
} as const;
type Part = keyof typeof PARTS;

/** What a listing has beside its row. */
export type Beside = Record<Part, boolean>;

/** Tells what a listing has, so that the rest need not be read: six questions at once cost as much as one. */
export function besideById(reader: Database.Database) {
  const names = Object.keys(PARTS) as Part[];
  const row = reader
    .prepare<[{ id: number }], number[]>(`select ${names.map((name) => `exists (${PARTS[name]})`).join(", ")}`)
    .raw();
  return async (listingId: number): Promise<Beside> => {
    const found = row.get({ id: listingId })!;
    return Object.fromEntries(names.map((name, at) => [name, found[at] === 1])) as Beside;
  };
}
