export type PageAddress = { slug: string; updatedAt: Date | null };
/** A sitemap file covers a fixed range of ids, so that pages never move between files. */
export type Shard = { number: number; updatedAt: Date | null };
