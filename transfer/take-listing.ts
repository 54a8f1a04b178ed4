import { editDraftAlong } from "#actions/drafts/edit-draft-along.ts";
import { changeOwn } from "#actions/listings/change-own.ts";
import { tellRivals } from "#actions/listings/websites.ts";
import { editListing, type ListingEdit } from "#domain/listings/edit-listing.ts";
import { ALL_FIELDS } from "#domain/listings/fields.ts";
import { CONTENT, isClosed, type Listing, type ListingCategory } from "#domain/listings/listing.ts";
import type { OwnValues } from "#domain/listings/own-fields.ts";
import { draftEditOf, factOf, proofKept, sameValue } from "#domain/listings/shared-facts.ts";
import { importWords } from "#domain/site/import-words.ts";
import { given } from "#domain/text/given.ts";
import { pick } from "#domain/text/pick.ts";
import { inEnglish } from "#languages/words.ts";
import type { NewEntry } from "#store/repos/listings/listing-writes.ts";
import type { Tx } from "#store/store.ts";
import { keepOldAddress } from "./old-address.ts";
import { type Incoming, NO_CATEGORY } from "./row.ts";
import type { Outcome, Reads, TakeInOptions, Waiting } from "./taking.ts";

/** Earlier lines: websites with their line number, and founders' old and new slugs. */
export type Before = { seen: Map<string, number>; founders: Map<string, string> };

/** Also of the rows of one change. New listings wait for those after them, which are added in the same statements. */
export type Slice = Before & {
  known: ReadonlyMap<string, Listing | undefined>;
  waiting: { entry: NewEntry; added: (listing: Listing) => Promise<void> }[];
};

export async function addWaiting(tx: Tx, { waiting }: Slice, { accountId, client }: TakeInOptions): Promise<void> {
  const adding = waiting.splice(0);
  if (adding.length === 0) return;
  const entries = adding.map(({ entry }) => entry);
  const listings = await tx.listings.addAll(entries, { accountId, client });
  await Promise.all(listings.map((listing, index) => tellRivals(tx, listing, given(entries[index]).now)));
  for (const [index, { added }] of adding.entries()) await added(given(listings[index]));
}

export async function takeListing(
  row: Waiting,
  reads: Reads,
  tx: Tx | undefined,
  slice: Slice,
  options: TakeInOptions,
): Promise<Outcome> {
  const { line, incoming, site } = row;
  const { notes } = incoming;
  const known = slice.known.get(site.key);
  const name = incoming.content.name || known?.name;
  const told = { line, ...(name && { name }), ...(notes.length > 0 && { notes }) };
  const earlier = slice.seen.get(site.key);
  if (earlier !== undefined && earlier !== line)
    return { ...told, result: "duplicate", reason: importWords("sameWebsite", String(earlier)) };
  slice.seen.set(site.key, line);
  const attributes = row.compared
    ? { values: row.compared as OwnValues }
    : changeOwn(options.making.fields, known?.profile.attributes, incoming.attributes);
  if ("faults" in attributes)
    return {
      ...told,
      result: "refused",
      reason: attributes.faults.map(({ key, detail }) => `${key}: ${inEnglish(detail)}`).join(" "),
    };
  const values = attributes.values;
  if (known) {
    const unlike = { ...told, slug: known.slug, listingId: known.id };
    if (tx && row.oldAddress) await keepOldAddress(tx, row.oldAddress, known.slug, options);
    const refusal = await whyKept(known, reads, options);
    return refusal
      ? { ...unlike, result: "duplicate", reason: refusal }
      : change(known, row, values, unlike, reads, tx, options);
  }
  if (!incoming.content.name) return { ...told, result: "refused", reason: 'name: "name" is required.' };
  if (incoming.categories.length === 0) return { ...told, result: "refused", reason: inEnglish(NO_CATEGORY) };
  return add(row, values, told, tx, slice, options);
}

async function whyKept(known: Listing, { listings }: Reads, { update, owned }: TakeInOptions): Promise<string | false> {
  if (!update || isClosed(known)) return importWords("listed");
  const hasOwner = !owned && (await listings.members(known.id)).length > 0;
  return hasOwner && importWords("owned");
}

const usedBy = (categories: readonly ListingCategory[], values: OwnValues, { making }: TakeInOptions) =>
  making.usedBy(
    categories.map(({ slug }) => slug),
    Object.keys(values),
  );

async function add(
  { incoming, isDemo, site, terms, oldAddress }: Waiting,
  attributes: OwnValues,
  told: Pick<Outcome, "line" | "name" | "notes">,
  tx: Tx | undefined,
  slice: Slice,
  options: TakeInOptions,
): Promise<Outcome> {
  const { content, categories, slug, plan, launchedAt, launchWeek, evidenceCheckedAt, unlocked } = incoming;
  const made = usedBy(categories, attributes, options);
  if (!tx) return { ...told, result: "added", made };
  await options.making.make(tx, made);
  const { founders: arrived, waiting } = slice;
  // A founder of an earlier row has a slug only once that row is added.
  if (incoming.founders.some(({ slug }) => slug !== undefined)) await addWaiting(tx, slice, options);
  const founders = incoming.founders.map((person) => ({ ...person, sameAs: person.slug && arrived.get(person.slug) }));
  const at = options.now();
  const status = terms?.status ?? options.status;
  const isLaunch = options.launched === "given";
  if (Object.keys(attributes).length > 0) content.profile.attributes = attributes;
  const outcome: Outcome = { ...told, result: "added", made };
  const entry: NewEntry = {
    listing: {
      url: site.url,
      domain: site.domain,
      ...(slug !== undefined && { slug }),
      plan,
      siteKey: site.key,
      status,
      ...(status === "pending_review" && { statusBefore: "live" as const }),
      ...(status === "live" && !terms && { listedAt: launchedAt ?? options.listedAt }),
      launchedAt: isLaunch ? launchedAt : null,
      launchWeek: isLaunch && status !== "pending_review" ? launchWeek : null,
      updatedAt: incoming.updatedAt ?? at,
      evidenceCheckedAt,
      unlocked,
      isDemo,
      ...terms,
    },
    content,
    links: { categories, founders, founderSocials: {}, ownerId: null },
    now: at,
  };
  const added = async ({ id, slug, version, profile }: Listing): Promise<void> => {
    await tx.updates.addImported(id, incoming.updates);
    for (const [index, person] of founders.entries())
      if (person.slug) arrived.set(person.slug, given(profile.founders[index]).slug);
    if (oldAddress) await keepOldAddress(tx, oldAddress, slug, options);
    Object.assign(outcome, { slug, listingId: id, version });
  };
  waiting.push({ entry, added });
  return outcome;
}

function editOf(known: Listing, { named, content, categories }: Incoming): ListingEdit {
  const { profile } = content;
  const has = (field: string) => named.includes(field);
  const fields = ALL_FIELDS.filter((field) => has(field) && field !== "categories");
  return {
    fields: {
      ...Object.fromEntries(fields.map((field) => [field, factOf(content, field)])),
      ...(has("categories") && categories.length > 0 && { categories: categories.map(({ name }) => name) }),
    },
    ...(has("socials") && { socials: { ...known.profile.socials, ...profile.socials } }),
    ...(has("faqs") && { faqs: profile.faqs }),
    ...(has("story") && { story: profile.story }),
    ...(has("media") && profile.media && { media: profile.media }),
  };
}

async function change(
  known: Listing,
  { incoming }: Waiting,
  attributes: OwnValues,
  told: Pick<Outcome, "line" | "name" | "notes" | "slug" | "listingId">,
  reads: Reads,
  tx: Tx | undefined,
  options: TakeInOptions,
): Promise<Outcome> {
  const edited = editListing(known, editOf(known, incoming));
  const hasCategories = incoming.named.includes("categories") && incoming.categories.length > 0;
  const categories = hasCategories ? incoming.categories : known.profile.categories;
  const isSame =
    sameValue(pick(known, ...CONTENT), pick(edited, ...CONTENT)) &&
    sameValue(
      { ...known.profile, attributes: known.profile.attributes ?? {} },
      { ...known.profile, ...edited.profile, attributes },
    ) &&
    sameValue(known.profile.categories, categories);
  if (isSame) return { ...told, result: "unchanged", reason: importWords("same") };
  const made = usedBy(categories, attributes, options);
  if (!tx) return { ...told, result: "updated", made };
  await options.making.make(tx, made);
  const at = options.now();
  const draft = await reads.drafts.findByListing(known.id);
  const after = { ...edited, profile: { ...edited.profile, categories, attributes } };
  await editDraftAlong(tx, draft, () => draftEditOf(known, after), at);
  const saved = await tx.listings.update(
    known,
    { ...edited, profile: { ...edited.profile, attributes, ...proofKept(known, after) } },
    { ...(hasCategories && { categories }) },
    { accountId: options.accountId, client: options.client },
    at,
  );
  return { ...told, result: "updated", version: saved.version, made };
}
