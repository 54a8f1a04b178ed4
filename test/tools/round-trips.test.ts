import { describe, expect, it } from "vitest";
import type { Random } from "../../data/demo/random.ts";
import { DRAFT_FIELDS, OWNER_FIELDS } from "../../domain/listings/fields.ts";
import { cleanLine } from "../../domain/text/text.ts";
import { addDraft } from "../helpers/drafts.ts";
import { legalDraft, legalValue, words } from "../helpers/legal-draft.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld, PASSWORD, type Reply } from "../helpers/world.ts";
import { createVisitor, formOf, type Visitor } from "../site/world.ts";

const world = await createWorld({ env: { LIMIT_WRITE: "100000", LIMIT_READ: "100000" } });

type Json = Reply["body"];
const interfaces = {
  async rest(method: "patch" | "put", path: string, _tool: string, body: object): Promise<Json> {
    const answer = await world.as("ann")[method](path, { body });
    expect(answer.body.errors ?? answer.body.detail ?? [], path).toEqual([]);
    expect(answer.status).toBe(200);
    return answer.body;
  },
  async mcp(_method: string, path: string, tool: string, body: object): Promise<Json> {
    const id = path.split("/").find((part) => /^\d+$|^[\da-f-]{36}$/.test(part));
    const key = tool === "update_draft" ? { id } : tool === "answer_interview" ? {} : { listing_id: Number(id) };
    const { body: reply } = await world.mcp(tool, { ...key, ...body }, { bearer: await world.key("ann") });
    expect(reply.isError ? reply.content[0].text : "", tool).toBe("");
    return reply.structuredContent;
  },
};

let sites = 0;
async function begin(random: Random): Promise<string> {
  const siteKey = `round-${++sites}.test`;
  const { id: accountId } = await world.account("ann");
  // Some facts as a drafter leaves them: found with a quote, or not found.
  const fields = Object.fromEntries(
    DRAFT_FIELDS.filter(() => random.chance(0.5)).map((name) => [
      name,
      { value: legalValue(random, name)!, evidence: [{ quote: "as it stands", url: `https://${siteKey}/` }] },
    ]),
  );
  return addDraft(world, { accountId, siteKey, fields });
}

function draftBody(draft: Json) {
  const { faqs, founders, company_socials, founder_socials, story, milestones, seo } = draft;
  return {
    fields: Object.fromEntries(Object.entries<Json>(draft.fields).map(([name, { value }]) => [name, value])),
    ...{ faqs, founders, company_socials, founder_socials, story, milestones, seo },
    competitor_url: draft.competitor?.url ?? null,
  };
}

function listingBody(listing: Json) {
  const { pricing, company, links, seo, socials, faqs } = listing;
  const places: Record<string, unknown> = {
    ...listing,
    ...company,
    pricing_model: pricing.model,
    pricing_summary: pricing.summary,
    demo_video_url: links.demo_video,
    seo_title: seo.title,
    seo_description: seo.description,
  };
  return { fields: Object.fromEntries(OWNER_FIELDS.map((name) => [name, places[name]])), socials, faqs };
}

describe("a write accepts what its read returns, and changes nothing", () => {
  it.each(["rest", "mcp"] as const)("of random drafts and their listings, by %s", async (by) => {
    const random = freshRandom(by);
    const ann = world.as("ann");
    for (let round = 0; round < 12; round++) {
      const id = await begin(random);
      const path = `/drafts/${id}`;
      const edited = await ann.patch(path, { body: legalDraft(random) });
      expect(edited.body.errors ?? []).toEqual([]);
      if (random.chance(0.3)) await ann.patch(path, { body: { competitor_url: "https://rival.example/" } });

      const draft = (await ann.get(path)).body;
      world.advance(60_000);
      await interfaces[by]("patch", path, "update_draft", draftBody(draft));
      expect((await ann.get(path)).body).toEqual(draft);

      const saved = await ann.post(`${path}/submit`);
      expect(saved.body.errors ?? []).toEqual([]);
      const own = `/me/listings/${saved.body.listing_id}`;
      // Longer than a draft proposes, and still what the draft says afterwards.
      const seo = { seo_title: words(random, 200), seo_description: words(random, 320) };
      await ann.patch(own, { body: { fields: seo } });
      const along = (await ann.get(path)).body;
      await interfaces[by]("patch", path, "update_draft", draftBody(along));
      expect((await ann.get(path)).body).toEqual(along);
      const listing = (await ann.get(own)).body;
      world.advance(60_000);
      await interfaces[by]("patch", own, "update_my_listing", listingBody(listing));
      expect((await ann.get(own)).body).toEqual(listing);
      await interfaces[by]("put", `${own}/story`, "set_founder_story", listing.story);
      expect((await ann.get(own)).body).toEqual(listing);
    }
  });

  it("of a draft and a listing with a text for search engines that is new and too long for a draft", async () => {
    const id = await begin(freshRandom("seo"));
    const { body } = await world
      .as("ann")
      .patch(`/drafts/${id}`, { body: { seo: { title: "x".repeat(71), meta: "x" } } });
    expect(body.errors).toEqual([
      { pointer: "/seo/title", code: "maximum", detail: "Must be 70 characters or fewer." },
    ]);
  });

  it.each(["rest", "mcp"] as const)("of random founder interviews, by %s", async (by) => {
    const random = freshRandom(`interview ${by}`);
    const questions = (await world.rest("GET", "/interview-questions")).body.items;
    for (let round = 0; round < 10; round++) {
      const chosen = random.sample<Json>(questions, random.between(0, questions.length));
      const answers = chosen.map(({ question_id }) => ({
        question_id,
        answer: random.chance(0.2) ? "" : words(random, 4000, true),
      }));
      const first = await interfaces[by]("put", "/me/interview", "answer_interview", { answers });
      world.advance(60_000);
      const again = first.answers.map(({ question_id, answer }: Json) => ({ question_id, answer }));
      expect(await interfaces[by]("put", "/me/interview", "answer_interview", { answers: again })).toEqual(first);
    }
  });
});

/** A form as its page shows it, sent back without a change. */
async function unedited(
  visitor: Visitor,
  page: string,
  action = page,
  more: Record<string, string> = {},
): Promise<void> {
  const form = formOf(await visitor.get(page), action);
  const { status, location } = await visitor.post(action, { ...form, ...more });
  expect([status, location.startsWith("/")], page).toEqual([303, true]);
}

describe("a form that is submitted unchanged changes nothing", () => {
  it("of random drafts, listings, stories, pictures and interviews", async () => {
    const random = freshRandom("forms");
    const ann = world.as("ann");
    const visitor = createVisitor(world.url);
    await world.account("ann");
    await visitor.signIn("ann@people.example", { password: PASSWORD });
    const { deps } = world;
    const { id: accountId } = await world.account("ann");
    for (let round = 0; round < 6; round++) {
      const id = await begin(random);
      const path = `/drafts/${id}`;
      expect((await ann.patch(path, { body: legalDraft(random) })).status).toBe(200);
      const draft = (await ann.get(path)).body;
      world.advance(60_000);
      await unedited(visitor, path, path, { act: "save" });
      expect((await ann.get(path)).body).toEqual(draft);

      const { body: saved } = await ann.post(`${path}/submit`);
      const own = `/me/listings/${saved.listing_id}`;
      const texts = {
        headline: words(random, 200),
        summary: words(random, 20_000, true),
        seo_title: words(random, 200),
      };
      await ann.patch(own, { body: { fields: texts } });
      const media = [{ url: "https://acme-things.com/a.png?b=1&c=%20", alt: cleanLine(words(random, 200)) }];
      await deps.store.change(async (tx) => {
        const listing = (await tx.listings.findOwned(saved.listing_id, accountId))!;
        const content = { ...listing, profile: { ...listing.profile, media } };
        await tx.listings.update(listing, content, {}, { accountId, client: null }, deps.now());
      });
      const before = (await ann.get(own)).body;
      const dashboard = `/account/listings/${saved.listing_id}`;
      world.advance(60_000);
      await unedited(visitor, `${dashboard}/story`);
      await unedited(visitor, `${dashboard}/pictures`);
      expect((await ann.get(own)).body).toEqual(before);

      // Without its draft, as after a claim, a listing has a form of its own.
      const { id: bo } = await world.account("bo");
      await deps.store.change((tx) => tx.listings.addEditor(saved.listing_id, bo, deps.now()));
      const editor = createVisitor(world.url);
      await editor.signIn("bo@people.example", { password: PASSWORD });
      const theirs = (await world.as("bo").get(own)).body;
      expect(theirs.draft_id).toBeNull();
      await unedited(editor, `${dashboard}/edit`);
      expect((await world.as("bo").get(own)).body).toEqual(theirs);

      const answers = (await world.rest("GET", "/interview-questions")).body.items.map(({ question_id }: Json) => ({
        question_id,
        answer: words(random, 4000, true),
      }));
      const interview = (await ann.put("/me/interview", { body: { answers } })).body;
      world.advance(60_000);
      await unedited(visitor, "/account/interview");
      expect((await ann.put("/me/interview", { body: { answers: [] } })).body).toEqual(interview);
    }
  });
});
