import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Random } from "../../data/demo/random.ts";
import { emptyContent } from "../../domain/draft.ts";
import { fillDraft } from "../../domain/edit-draft.ts";
import { DRAFT_FIELDS, type DraftFieldName, FIELDS, OWNER_FIELDS } from "../../domain/fields.ts";
import { PLATFORMS, STORY_FIELDS } from "../../domain/section-fields.ts";
import { freshRandom } from "../helpers/random.ts";
import { createWorld, type Reply, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ env: { LIMIT_WRITE: "100000", LIMIT_READ: "100000" } });
});
afterAll(() => world.close());

const NOTHING = { fields: {}, faqs: [], founders: [], companySocials: {}, seo: { title: null, meta: null } };
const LETTERS = [..."abc XYZ 0189 äßéñ Ωж 漢字 שלום 🏄 \" ' < > & \\ / % {} — …"];

const words = (random: Random, max: number, lines = false): string => {
  const length = random.chance(0.2) ? max : random.between(1, Math.min(max, 60));
  let text = "";
  while (text.length < length) text += lines && random.chance(0.03) ? "\n" : random.pick(LETTERS);
  return text
    .slice(0, length)
    .toWellFormed()
    .replace(/\s+$|^\s+/g, "x");
};

/** A legal value of each field, at its longest now and then. */
function legalValue(random: Random, name: DraftFieldName): string | string[] | null {
  const { kind } = FIELDS[name];
  switch (kind) {
    case "categories":
      return random.pick([["Web analytics"], ["Accounting", "Web analytics"]]);
    case "list":
      return Array.from({ length: random.between(1, 20) }, () => words(random, 200));
    case "country":
      return random.pick(["DE", "FR"]);
    case "year":
      return String(random.between(1800, 2100));
    case "email":
      return "hello@acme.test";
    case "video":
      return "https://youtu.be/a";
    case "picture":
      return "https://acme.test/logo.png";
    case "word":
      return "mvp";
    default:
      return words(random, FIELDS[name].listingMax, kind === "text");
  }
}

const some = <K extends string, V>(random: Random, names: readonly K[], make: (name: K) => V) =>
  Object.fromEntries(names.filter(() => random.chance(0.5)).map((name) => [name, make(name)]));

function legalDraft(random: Random) {
  return {
    fields: {
      ...some(random, DRAFT_FIELDS, (name) => (random.chance(0.2) ? null : legalValue(random, name))),
      ...Object.fromEntries(
        (["name", "tagline", "short_description", "description", "categories"] as const).map((name) => [
          name,
          legalValue(random, name),
        ]),
      ),
    },
    faqs: Array.from({ length: random.between(0, 10) }, () => ({
      question: words(random, 300),
      answer: words(random, 1500, true),
    })),
    founders: Array.from({ length: random.between(0, 6) }, () => ({
      name: words(random, 160),
      ...(random.chance(0.5) && { title: words(random, 160) }),
      ...(random.chance(0.5) && { bio: words(random, 3000, true) }),
    })),
    company_socials: some(random, PLATFORMS, (name) => `https://${name}.example/acme`),
    founder_socials: some(random, PLATFORMS, (name) => `https://${name}.example/ann`),
    story: {
      ...some(random, Object.keys(STORY_FIELDS), () => words(random, 8000, true)),
      ...(random.chance(0.5) && { title: words(random, 200) }),
    },
    milestones: Array.from({ length: random.between(0, 8) }, (_, index) => ({
      date: `20${String(10 + index)}-02-28`,
      title: words(random, 200),
      ...(random.chance(0.5) && { description: words(random, 2000, true) }),
      ...(random.chance(0.5) && { url: "https://acme.test/news" }),
    })),
    seo: {
      ...(random.chance(0.5) && { title: words(random, 70) }),
      ...(random.chance(0.5) && { meta: words(random, 170) }),
    },
  };
}

type Json = Reply["body"];
/** The same operation by either interface. */
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
  const { deps } = world;
  const siteKey = `round-${++sites}.test`;
  const at = deps.now();
  const id = deps.uuid();
  const { id: accountId } = await world.account("ann");
  // Some facts as a drafter leaves them: found with a quote, or not found.
  const found = Object.fromEntries(
    DRAFT_FIELDS.filter(() => random.chance(0.5)).map((name) => [
      name,
      { value: legalValue(random, name)!, evidence: [{ quote: "as it stands", url: `https://${siteKey}/` }] },
    ]),
  );
  await deps.store.change(async (tx) => {
    await tx.drafts.add({
      id,
      accountId,
      url: `https://${siteKey}/`,
      siteKey,
      status: "ready",
      content: fillDraft(emptyContent(), { ...NOTHING, fields: found }, at),
      crawl: {
        pages: [],
        robots: "allowed",
        error: null,
        needsJavascript: false,
        fetchedAt: null,
        drafter: "extractive",
      },
      listingId: null,
      createdAt: at,
      updatedAt: at,
    });
  });
  return id;
}

/** What get_draft gives, as update_draft takes it. */
function draftBody(draft: Json) {
  const { faqs, founders, company_socials, founder_socials, story, milestones, seo } = draft;
  return {
    fields: Object.fromEntries(Object.entries<Json>(draft.fields).map(([name, { value }]) => [name, value])),
    ...{ faqs, founders, company_socials, founder_socials, story, milestones, seo },
    competitor_url: draft.competitor?.url ?? null,
  };
}

/** What get_my_listing gives, as update_my_listing takes it. */
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

describe("whatever a read gives, its write accepts and nothing changes", () => {
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
      const listing = (await ann.get(own)).body;
      world.advance(60_000);
      await interfaces[by]("patch", own, "update_my_listing", listingBody(listing));
      expect((await ann.get(own)).body).toEqual(listing);
      await interfaces[by]("put", `${own}/story`, "set_founder_story", listing.story);
      expect((await ann.get(own)).body).toEqual(listing);
    }
  });

  it.each(["rest", "mcp"] as const)("of the founder interview, by %s", async (by) => {
    const questions = (await world.rest("GET", "/interview-questions")).body.items;
    const answers = questions
      .slice(0, 3)
      .map(({ question_id: id }: Json) => ({ question_id: id, answer: `Because of ${id}\n\nand more` }));
    const first = await interfaces[by]("put", "/me/interview", "answer_interview", { answers });
    world.advance(60_000);
    const again = first.answers.map(({ question_id, answer }: Json) => ({
      question_id,
      answer,
    }));
    expect(await interfaces[by]("put", "/me/interview", "answer_interview", { answers: again })).toEqual(first);
  });
});
