import { join } from "node:path";
import { setImmediate as breathe } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Member, SCOPES } from "../../actions/context.ts";
import { putVersionBack } from "../../actions/listings/put-version-back.ts";
import { AppError } from "../../core/errors/errors.ts";
import type { Random } from "../../data/demo/random.ts";
import type { Draft, FieldValue } from "../../domain/drafts/draft.ts";
import { DRAFT_FIELDS, type DraftFieldName, isListField } from "../../domain/listings/fields.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { factOf, proofOf, sameValue } from "../../domain/listings/shared-facts.ts";
import type { AnyTool } from "../../tools/define.ts";
import { submitDraft } from "../../tools/drafts/submit-draft.ts";
import { updateDraft } from "../../tools/drafts/update-draft.ts";
import { invoke } from "../../tools/invoke.ts";
import { updateMyListing } from "../../tools/listings/update-my-listing.ts";
import { crawledSite } from "../helpers/crawled-site.ts";
import { addDraft } from "../helpers/drafts.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld, type World } from "../helpers/world.ts";

/**
 * Few values, so that edits come back to what was there before, to what was drafted, and to what
 * was quoted once.
 */
const POOL: Partial<Record<DraftFieldName, readonly (string | string[])[]>> = {
  tagline: ["Charts", "Better charts", "x".repeat(201)],
  description: ["Long\n\ntext", "Longer text"],
  stage: ["mvp", "launched"],
  pricing_model: ["free", "paid"],
  country: ["DE", "FR"],
  founded_year: ["2019", "2021"],
  contact_email: ["hi@acme.test", "yo@acme.test"],
  demo_video_url: ["https://youtu.be/a", "https://youtu.be/b"],
  logo_url: ["https://acme.test/a.png", "https://acme.test/b.png"],
  categories: [["Web analytics"], ["Accounting", "Web analytics"], ["Web analytics", "Accounting"]],
};
const poolOf = (name: DraftFieldName) =>
  POOL[name] ?? (isListField(name) ? [["One"], ["One", "Two"]] : ["Acme", "Acme Charts", "Acme 2"]);

/** The quote names the one value that it proves. */
const quote = (name: string, value: FieldValue) => ({
  quote: JSON.stringify([name, value]),
  url: "https://acme.test/",
});
const drafted = (name: DraftFieldName, value: string | string[]) => ({ value, evidence: [quote(name, value)] });

const FAQS = [[], [{ question: "Why?", answer: "So." }], [{ question: "Why?", answer: "Because." }]];
const SOCIALS = [{}, { x: "https://x.com/acme" }, { x: "https://x.com/acme", github: "https://github.com/acme" }];
const PEOPLE = [[], [{ name: "Ann", title: "CEO", bio: "Builds." }], [{ name: "Bo" }, { name: "Ann", title: "CTO" }]];
const LINES = ["", "One", "Two"];

let world: World;
let random: Random;
let caller: Member;
beforeAll(async () => {
  world = await createWorld({
    env: { LIMIT_REGENERATE: "100000" },
    replaced: {
      drafter: async ({ only = [] }) => ({
        ...NOTHING,
        drafter: "extractive",
        fields: Object.fromEntries(
          only.flatMap((name) => (random.chance(0.7) ? [[name, drafted(name, random.pick(poolOf(name)))]] : [])),
        ),
      }),
    },
  });
  const { id } = await world.account("ann");
  caller = { kind: "member", address: "127.0.0.1", accountId: id, via: "api_key", client: "test", scopes: SCOPES };
});
afterAll(() => world.close());

const NOTHING = {
  faqs: [],
  founders: [],
  companySocials: {},
  seo: { title: null, meta: null },
  rejected: [],
};
const call = (tool: AnyTool, input: unknown) => invoke(tool, input, { deps: world.deps, caller, interface: "site" });

let sites = 0;
async function begin(known: Parameters<typeof addDraft>[1]["fields"] = {}) {
  const required = new Set<string>(["name", "tagline", "short_description", "description", "categories"]);
  const fields = Object.fromEntries(
    DRAFT_FIELDS.flatMap((name) =>
      required.has(name) || random.chance(0.5) ? [[name, drafted(name, poolOf(name)[0]!)]] : [],
    ),
  );
  const siteKey = `acme-${++sites}.test`;
  const draftId = await addDraft(world, { accountId: caller.accountId, siteKey, fields: { ...fields, ...known } });
  await world.deps.store.change((tx) =>
    tx.drafts.replacePages(draftId, crawledSite([{ body: "" }], `https://${siteKey}`).pages),
  );
  const { output } = await call(submitDraft, { id: draftId });
  return { draftId, listingId: output.listing_id as number };
}

const some = <T>(names: readonly T[], most = 3): T[] => random.sample(names, random.between(1, most));
const empty = (name: DraftFieldName) => (isListField(name) ? [] : "");
const valueFor = (name: DraftFieldName): FieldValue =>
  random.chance(0.15) ? null : random.chance(0.1) ? empty(name) : random.pick(poolOf(name));

/** One edit of any kind: what was asked, as a sentence for a failing test, and how it is done. */
function step({ draftId, listingId }: { draftId: string; listingId: number }, listing: Listing) {
  const draftEdit = (): Record<string, unknown> => ({
    ...(random.chance(0.6) && { fields: Object.fromEntries(some(DRAFT_FIELDS).map((name) => [name, valueFor(name)])) }),
    ...(random.chance(0.2) && { lock_fields: some(DRAFT_FIELDS) }),
    ...(random.chance(0.3) && { restore: some(DRAFT_FIELDS) }),
    ...(random.chance(0.2) && { regenerate: some(DRAFT_FIELDS) }),
    ...(random.chance(0.1) && { faqs: random.pick(FAQS) }),
    ...(random.chance(0.1) && { company_socials: random.pick(SOCIALS) }),
    ...(random.chance(0.1) && { founders: random.pick(PEOPLE) }),
    ...(random.chance(0.1) && { founder_socials: random.pick(SOCIALS) }),
    ...(random.chance(0.1) && { seo: { title: random.pick(LINES) } }),
  });
  const listingEdit = (): Record<string, unknown> => {
    const names = DRAFT_FIELDS.filter((name) => !["name", "stage", "logo_url", "categories", "tags"].includes(name));
    const value = (name: DraftFieldName) => {
      const given = valueFor(name) ?? empty(name);
      return name === "founded_year" ? Number(given) || null : given;
    };
    return {
      ...(random.chance(0.8) && {
        fields: {
          ...Object.fromEntries(some(names, 5).map((name) => [name, value(name)])),
          ...(random.chance(0.2) && { headline: random.pick(LINES), seo_description: random.pick(LINES) }),
        },
      }),
      ...(random.chance(0.2) && { socials: random.pick(SOCIALS) }),
      ...(random.chance(0.2) && { faqs: random.pick(FAQS) }),
    };
  };
  const kind = random.weighted([
    ["update_draft", 5],
    ["update_my_listing", 5],
    ["submit_draft", 1],
    ["put back", 2],
  ] as const);
  const version = random.between(1, listing.version);
  const input =
    kind === "update_draft"
      ? draftEdit()
      : kind === "update_my_listing"
        ? listingEdit()
        : kind === "put back"
          ? { version }
          : {};
  const run = (): Promise<unknown> => {
    if (kind === "update_draft") return call(updateDraft, { id: draftId, ...input });
    if (kind === "update_my_listing") return call(updateMyListing, { listing_id: listingId, ...input });
    if (kind === "submit_draft") return call(submitDraft, { id: draftId });
    const choice = { listingId, version, seen: listing.version };
    return world.deps.store.change((tx) => putVersionBack(tx, choice, caller.accountId, world.deps));
  };
  return {
    kind,
    input: input as {
      fields?: Record<string, unknown>;
      restore?: DraftFieldName[];
      lock_fields?: DraftFieldName[];
      version?: number;
    },
    run,
  };
}

const none = (value: FieldValue | undefined): FieldValue =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0) ? null : value;

/** What must hold after every step. */
function expectOne(draft: Draft, listing: Listing): void {
  const { fields, faqs, companySocials, seo, founders } = draft.content;
  const { profile } = listing;
  for (const name of DRAFT_FIELDS) {
    const field = fields[name];
    const value = none(field?.value);
    const shown =
      name === "categories" ? none(((value ?? []) as string[]).slice(0, listing.plan === "launch" ? 4 : 1)) : value;
    expect(factOf(listing, name), name).toEqual(shown);
    if (!field) continue;
    for (const evidence of field.evidence) expect(evidence, `${name} is proved`).toEqual(quote(name, value));
    for (const evidence of field.aiEvidence)
      expect(evidence, `the original ${name} is proved`).toEqual(quote(name, field.aiValue));
    if (value !== null && sameValue(value, field.aiValue))
      expect(field.evidence, `${name} keeps its quote`).toEqual(field.aiEvidence);
    if (field.state === "ai") expect(value, name).toEqual(field.aiValue);
    if (field.state === "not_found" || field.state === "deleted") expect(value, name).toBeNull();
    if (field.state === "edited") expect(field.aiValue, name).not.toBeNull();
    if (field.state === "manual") expect(field.aiValue, name).toBeNull();
  }
  const { notFound, evidence } = proofOf(draft.content);
  expect({ notFound: profile.notFound, evidence: profile.evidence }).toEqual({ notFound, evidence });
  expect({ faqs: profile.faqs, socials: profile.socials }).toEqual({ faqs, socials: companySocials });
  expect([profile.seoTitle, profile.seoDescription]).toEqual([seo.title, seo.meta]);
  expect(profile.founders.map(({ name, title }) => ({ name, title }))).toEqual(
    founders.map(({ name, title }) => ({ name, title })),
  );
}

describe("a draft and its listing stay equal", () => {
  it("when a version is put back that shows fewer categories than its quotes support", async () => {
    random = freshRandom("categories");
    const { store } = world.deps;
    const { draftId, listingId } = await begin({ categories: drafted("categories", ["Accounting", "Web analytics"]) });
    const shown = (await store.listings.find(listingId))!;
    await call(updateDraft, { id: draftId, fields: { categories: ["Web analytics"] } });
    const choice = { listingId, version: shown.version, seen: shown.version + 1 };
    const outcome = await store.change((tx) => putVersionBack(tx, choice, caller.accountId, world.deps));
    const listing = (await store.listings.find(listingId))!;
    expect([outcome, factOf(listing, "categories")]).toEqual(["done", ["Accounting"]]);
    expectOne((await store.drafts.find(draftId))!, listing);
  });

  const seeds = Array.from({ length: 8 }, (_, index) => `facts ${index}`);
  it.each(seeds)("over a random sequence of edits through both (%s)", async (seed) => {
    random = freshRandom(seed);
    const { store } = world.deps;
    const ids = await begin();
    const isPaid = random.chance(0.3);
    if (isPaid) {
      // Another connection cannot write while a job does.
      await world.drain();
      const db = new Database(join(world.folder, "debut.db"));
      db.prepare("update listings set plan = 'launch' where id = ?").run(ids.listingId);
      db.close();
      await breathe();
    }
    const read = async () => ({
      draft: (await store.drafts.find(ids.draftId))!,
      listing: (await store.listings.find(ids.listingId))!,
    });
    const told: string[] = [];
    for (let count = 0; count < 25; count++) {
      const before = await read();
      const { kind, input, run } = step(ids, before.listing);
      told.push(`${kind} ${JSON.stringify(input).replace(/x{9,}/, "x…")}`);
      const outcome = await run().catch((error: unknown) => {
        if (error instanceof AppError && error.status === 400) return error;
        throw new Error(`After:\n${told.join("\n")}`, { cause: error });
      });
      const after = await read();
      try {
        expectOne(after.draft, after.listing);
        if (outcome instanceof AppError) {
          expect(after).toEqual(before);
          continue;
        }
        const fields = after.draft.content.fields;
        for (const name of input.restore ?? []) {
          expect(fields[name]).toMatchObject({
            value: fields[name]?.aiValue,
            state: fields[name]?.aiValue ? "ai" : "not_found",
          });
        }
        for (const [name, value] of Object.entries(input.fields ?? {}) as [DraftFieldName, FieldValue][]) {
          if (!(DRAFT_FIELDS as readonly string[]).includes(name)) continue;
          const was = none(before.draft.content.fields[name]?.value);
          const given = typeof value === "number" ? String(value) : none(value);
          expect(none(fields[name]?.value), name).toEqual(given);
          // Sending what is there already changes nothing.
          const wasState = before.draft.content.fields[name]?.state;
          const isEdit = !sameValue(was, given);
          if (isEdit) expect(["edited", "manual", "deleted", "override"], name).toContain(fields[name]?.state);
          else if (wasState && !input.lock_fields?.includes(name)) expect(fields[name]?.state, name).toBe(wasState);
        }
        const newest = await store.versions.find(ids.listingId, after.listing.version);
        expect(newest?.snapshot).toEqual(await store.listings.snapshot(after.listing));
        expect((await store.versions.list(ids.listingId, { page: 1, perPage: 1 })).total).toBe(after.listing.version);
        if (input.version) {
          const locked = DRAFT_FIELDS.filter((name) => before.draft.content.fields[name]?.state === "override");
          for (const name of locked) expect(fields[name]?.state, name).toBe("override");
          const old = (await store.versions.find(ids.listingId, input.version))!.snapshot;
          const { notFound: _, evidence: __, ...texts } = old.profile;
          expect(newest?.snapshot).toMatchObject({ ...old, profile: texts });
          if (outcome === "done")
            expect(newest).toMatchObject({ restored: input.version, author: { name: "ann" }, client: null });
        }
      } catch (error) {
        throw new Error(`After:\n${told.join("\n")}\n${(error as Error).message}`, { cause: error });
      }
    }
  });
});
