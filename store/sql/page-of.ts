import type { Page, PageRequest } from "#domain/listings/listing.ts";

type Ordered<Row> = { limit(most: number): { offset(from: number): PromiseLike<Row[]> } };

/** One page of the rows that an ordered query finds, and how many it finds in all. */
export const pageOf = async <Row>(
  total: PromiseLike<number>,
  { page, perPage }: PageRequest,
  rows: Ordered<Row>,
): Promise<Page<Row>> => ({ total: await total, items: await rows.limit(perPage).offset((page - 1) * perPage) });
