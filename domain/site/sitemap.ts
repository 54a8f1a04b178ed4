/** One page in a sitemap. */
export type PageAddress = { slug: string; updatedAt: Date | null };
/** One sitemap file: a fixed range of ids, so that pages never move between files. */
export type Shard = { number: number; updatedAt: Date | null };
