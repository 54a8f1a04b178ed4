import { describe, expect, it } from "vitest";
import { writeComment } from "../../actions/community/write-comment.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { tellComment } from "../../jobs/tell-comment.ts";
import { communityOf } from "../helpers/community.ts";
import { admin, createWorld, member, type Visitor } from "./world.ts";

const world = await createWorld({ env: { LIMIT_COMMENT: "1000", LIMIT_TEXT: "10000", LIMIT_REACTION: "1000" } });
const make = communityOf(world.store);
const ann = await member(world, "ann@people.example", "Ann");
const bo = await member(world, "bo@people.example", "Bo");
const root = await admin(world);

const idOf = async (email: string) => (await world.store.accounts.findByEmail(email))!.id;
const listing = (given = {}) => make.listing(given, world.clock.at);
const pathOf = ({ slug }: Listing) => `/listings/${slug}/comments`;
const visitor = () => world.visitor();
const rowsOf = ({ id }: Listing) =>
  world.writer.prepare("select * from comments where listing_id = ? order by created_at desc, id desc").all(id) as {
    id: string;
    body: string;
    status: string;
    thread_id: string | null;
    answers_id: string | null;
    account_id: string | null;
  }[];
const newestOf = (one: Listing) => rowsOf(one)[0]!;
async function say(who: Visitor, one: Listing, body: string, answers = ""): Promise<string> {
  await who.get(pathOf(one));
  world.clock.at = new Date(world.clock.at.getTime() + 1000);
  const reply = await who.post(pathOf(one), { body, answers });
  expect(reply.status).toBe(303);
  const { id, status } = newestOf(one);
  if (status === "pending") await decide(id, "approve");
  return id;
}
async function decide(id: string, decision: "approve" | "reject", reason = ""): Promise<void> {
  const page = await root.get(`/admin/comments/${id}`);
  const seenAt = /name="seen_at" value="([^"]+)"/.exec(page.text)![1]!;
  expect((await root.post(`/admin/comments/${id}`, { decision, reason, seen_at: seenAt })).status).toBe(303);
}

describe("a comment", () => {
  it("of a new account waits for the site team, which publishes it, and the next ones are there at once", async () => {
    const one = await listing();
    const cleo = await member(world, "cleo@people.example", "Cleo");
    await cleo.get(pathOf(one));
    const sent = await cleo.post(pathOf(one), { body: "How does it **scale**?" });
    expect(sent.location).toBe(`${pathOf(one)}?notice=comment-waits`);
    expect((await visitor().get(`/listings/${one.slug}`)).text).not.toContain("How does it");
    const own = await cleo.get(`/listings/${one.slug}`);
    expect(own.text).toContain("Only you can see this");
    expect(own.text).toContain("<strong>scale</strong>");
    await decide(newestOf(one).id, "approve");
    const shown = (await visitor().get(`/listings/${one.slug}`)).text;
    expect(shown).toContain("<strong>scale</strong>");
    expect(shown).toContain('<a href="#comments">Comments 1</a>');
    await cleo.post(pathOf(one), { body: "And is it fast?" });
    expect((await visitor().get(`/listings/${one.slug}`)).text).toContain("And is it fast?");
    const twin = (await visitor().get(`${pathOf(one)}.md`)).text;
    expect(twin).toContain("How does it **scale**?");
    expect(twin).toContain("And is it fast?");
    expect(twin).not.toContain("Reply");
  });

  it("with links of somebody new waits, and three published comments end that", async () => {
    const one = await listing();
    const dora = await member(world, "dora@people.example", "Dora");
    await say(dora, one, "First");
    for (const [body, waits] of [
      ["See https://dora.example", true],
      ["See [this](//dora.example)", true],
      ["No links here", false],
    ] as const) {
      await dora.post(pathOf(one), { body });
      expect(newestOf(one), body).toMatchObject({ body, status: waits ? "pending" : "published" });
      if (waits) await decide(newestOf(one).id, "approve");
      world.clock.at = new Date(world.clock.at.getTime() + 1000);
    }
    await dora.post(pathOf(one), { body: "See https://dora.example/again" });
    expect(newestOf(one)).toMatchObject({ status: "published" });
  });

  it("needs a confirmed address and a session, and some text that is not too long", async () => {
    const one = await listing();
    const stranger = visitor();
    expect((await stranger.get(`/listings/${one.slug}`)).text).toContain("You sign in next. Your text is kept.");
    expect((await stranger.post(pathOf(one), { body: "Hello" })).location).toContain("/sign-in?return_to=");
    const accountId = await make.person({ verified: false });
    const unverified = { accountId, slug: one.slug, answersId: null, body: "Hello" };
    expect(await writeComment(unverified, world.deps)).toBe("verify-first");
    await ann.get(pathOf(one));
    for (const [body, fault] of [
      ["", "Write a comment."],
      [" \u200b ", "Write a comment."],
      ["x".repeat(4001), "Use at most 4,000 characters."],
    ] as const) {
      const reply = await ann.post(pathOf(one), { body });
      expect(reply.status).toBe(400);
      expect(reply.text).toContain(fault);
    }
    expect((await ann.post("/listings/nothing-here/comments", { body: "Hello" })).status).toBe(404);
    expect(rowsOf(one)).toEqual([]);
  });

  it("sent twice is one", async () => {
    const one = await listing();
    await say(ann, one, "Once");
    await ann.post(pathOf(one), { body: "Once" });
    expect(rowsOf(one)).toHaveLength(1);
    const other = await say(bo, one, "Once");
    expect(rowsOf(one)).toHaveLength(2);
    for (const _ of [1, 2]) await say(ann, one, "Yes", other);
    expect(rowsOf(one)).toHaveLength(3);
  });

  it("is changed by its author alone, who still sees what it said before", async () => {
    const one = await listing();
    const id = await say(ann, one, "Frist!");
    expect((await bo.get(`${pathOf(one)}/${id}/edit`)).status).toBe(404);
    expect((await bo.post(`${pathOf(one)}/${id}/edit`, { body: "Mine" })).status).toBe(404);
    await ann.get(`${pathOf(one)}/${id}/edit`);
    await ann.post(`${pathOf(one)}/${id}/edit`, { body: "First!" });
    const shown = (await visitor().get(`${pathOf(one)}/${id}`)).text;
    expect(shown).toContain("First!");
    expect(shown).toContain(" · edited");
    expect(shown).not.toContain("Frist!");
    expect((await ann.get(`${pathOf(one)}/${id}/edit`)).text).toContain("Frist!");
    expect((await root.get(`/admin/comments/${id}`)).text).toContain("Frist!");
  });

  it("that is deleted is gone, and stays as “deleted” only while others have answered it", async () => {
    const one = await listing();
    const lonely = await say(ann, one, "Lonely words");
    await ann.post(`${pathOf(one)}/${lonely}/delete`, { delete: "on" });
    expect(rowsOf(one)).toEqual([]);

    const head = await say(ann, one, "Head words");
    const reply = await say(bo, one, "Reply words", head);
    const again = await say(ann, one, "Again words", reply);
    expect(rowsOf(one)[0]).toMatchObject({ thread_id: head, answers_id: reply });
    expect((await bo.post(`${pathOf(one)}/${head}/delete`, { delete: "on" })).location).toContain("notice=gone");
    await ann.post(`${pathOf(one)}/${head}/delete`, { delete: "on" });
    let shown = (await visitor().get(`/listings/${one.slug}`)).text;
    expect(shown).toContain("Deleted by its author.");
    expect(shown).not.toContain("Head words");
    expect(rowsOf(one).at(-1)).toMatchObject({ status: "deleted", body: "", account_id: null });
    await bo.post(`${pathOf(one)}/${reply}/delete`, { delete: "on" });
    shown = (await visitor().get(`/listings/${one.slug}`)).text;
    expect(shown).toContain("Again words");
    expect(rowsOf(one)).toHaveLength(3);
    await ann.post(`${pathOf(one)}/${again}/delete`, { delete: "on" });
    expect(rowsOf(one)).toEqual([]);
    expect((await visitor().get(`${pathOf(one)}/${head}`)).status).toBe(404);
  });

  it("that stood for a chain of answers goes with the last of them", async () => {
    const one = await listing();
    const chain = [await say(ann, one, "Head")];
    for (const word of ["first", "second", "third"]) chain.push(await say(ann, one, word, chain.at(-1)));
    const [head, first, second, third] = chain;
    for (const id of [first, second]) await ann.post(`${pathOf(one)}/${id}/delete`, { delete: "on" });
    // The first of them stands for nobody's words: only the second answered it, which is gone as well.
    expect(new Set(rowsOf(one).map(({ id }) => id))).toEqual(new Set([head, second, third]));
    const shown = (await visitor().get(pathOf(one))).text;
    expect(shown.match(/Deleted by its author/g)).toHaveLength(1);
    await ann.post(`${pathOf(one)}/${third}/delete`, { delete: "on" });
    expect(rowsOf(one).map(({ id }) => id)).toEqual([head]);
  });

  it("of a maker is marked, is published at once, and one thread is pinned by makers alone", async () => {
    const one = await listing({ ownerId: await idOf("ann@people.example") });
    const maker = await member(world, "maker@people.example", "Mako");
    const makerId = await idOf("maker@people.example");
    await world.store.change((tx) => tx.listings.addEditor(one.id, makerId, world.clock.at));
    await maker.get(pathOf(one));
    await maker.post(pathOf(one), { body: "We made it. https://maker.example" });
    expect(newestOf(one)).toMatchObject({ status: "published" });
    const first = newestOf(one).id;
    const second = await say(bo, one, "A newer thread");
    expect((await visitor().get(pathOf(one))).text).toContain('<span class="tag maker">Maker</span>');
    expect((await bo.post(`${pathOf(one)}/${first}/pin`, { pin: "on" })).location).toContain("notice=gone");
    const order = async () =>
      [...(await visitor().get(pathOf(one))).text.matchAll(/id="c-([^"]+)"/g)].map(([, id]) => id);
    expect(await order()).toEqual([second, first]);
    await ann.get(pathOf(one));
    await ann.post(`${pathOf(one)}/${first}/pin`, { pin: "on" });
    expect(await order()).toEqual([first, second]);
    await ann.post(`${pathOf(one)}/${second}/pin`, { pin: "on" });
    expect(await order()).toEqual([second, first]);
    const reply = await say(bo, one, "Below", second);
    expect((await ann.post(`${pathOf(one)}/${reply}/pin`, { pin: "on" })).location).toContain("notice=gone");
    await ann.post(`${pathOf(one)}/${second}/pin`, { pin: "off" });
    await ann.post(`${pathOf(one)}/${first}/pin`, { pin: "on" });
    expect((await order())[0]).toBe(first);
  });
});

describe("a reaction", () => {
  it("is a press of a form: set, set again, unset, unset again", async () => {
    const one = await listing();
    const id = await say(bo, one, "React to me");
    await ann.get(pathOf(one));
    const press = (react: string) => ann.post(`${pathOf(one)}/${id}/react`, { react });
    const shown = async () => / aria-label="Reactions">(.*?)<\/ul>/s.exec((await visitor().get(pathOf(one))).text)?.[1];
    for (const _ of [1, 2])
      expect(await press("on love")).toMatchObject({ status: 303, location: `${pathOf(one)}/${id}#c-${id}` });
    expect(await shown()).toContain("Love it</span> 1</li>");
    expect((await ann.get(pathOf(one))).text).toContain('value="off love" aria-pressed="true"');
    await press("on helpful");
    for (const _ of [1, 2]) await press("off love");
    expect(await shown()).toContain("Helpful</span> 1</li>");
    expect(await shown()).not.toContain("Love it");
    for (const wrong of ["on rage", "toggle love", "", "on __proto__"]) expect((await press(wrong)).status).toBe(400);
  });

  it("of fifty people at once with double presses counts fifty", async () => {
    const one = await listing();
    const id = await say(bo, one, "Fifty");
    const people = await Promise.all(Array.from({ length: 50 }, () => make.person()));
    const { setReaction } = await import("../../actions/community/answer-comment.ts");
    await Promise.all(
      [...people, ...people].map((accountId) =>
        setReaction({ accountId, slug: one.slug, id, kind: "helpful", isWanted: true }, world.deps),
      ),
    );
    expect(await world.store.comments.reactions([id])).toEqual([{ commentId: id, kind: "helpful", count: 50 }]);
  });

  it("reaches nothing that nobody can read, and no comment by the address of another listing", async () => {
    const [one, other] = [await listing(), await listing()];
    const id = await say(bo, one, "Here");
    await ann.get(pathOf(one));
    expect((await ann.post(`${pathOf(other)}/${id}/react`, { react: "on love" })).status).toBe(404);
    await decide(id, "reject", "A reason.");
    expect((await ann.post(`${pathOf(one)}/${id}/react`, { react: "on love" })).location).toContain("notice=gone");
    expect(await world.store.comments.reactions([id])).toEqual([]);
  });
});

describe("the site team", () => {
  it("takes a comment down with a reason that its author reads, by mail and beside the words", async () => {
    const one = await listing();
    const id = await say(bo, one, "Buy my thing");
    await root.get(`/admin/comments/${id}`);
    const page = await root.get(`/admin/comments/${id}`);
    const seenAt = /name="seen_at" value="([^"]+)"/.exec(page.text)![1]!;
    const silent = await root.post(`/admin/comments/${id}`, { decision: "reject", reason: " ", seen_at: seenAt });
    expect(silent.status).toBe(400);
    await decide(id, "reject", "It is an <b>advertisement</b>.");
    expect((await visitor().get(pathOf(one))).text).not.toContain("Buy my thing");
    expect((await visitor().get(`${pathOf(one)}/${id}`)).status).toBe(404);
    const own = (await bo.get(pathOf(one))).text;
    expect(own).toContain("Reason: It is an &lt;b&gt;advertisement&lt;/b&gt;.");
    const [mail] = await world.mails();
    expect(mail).toMatchObject({ recipient: "bo@people.example", subject: expect.stringContaining("is not shown") });
    expect(mail!.text).toContain("Reason: It is an <b>advertisement</b>.");
    const entries = (await world.store.audit.list({}, { page: 1, perPage: 1 })).items;
    expect(entries[0]).toMatchObject({ action: "comment.decide", objectId: id, before: { status: "published" } });

    // Changed words wait to be read again.
    await bo.post(`${pathOf(one)}/${id}/edit`, { body: "A fair question" });
    expect(newestOf(one)).toMatchObject({ status: "pending" });
    await decide(id, "approve");
    expect((await visitor().get(pathOf(one))).text).toContain("A fair question");
  });

  it("decides about the words it has seen: what changed meanwhile waits", async () => {
    const one = await listing();
    const eli = await member(world, "eli@people.example", "Eli");
    await eli.get(pathOf(one));
    await eli.post(pathOf(one), { body: "Harmless" });
    const { id } = newestOf(one);
    const page = await root.get("/admin/comments");
    expect(page.text).toContain("Harmless");
    const seenAt = /name="seen_at" value="([^"]+)"/.exec((await root.get(`/admin/comments/${id}`)).text)![1]!;
    world.clock.at = new Date(world.clock.at.getTime() + 1000);
    await eli.post(`${pathOf(one)}/${id}/edit`, { body: "Harmful" });
    const late = await root.post(`/admin/comments/${id}`, { decision: "approve", seen_at: seenAt });
    expect(late.location).toContain("notice=gone");
    expect(newestOf(one)).toMatchObject({ body: "Harmful", status: "pending" });
  });
});

describe("a launch room", () => {
  const coming = (slug: string) =>
    listing({ slug, status: "scheduled", launchedAt: null, launchWeek: "2026-11-30", plan: "launch" });

  it("has a talk, which moves to the listing with the launch and stays marked", async () => {
    const one = await coming("soon-here");
    const room = await visitor().get(`/listings/${one.slug}`);
    expect(room.text).toContain("Discuss the launch");
    const id = await say(ann, one, "Looking forward");
    expect((await visitor().get(`/listings/${one.slug}`)).text).toContain("Looking forward");
    expect((await visitor().get(pathOf(one))).text).toContain('<meta name="robots" content="noindex">');
    world.writer
      .prepare("update listings set status = 'live', launched_at = ? where id = ?")
      .run(+world.clock.at, one.id);
    const page = (await visitor().get(`/listings/${one.slug}`)).text;
    expect(page).toContain("Looking forward");
    expect(page).toContain(" · at the launch");
    world.writer.prepare("update listings set launch_week = '2026-10-05' where id = ?").run(one.id);
    await say(bo, one, "Years later");
    const atLaunch = (await visitor().get(`${pathOf(one)}?of=launch`)).text;
    expect(atLaunch).toContain(id);
    expect(atLaunch).not.toContain("Years later");
  });

  it("of a listing that nobody may see has none", async () => {
    for (const status of ["draft", "suspended", "removed", "pending_review"] as const) {
      const hidden = await listing({ status, launchedAt: null });
      await ann.get("/account");
      expect((await ann.post(pathOf(hidden), { body: "Hello" })).status, status).toBe(404);
      expect((await ann.get(pathOf(hidden))).status, status).toBe(404);
    }
  });
});

describe("a thread", () => {
  it("has pages, and a link to a reply leads to its page", async () => {
    const one = await listing();
    const head = await say(bo, one, "Many answers");
    const ids: string[] = [];
    const accountId = await idOf("ann@people.example");
    for (let nth = 0; nth < 120; nth++) {
      const place = { listingId: one.id, subject: "listing", threadId: head, answersId: head } as const;
      const said = { body: `Answer ${nth}.`, status: "published", reason: null, accountId } as const;
      const reply = { id: world.deps.uuid(), ...place, ...said, createdAt: new Date(world.clock.at.getTime() + nth) };
      await world.store.change((tx) => tx.comments.add(reply));
      ids.push(reply.id);
    }
    const list = (await visitor().get(`/listings/${one.slug}`)).text;
    expect(list).toContain("Answer 1.");
    expect(list).not.toContain("Answer 2.");
    expect(list).toContain(">118 more replies</a>");
    const second = (await visitor().get(`${pathOf(one)}/${head}?page=2`)).text;
    expect(second).toContain("Answer 50.");
    expect(second).not.toContain("Answer 49.");
    expect((await visitor().get(`${pathOf(one)}/${head}?page=4`)).status).toBe(404);
    const led = await visitor().get(`${pathOf(one)}/${ids[110]}`);
    expect(led.location).toBe(`${pathOf(one)}/${head}?page=3#c-${ids[110]}`);
    const things = /application\/ld\+json">(.*?)<\/script>/s.exec(
      (await visitor().get(`${pathOf(one)}/${head}`)).text,
    )!;
    const [posting] = JSON.parse(things[1]!)["@graph"];
    expect(posting).toMatchObject({ "@type": "DiscussionForumPosting", text: "Many answers", commentCount: 120 });
    expect(posting.comment).toHaveLength(50);
    expect(posting.comment[0]).toMatchObject({ "@type": "Comment", text: "Answer 0.", author: { name: "Ann" } });
  });

  it("is told of on the site, to those in it and to makers, once, and not to whoever muted it", async () => {
    const one = await listing({ ownerId: await idOf("ann@people.example") });
    const run = (commentId: string) =>
      tellComment.run({ commentId } as never, world.deps, new AbortController().signal);
    const newsOf = async (email: string) =>
      (await world.store.notifications.ofAccount(await idOf(email), { offset: 0, limit: 50 })).filter(
        ({ words }) => words.product === one.name,
      );
    const head = await say(bo, one, "Hello makers");
    await run(head);
    // What was read is not new again because a job runs twice.
    world.writer.prepare("update notifications set read_at = 1").run();
    await run(head);
    expect(await newsOf("ann@people.example")).toMatchObject([
      { kind: "comment", words: { who: "Bo", others: 0 }, path: `${pathOf(one)}/${head}`, readAt: new Date(1) },
    ]);
    expect(await newsOf("bo@people.example")).toEqual([]);

    const reply = await say(ann, one, "Hello Bo", head);
    await run(reply);
    expect(await newsOf("bo@people.example")).toMatchObject([{ kind: "reply", words: { who: "Ann", others: 0 } }]);
    const third = await member(world, "tia@people.example", "Tia");
    const more = await say(third, one, "Me too", head);
    for (const _ of [1, 2]) await run(more);
    expect(await newsOf("bo@people.example")).toMatchObject([{ kind: "reply", words: { who: "Tia", others: 1 } }]);

    await bo.get(`${pathOf(one)}/${head}`);
    await bo.post(`${pathOf(one)}/${head}/mute`, { mute: "on" });
    expect((await bo.get(`${pathOf(one)}/${head}`)).text).toContain("You muted this thread.");
    const [before] = await newsOf("bo@people.example");
    await run(await say(third, one, "Still there", head));
    expect(await newsOf("bo@people.example")).toEqual([before]);
    await bo.post(`${pathOf(one)}/${head}/mute`, { mute: "off" });
    await run(await say(third, one, "And now", head));
    expect((await newsOf("bo@people.example"))[0]).not.toEqual(before);
  });
});

describe("what people type", () => {
  const HOSTILE = [
    "<script>alert(1)</script>",
    '<img src=x onerror="alert(1)">',
    "![x](https://evil.example/pixel.png)",
    "![x](javascript:alert(1))",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:alert(1))",
    "<javascript:alert(1)>",
    '[x](https://a.example "onmouseover=alert(1)")',
    "[x]: javascript:alert(1)\n\n[x]",
    "# Heading\n\nTitle\n===\n\n---",
    "``` onload=alert(1)\n</code></pre><script>alert(1)</script>\n```",
    "</textarea><script>alert(1)</script>",
    "| a |\n|---|\n| <svg onload=alert(1)> |",
    "\u202eevil\u202c",
  ];

  it("is never a script, a picture or a heading, and links leave with a rel", async () => {
    const one = await listing();
    for (const body of HOSTILE) {
      const id = await say(ann, one, body);
      const { text } = await visitor().get(`${pathOf(one)}/${id}`);
      const words = /<div class="words"[^>]*>(.*?)<\/div>\s*<div class="row acts">/s.exec(text)![1]!;
      expect(words, body).not.toMatch(/<(script|img|svg|h\d|hr|iframe|style)\b/i);
      expect(words, body).not.toMatch(/<[^>]*\son\w+\s*=/i);
      expect(words, body).not.toMatch(/(href|src)="(?!https?:|mailto:|\/|#)/i);
      for (const [link] of words.matchAll(/<a [^>]*>/g))
        expect(link, body).toMatch(/rel="nofollow ugc noopener"|href="[#/]/);
      // The form shows what was typed, as text.
      expect((await ann.get(`${pathOf(one)}/${id}/edit`)).text).not.toContain("<script>alert");
      expect((await root.get(`/admin/comments/${id}`)).text).not.toContain("<script>alert");
      await ann.post(`${pathOf(one)}/${id}/delete`, { delete: "on" });
    }
  });
});

describe("limits", () => {
  it("refuse a flood of comments and of reactions with words that say when to go on", async () => {
    const small = await createWorld({ env: { LIMIT_COMMENT: "3", LIMIT_REACTION: "2" } });
    try {
      const one = await communityOf(small.store).listing({}, small.clock.at);
      const flo = await member(small, "flo@people.example", "Flo");
      await flo.get(`/listings/${one.slug}/comments`);
      const statuses: number[] = [];
      for (let nth = 0; nth < 5; nth++)
        statuses.push((await flo.post(`/listings/${one.slug}/comments`, { body: `Flood ${nth}` })).status);
      expect(statuses).toEqual([303, 303, 303, 429, 429]);
      const refused = await flo.post(`/listings/${one.slug}/comments`, { body: "More" });
      expect(refused.text).toContain("That was your 3rd comment this hour. Try again in");
      const { items } = await small.store.comments.listed("pending", { page: 1, perPage: 10 });
      expect(items).toHaveLength(3);
      const react = () =>
        flo.post(`/listings/${one.slug}/comments/${items[0]!.comment.id}/react`, { react: "on love" });
      expect([(await react()).status, (await react()).status, (await react()).status]).toEqual([303, 303, 429]);
    } finally {
      await small.close();
    }
  });
});
