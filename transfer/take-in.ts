import { AppError } from "#core/errors/errors.ts";
import type { SiteAddress } from "#crawler/site-address.ts";
import { importWords } from "#domain/site/import-words.ts";
import { membersOf } from "#domain/text/record.ts";
import type { PostRow } from "#store/repos/site/posts.ts";
import type { Store, Tx } from "#store/store.ts";
import { readPicture } from "./pictures.ts";
import { readPost } from "./post.ts";
import type { Read } from "./read-file.ts";
import { readRow } from "./row.ts";
import type { RowFault } from "./row-fault.ts";
import { type CategoryLine, type FieldLine, readCategory, readField, takeCategory, takeField } from "./site-lines.ts";
import { addWaiting, type Before, type Slice, takeListing } from "./take-listing.ts";
import { type Outcome, type Reads, SLICE, type TakeInOptions, type Waiting } from "./taking.ts";

type WaitingPicture = { line: number; picture: Exclude<ReturnType<typeof readPicture>, RowFault[]> };
type WaitingPost = { line: number; post: Omit<PostRow, "coverAlt"> };
type Entry =
  | Outcome
  | Waiting
  | WaitingPost
  | WaitingPicture
  | { line: number; field: FieldLine }
  | { line: number; category: CategoryLine };
/**
 * Imports rows in slices and reports each in order. Listed websites stay unchanged unless `update`,
 * so repeating an import adds nothing.
 */
export async function* takeIn(
  store: Store,
  rows: AsyncIterable<Read>,
  options: TakeInOptions,
): AsyncGenerator<Outcome> {
  // A founder is repeated with each listing.
  const before: Before = { seen: new Map(), founders: new Map() };
  let batch: Entry[] = [];
  for await (const row of rows) {
    const next = prepare(row, options);
    // Files first, so that no page shows a missing picture.
    if ("picture" in next && !options.isDryRun) await options.uploads.bring(next.picture.id, next.picture.bytes);
    batch.push(next);
    if (batch.length < SLICE) continue;
    yield* await settle(store, batch, before, options);
    batch = [];
  }
  yield* await settle(store, batch, before, options);
}

export const said = (faults: RowFault[], { columnOf }: Pick<Read, "columnOf">): string =>
  faults
    .map(({ field, inside, detail }) => {
      // Which value of a cell is wrong, the sentence says.
      const place = columnOf ? columnOf(field) + inside.replace(/^\[\d+\]$/, "") : field + inside;
      return `${place}: ${detail}`;
    })
    .join(" ");

function prepare(row: Read, options: TakeInOptions): Entry {
  const { line, value, isDemo = false, terms, attributes = {}, fault, oldAddress, notes = [] } = row;
  const { making, directory, readSiteAddress } = options;
  const refused = (faults: RowFault[] | string, name?: unknown): Outcome => ({
    ...{ line, result: "refused", reason: typeof faults === "string" ? faults : said(faults, row) },
    ...(typeof name === "string" && name !== "" ? { name } : {}),
  });
  const orRefused = <T extends object>(read: T | RowFault[], wrap: (read: T) => Entry): Entry =>
    Array.isArray(read) ? refused(read) : wrap(read);
  if (fault !== undefined) return refused(fault);
  if (row.isPicture) return orRefused(readPicture(value), (picture) => ({ line, picture }));
  if (row.isPost) return orRefused(readPost(value, isDemo), (post) => ({ line, post }));
  if (row.isField) return orRefused(readField(value, making), (field) => ({ line, field }));
  if (row.isCategory)
    return orRefused(readCategory(value), ({ lines }) => {
      return { line, category: { lines, isFirst: making.knowCategories(lines, options.update) } };
    });

  const { name, categories } = membersOf(value);
  for (const wish of Array.isArray(categories) ? categories : [])
    if (typeof wish === "string") making.addCategory(wish);
  const incoming = readRow(value, { ...directory, categories: making.categories, isUpdate: options.update });
  if (Array.isArray(incoming)) return refused(incoming, name);
  incoming.attributes = { ...incoming.attributes, ...attributes };
  incoming.notes.unshift(...notes);
  incoming.named = incoming.named.filter((field) => !row.derived?.includes(field));
  const compared = isDemo ? attributes : undefined;
  try {
    const site = isDemo ? demoSite(incoming.url) : readSiteAddress(incoming.url);
    return { line, terms, incoming, isDemo, site, compared, oldAddress };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused([{ field: "url", inside: "", detail: error.message }], name);
  }
}

/** Invented websites use reserved names (RFC 2606) that exist only for their listing. */
function demoSite(text: string): SiteAddress {
  const { href, hostname } = new URL(text);
  if (!hostname.endsWith(".example"))
    throw new AppError("website_not_allowed", `A demo listing has a website below .example, not ${hostname}.`);
  return { url: href, domain: hostname, key: `demo:${hostname}` };
}

async function settle(store: Store, batch: Entry[], before: Before, options: TakeInOptions): Promise<Outcome[]> {
  const { note, making, isDryRun } = options;
  const tell = async (reads: Reads, tx: Tx | undefined): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    const slice = { ...before, known: await knownOf(batch, reads), waiting: [] };
    for (const one of batch) {
      // What a line defines or removes comes after the listings before it.
      if (tx && ("field" in one || "category" in one)) await addWaiting(tx, slice, options);
      if ("result" in one) outcomes.push(one);
      else if ("picture" in one) outcomes.push(await takePicture(one, reads, tx, options.now()));
      else if ("post" in one) outcomes.push(await takePost(one, reads, tx));
      else if ("field" in one) outcomes.push({ line: one.line, ...(await takeField(one.field, reads, tx, options)) });
      else if ("category" in one)
        outcomes.push({ line: one.line, ...(await takeCategory(one.category, reads, tx, options)) });
      else outcomes.push(await takeListing(one, reads, tx, slice, options));
    }
    if (tx) await addWaiting(tx, slice, options);
    return outcomes;
  };
  const told = isDryRun
    ? await tell(store, undefined)
    : await store.change(async (tx) => {
        const outcomes = await tell(tx, tx);
        await note?.(tx, outcomes);
        return outcomes;
      });
  if (isDryRun && note) await store.change((tx) => note(tx, told));
  for (const { made } of told) if (made && !isDryRun) making.forget(made);
  return told;
}

/** Listings of the websites of a slice, asked for at once: a database may be far. */
async function knownOf(batch: readonly Entry[], { listings }: Reads): Promise<Slice["known"]> {
  const keys = batch.flatMap((one) => ("site" in one ? one.site.key : []));
  return new Map(await Promise.all(keys.map(async (key) => [key, await listings.findBySite(key)] as const)));
}

async function takePicture(
  { line, picture }: WaitingPicture,
  { uploads }: Reads,
  tx: Tx | undefined,
  at: Date,
): Promise<Outcome> {
  const { id, shape, for_site: isForSite, width, height, hue, bytes: copies } = picture;
  const told = { line, name: "picture" };
  if (await uploads.find(id)) return { ...told, result: "duplicate", reason: importWords("here") };
  const bytes = [...copies.values()].reduce((sum, copy) => sum + copy.length, 0);
  await tx?.uploads.add({ id, shape, isForSite, width, height, hue, bytes, accountId: null, name: "picture", at });
  return { ...told, result: "added" };
}

async function takePost({ line, post }: WaitingPost, { posts }: Reads, tx: Tx | undefined): Promise<Outcome> {
  const told = { line, name: post.title, slug: post.slug };
  if (await posts.find(post.slug)) return { ...told, result: "duplicate", reason: importWords("here") };
  await tx?.posts.save(post);
  return { ...told, result: "added" };
}
