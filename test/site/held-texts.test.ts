import { describe, expect, it } from "vitest";
import { createCollection, editCollection } from "../../actions/community/collections.ts";
import { checkWriting } from "../../actions/moderation/check-writing.ts";
import { collectionPath } from "../../domain/community/collection.ts";
import { ageOut } from "../../jobs/age-out.ts";
import { reportsOf } from "../helpers/reports.ts";
import { createTeam } from "./admin-world.ts";

const SAME = "I have used this product for three months and would never go back to paper";
const team = await createTeam();
const desk = reportsOf(team);

let ids = 0;
async function comment(name: string, listingId: number, body: string) {
  const { id: accountId } = await team.world.account(name);
  const { now, settings } = team.world.deps;
  const id = `00000000-0000-7000-8000-${String(++ids).padStart(12, "0")}`;
  return team.store.change(async (tx) => {
    const held = await checkWriting(
      tx,
      { accountId, subject: { type: "comment", id }, texts: [body] },
      { now, settings },
    );
    const status = held.length > 0 ? "pending" : "published";
    const place = { listingId, subject: "listing" as const, threadId: null, answersId: null };
    await tx.comments.add({ ...place, id, accountId, body, status, reason: held.join(", ") || null, createdAt: now() });
    return { id, held };
  });
}
const statusOf = async (id: string) => (await team.store.comments.byId(id))?.comment.status;

describe("a text", () => {
  it("with a link from a new account waits, is published by the team, and its writer is no longer new", async () => {
    const listing = await team.world.listing("Linked");
    const first = await comment("nina", listing.id, "My own try is at https://nina.example/try");
    expect(first.held).toEqual(["new-account-link"]);
    const page = (await team.root.get("/admin/held")).text;
    expect(page).toContain("a link from a new account");
    expect(page).toContain("https://nina.example/try");
    expect((await team.root.get("/admin")).text).toContain("held text");
    const [, subject] = /name="subject" value="(comment:[^"]+)"/.exec(page)!;
    const [, seen] = /name="seen_at" value="([^"]+)"/.exec(page)!;
    const stale = { subject: subject!, seen_at: "2020-01-01T00:00:00.000Z", decision: "publish" };
    expect(await team.act("/admin/held", stale)).toBe("gone");
    expect(await team.act("/admin/held", { ...stale, seen_at: seen! })).toBe("text-passed");
    expect(await team.logged()).toMatchObject({ action: "text.decide", after: { decision: "published" } });
    expect(await statusOf(first.id)).toBe("published");
    expect((await comment("nina", listing.id, "And more at https://nina.example/more")).held).toEqual([]);
    expect((await team.root.get("/admin/held")).text).toContain("Nothing is held for review.");
  });

  it("that was sent before waits, whoever sends it, and is refused with a reason and an appeal", async () => {
    const [one, two] = [await team.world.listing("Copied One"), await team.world.listing("Copied Two")];
    expect((await comment("paul", one.id, `${SAME}.`)).held).toEqual([]);
    const copy = await comment("quin", two.id, `Hello! ${SAME.toUpperCase()}!!! 2`);
    expect(copy.held).toEqual(["same-text"]);
    const page = (await team.root.get("/admin/held")).text;
    const [, seen] = /name="seen_at" value="([^"]+)"/.exec(page)!;
    const form = { subject: `comment:${copy.id}`, seen_at: seen!, decision: "refuse" };
    expect(await team.act("/admin/held", form)).toBe("400");
    const statement = "The same stands below another product.";
    expect(await team.act("/admin/held", { ...form, ground: "terms", statement })).toBe("text-refused");
    expect(await team.act("/admin/held", { ...form, ground: "terms", statement })).toBe("gone");
    expect(await statusOf(copy.id)).toBe("rejected");
    const [mail] = await desk.mailsTo("quin@people.example");
    expect(mail!.subject).toBe("We hid a comment on Copied Two");
    expect(mail!.text).toContain("A rule held it for review: text that was sent before.");
    const quin = await team.signedIn("quin");
    const [, link] = /(\/account\/decisions\/\d+)/.exec(mail!.text)!;
    const decision = (await quin.get(link!)).text;
    expect(decision).toContain(statement);
    expect(decision).not.toContain("Someone reported it");
    expect((await quin.post(`${link}/appeal`, { text: "I wrote both, on two accounts." })).location).toContain(
      "appeal-sent",
    );
    const { appeal, case: refused } = (await team.store.reports.openAppeals())[0]!;
    await team.root.get(`/admin/reports/${refused.id}`);
    // Root is the only admin, so nobody else can decide.
    const answer = `/admin/reports/${refused.id}/appeals/${appeal.id}`;
    expect(await team.act(answer, { answer: "grant", statement: "Fair." })).toBe("appeal-decided");
    expect(await statusOf(copy.id)).toBe("published");
  });

  it("with a listed word waits, and the list is edited by admins as text", async () => {
    const listing = await team.world.listing("Worded");
    expect(await team.act("/admin/words", { words: "Casino*\n\nbuy followers\ncasino*" })).toBe("words-saved");
    expect(await team.logged()).toMatchObject({ action: "words.save", after: { words: "casino*, buy followers" } });
    expect((await team.root.get("/admin/words")).text).toContain("casino*\nbuy followers");
    expect((await comment("rob", listing.id, "The best of all c a s i n o s")).held).toEqual(["listed-word"]);
    expect((await comment("rob", listing.id, "Nothing to see")).held).toEqual([]);
    expect(await team.act("/admin/words", { words: `${"x".repeat(81)}` })).toBe("400");
    const many = Array.from({ length: 1001 }, (_, index) => `w${index}`).join("\n");
    expect(await team.act("/admin/words", { words: many })).toBe("400");
    const evil = "<script>alert(1)</script></textarea>";
    await team.act("/admin/words", { words: evil });
    expect((await team.root.get("/admin/words")).text).not.toContain(evil);
    expect(await team.act("/admin/words", { words: "" })).toBe("words-saved");
  });

  it("of a review shows why it waits where reviews are read", async () => {
    const listing = await team.world.listing("Reviewed Link");
    const sven = await team.signedIn("sven");
    await sven.get(`/listings/${listing.slug}`);
    const words = { rating: "5", title: "", body: "Cheaper at https://sven.example" };
    expect((await sven.post(`/listings/${listing.slug}/review`, words)).location).toContain("review-sent");
    const page = (await team.root.get("/admin/reviews")).text;
    expect(page).toContain("a link from a new account");
    expect((await team.root.get("/admin/held")).text).not.toContain("sven.example");
    const [, id] = /action="\/admin\/reviews\/(\d+)"/.exec(page)!;
    const [, seen] = /name="seen_at" value="([^"]+)"/.exec(page)!;
    const verdict = { decision: "reject", seen_at: seen!, reason: "It is an advertisement." };
    expect(await team.act(`/admin/reviews/${id}`, verdict)).toBe("review-rejected");
    const [mail] = await desk.mailsTo("sven@people.example");
    expect(mail!.text).toContain("It is an advertisement.");
  });
});

describe("a collection", () => {
  const shown = async (path: string) => (await (await fetch(team.world.baseUrl + path)).status) === 200;
  async function held(name: string, title: string, description = "More at https://links.example") {
    const { id: accountId } = await team.world.account(name);
    const text = { title, description, isPublic: true };
    const made = await createCollection({ accountId, ...text }, team.world.deps);
    if (typeof made === "string") throw new Error(made);
    const { collection } = (await team.store.collections.find(made.id))!;
    const path = collectionPath(collection);
    const form = async () => {
      const page = (await team.root.get("/admin/held")).text;
      const card = page.split("<article").find((part) => part.includes(title)) ?? "";
      const seen = /name="seen_at" value="([^"]+)"/.exec(card)?.[1];
      return seen && { subject: `collection:${collection.key}`, seen_at: seen };
    };
    return { ...made, accountId, path, form, text };
  }

  it("that waits is published, or refused with a reason that its owner can appeal", async () => {
    const good = await held("coll-good", "Good Links");
    expect(await shown(good.path)).toBe(false);
    expect(await team.act("/admin/held", { ...(await good.form()), decision: "publish" } as never)).toBe("text-passed");
    expect(await shown(good.path)).toBe(true);
    const bad = await held("coll-bad", "Bad Links");
    const refusal = { decision: "refuse", ground: "terms", statement: "It is there for its links." };
    expect(await team.act("/admin/held", { ...(await bad.form()), ...refusal } as never)).toBe("text-refused");
    expect(await shown(bad.path)).toBe(false);
    expect((await team.root.get("/admin/collections")).text).toContain("It is there for its links.");
    const [mail] = await desk.mailsTo("coll-bad@people.example");
    expect(mail!.subject).toBe("We hid the collection Bad Links");
    expect(mail!.text).toMatch(/\/account\/decisions\/\d+/);
    expect(await bad.form()).toBeUndefined();
  });

  it.each([
    ["a link without slashes", "Plain Links", "More at [this](https:links/here)"],
    ["a link in its description, and a title that begins code", "```", "More at <https:links/here>"],
  ])("with %s waits", async (name, title, description) => {
    const one = await held(`coll-${title.length}`, title, description);
    expect([name, await shown(one.path)]).toEqual([name, false]);
  });

  it("that became private while it waited is not read by the team, and waits again once it is public", async () => {
    const one = await held("coll-shy", "Shy Links");
    const { id, accountId, text } = one;
    expect(await one.form()).toBeDefined();
    await editCollection({ accountId, id, ...text, isPublic: false }, team.world.deps);
    expect(await one.form()).toBeUndefined();
    await editCollection({ accountId, id, ...text }, team.world.deps);
    expect(await one.form()).toBeDefined();
    expect(await shown(one.path)).toBe(false);
  });
});

describe("a flood", () => {
  it("of one account is slowed, and the refused text is not saved", async () => {
    const listing = await team.world.listing("Flooded");
    for (let index = 0; index < 3; index++) await comment("tom", listing.id, `Text ${index}`);
    await expect(comment("tom", listing.id, "Text 4")).rejects.toMatchObject({
      ...{
        code: "quota_exceeded",
        message: expect.stringMatching(/^That was your 3rd text this minute\. Try again in/),
      },
    });
    const { id } = await team.world.account("tom");
    expect((await team.store.comments.byAuthor(id, { page: 1, perPage: 9 })).total).toBe(3);
    // Others write on, and so does he a minute later.
    expect((await comment("uma", listing.id, "Hello")).held).toEqual([]);
    team.world.advance(61_000);
    expect((await comment("tom", listing.id, "Text 5")).held).toEqual([]);
  });

  it("through the form gets an answer that says when to come back", async () => {
    const vic = await team.signedIn("vic");
    const replies = [];
    for (let index = 0; index < 4; index++) {
      const { slug } = await team.world.listing(`Flood ${index}`);
      await vic.get(`/listings/${slug}`);
      replies.push(await vic.post(`/listings/${slug}/review`, { rating: "5", title: "", body: `Number ${index}` }));
    }
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303, 429]);
    expect(replies[3]!.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(replies[3]!.text).toContain("Try again in");
  });
});

describe("a person's reports and texts", () => {
  it("are in their export, and go with their account", async () => {
    const { store, world } = team;
    const listing = await world.listing("Exported");
    const wim = await team.signedIn("wim");
    const { id } = await world.account("wim");
    await desk.report(wim, `/report/listing/${listing.slug}`, { reason: "fraud" });
    const kept = await desk.newest();
    await desk.decide(kept, { outcome: "kept", statement: "It is fine." });
    const { report } = (await store.reports.ofCase(kept))[0]!;
    await wim.get(`/reports/${report.id}`);
    await wim.post(`/reports/${report.id}/appeal`, { text: "It is not fine at all." });
    const said = await comment("wim", listing.id, "Words of wim that were reported");
    await desk.report(await team.signedIn("xia"), `/report/comment/${said.id}`);
    await desk.decide(await desk.newest(), { outcome: "hidden", statement: "Not true." });

    const { text } = await wim.get("/account/data.json");
    const data = JSON.parse(text);
    expect(data.reports).toMatchObject([{ about: "Exported", reason: "fraud", outcome: "kept" }]);
    expect(data.decisions).toMatchObject([{ about: "a comment on Exported", statement: "Not true.", ground: "terms" }]);
    expect(data.appeals).toMatchObject([{ text: "It is not fine at all." }]);
    expect(data.written_texts.length).toBeGreaterThan(0);
    expect(text).not.toMatch(/key_hash|network_hash|xia/);

    await store.change(async (tx) => {
      await tx.reports.forgetOf(id);
      await tx.writtenTexts.forgetOf(id);
    });
    expect(await store.reports.ofAccount(id)).toEqual([]);
    expect(await store.reports.decisionsAbout(id)).toEqual([]);
    expect((await store.reports.ofCase(kept))[0]!.report).toMatchObject({ accountId: null, name: null, email: null });
    expect(JSON.stringify(await store.reports.decided({ page: 1, perPage: 50 }))).not.toMatch(/Words of wim|wim@/);
  });

  it("lose names, addresses and words a year after the decision", async () => {
    const { store, world } = team;
    const { slug } = await world.listing("Aged");
    const email = "yara@post.example";
    await desk.report(desk.visitor(), `/report/listing/${slug}`, { reason: "fraud", name: "Yara", email });
    const caseId = await desk.newest();
    await desk.decide(caseId, { outcome: "kept" });
    world.advance(364 * 24 * 3600_000);
    await ageOut.run({} as never, world.deps, new AbortController().signal);
    expect((await store.reports.ofCase(caseId))[0]!.report).toMatchObject({ name: "Yara", email });
    world.advance(2 * 24 * 3600_000);
    await ageOut.run({} as never, world.deps, new AbortController().signal);
    const { report } = (await store.reports.ofCase(caseId))[0]!;
    expect(report).toMatchObject({ name: null, email: null, networkHash: null, keyHash: null, explanation: "" });
    expect((await store.reports.findCase(caseId))!.said).toBe("");
  });
});
