import { tellRivals } from "../../../actions/listings/websites.ts";
import { AppError } from "../../../core/errors/errors.ts";
import type { ReadSiteAddress, SiteAddress } from "../../../crawler/site-address.ts";
import type { ListingStatus } from "../../../domain/listings/listing.ts";
import { given } from "../../../domain/text/given.ts";
import { membersOf } from "../../../domain/text/record.ts";
import type { Uploads } from "../../../pictures/uploads.ts";
import type { PostRow } from "../../../store/repos/site/posts.ts";
import type { Store, Tx } from "../../../store/store.ts";
import { readPicture } from "./pictures.ts";
import { readPost } from "./post.ts";
import type { Read } from "./read-file.ts";
import { type Directory, type Incoming, readRow } from "./row.ts";
import type { RowFault } from "./row-fault.ts";

export type Outcome = {
  line: number;
  result: "ok" | "duplicate" | "refused";
  name?: string;
  slug?: string;
  reason?: string;
};
export type TakeInOptions = {
  directory: Directory;
  readSiteAddress: ReadSiteAddress;
  status: Extract<ListingStatus, "live" | "pending_review">;
  isDryRun: boolean;
  uploads: Pick<Uploads, "bring">;
  now: () => Date;
};

const BATCH = 100;
type WaitingPicture = { line: number; picture: Exclude<ReturnType<typeof readPicture>, RowFault[]> };
type WaitingPost = { line: number; post: Omit<PostRow, "coverAlt"> };
type Entry = Outcome | Waiting | WaitingPost | WaitingPicture;
type Waiting = {
  line: number;
  terms: Read["terms"] | undefined;
  incoming: Incoming;
  isDemo: boolean;
  site: SiteAddress;
};
/** Earlier lines: websites with their line number, and founders' old and new slugs. */
type Before = { seen: Map<string, number>; founders: Map<string, string> };
type Reads = Pick<Store, "listings" | "posts" | "updates" | "uploads">;
type Writes = Pick<Tx, "listings" | "posts" | "updates" | "uploads" | "websites" | "jobs">;

/**
 * Imports rows in batches and reports each in order. Listed websites stay unchanged, so repeating
 * an import adds nothing.
 */
export async function* takeIn(
  store: Store,
  rows: AsyncIterable<Read>,
  options: TakeInOptions,
): AsyncGenerator<Outcome> {
  // A dry run writes nothing, so repeated websites are remembered here.
  const seen = new Map<string, number>();
  // A founder is repeated with each listing.
  const founders = new Map<string, string>();
  let batch: Entry[] = [];
  for await (const row of rows) {
    const next = prepare(row, options);
    // Files first, so that no page shows a missing picture.
    if ("picture" in next && !options.isDryRun) await options.uploads.bring(next.picture.id, next.picture.bytes);
    batch.push(next);
    if (batch.length < BATCH) continue;
    yield* await settle(store, batch, { seen, founders }, options);
    batch = [];
  }
  yield* await settle(store, batch, { seen, founders }, options);
}

const said = (faults: RowFault[], { columnOf = (field) => field }: Read): string =>
  faults.map(({ field, inside, detail }) => `${columnOf(field)}${inside}: ${detail}`).join(" ");

function prepare(row: Read, { directory, readSiteAddress }: TakeInOptions): Entry {
  const { line, value, isPost, isPicture, isDemo = false, terms, attributes, fault } = row;
  if (fault !== undefined) return { line, result: "refused", reason: fault };
  if (isPicture) {
    const picture = readPicture(value);
    return Array.isArray(picture) ? { line, result: "refused", reason: said(picture, row) } : { line, picture };
  }
  if (isPost) {
    const post = readPost(value, isDemo);
    return Array.isArray(post) ? { line, result: "refused", reason: said(post, row) } : { line, post };
  }
  const incoming = readRow(value, directory);
  const { name } = membersOf(value);
  const named = typeof name === "string" ? { name } : {};
  if (Array.isArray(incoming)) return { line, result: "refused", ...named, reason: said(incoming, row) };
  if (attributes) incoming.content.profile.attributes = attributes;
  try {
    return { line, terms, incoming, isDemo, site: isDemo ? demoSite(incoming.url) : readSiteAddress(incoming.url) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return {
      line,
      result: "refused",
      ...named,
      reason: said([{ field: "url", inside: "", detail: error.message }], row),
    };
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
  const tell = async (tx: Reads | Writes, save: boolean): Promise<Outcome[]> => {
    const outcomes: Outcome[] = [];
    for (const one of batch) {
      if ("result" in one) outcomes.push(one);
      else if ("picture" in one) outcomes.push(await takePicture(one, tx, save, options.now()));
      else if ("post" in one) outcomes.push(await takePost(one, tx, save));
      else outcomes.push(await takeOne(one, tx, save, before, options));
    }
    return outcomes;
  };
  return options.isDryRun ? tell(store, false) : store.change((tx) => tell(tx, true));
}

async function takePicture(
  { line, picture }: WaitingPicture,
  { uploads }: Reads | Writes,
  save: boolean,
  at: Date,
): Promise<Outcome> {
  const { id, shape, for_site: isForSite, width, height, hue, bytes: copies } = picture;
  const told = { line, name: "picture" };
  if (await uploads.find(id)) return { ...told, result: "duplicate", reason: "This picture is here already." };
  const bytes = [...copies.values()].reduce((sum, copy) => sum + copy.length, 0);
  const row = { id, shape, isForSite, width, height, hue, bytes, accountId: null, name: "picture", at };
  if (save && "add" in uploads) await uploads.add(row);
  return { ...told, result: "ok" };
}

async function takePost({ line, post }: WaitingPost, { posts }: Reads | Writes, save: boolean): Promise<Outcome> {
  const told = { line, name: post.title, slug: post.slug };
  if (await posts.find(post.slug)) return { ...told, result: "duplicate", reason: "There is a post at this address." };
  if (save && "save" in posts) await posts.save(post);
  return { ...told, result: "ok" };
}

async function takeOne(
  { line, terms, incoming, isDemo, site }: Waiting,
  tx: Reads | Writes,
  save: boolean,
  { seen, founders: arrived }: Before,
  options: TakeInOptions,
): Promise<Outcome> {
  const { name } = incoming.content;
  const known = await tx.listings.findBySite(site.key);
  if (known) return { line, result: "duplicate", name, slug: known.slug, reason: "This website is listed already." };
  const before = seen.get(site.key);
  if (before !== undefined) return { line, result: "duplicate", name, reason: `Line ${before} is the same website.` };
  if (!save || !("add" in tx.listings) || !("add" in tx.updates)) {
    seen.set(site.key, line);
    return { line, result: "ok", name };
  }
  const { content, categories, slug, plan, launchedAt, launchWeek, evidenceCheckedAt, unlocked } = incoming;
  const founders = incoming.founders.map((person) => ({ ...person, sameAs: person.slug && arrived.get(person.slug) }));
  const at = options.now();
  const status = terms?.status ?? options.status;
  const isLive = status === "live";
  const listing = await tx.listings.add(
    {
      url: site.url,
      domain: site.domain,
      ...(slug !== undefined && { slug }),
      plan,
      siteKey: site.key,
      status,
      launchedAt: isLive ? (launchedAt ?? at) : null,
      launchWeek: status === "pending_review" ? null : launchWeek,
      updatedAt: incoming.updatedAt ?? at,
      evidenceCheckedAt,
      unlocked,
      isDemo,
      ...terms,
    },
    content,
    { categories, founders, founderSocials: {}, ownerId: null },
    { accountId: null, client: "import" },
    at,
  );
  if ("jobs" in tx) await tellRivals(tx, listing, at);
  await tx.updates.addImported(listing.id, incoming.updates);
  for (const [index, person] of founders.entries())
    if (person.slug) arrived.set(person.slug, given(listing.profile.founders[index]).slug);
  return { line, result: "ok", name, slug: listing.slug };
}
