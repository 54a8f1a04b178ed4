import { describe, expect, it } from "vitest";
import { communityOf } from "../helpers/community.ts";
import { admin, createWorld, member, type Visitor } from "./world.ts";

let reviewId: number;

const idOf = async (email: string) => (await world.store.accounts.findByEmail(email))!.id;
const world = await createWorld();
const make = communityOf(world.store);
const root = await admin(world);
const owner = await member(world, "ines@people.example", "Ines");
const editor = await member(world, "torvald@people.example", "Torvald");
const reviewer = await member(world, "odile@people.example", "Odile");
const listing = await make.listing({ ownerId: await idOf("ines@people.example") }, world.clock.at);
const editorId = await idOf("torvald@people.example");
await world.store.change((tx) => tx.listings.addEditor(listing.id, editorId, world.clock.at));
const place = [await idOf("odile@people.example"), listing.id] as const;
await world.store.change(async (tx) => {
  await tx.reviews.write(...place, { rating: 4, title: null, body: "The alarm should call." }, world.clock.at);
  reviewId = (await tx.reviews.find(...place))!.id;
  await tx.reviews.decide(reviewId, "published", { by: "x", at: world.clock.at, seenAt: world.clock.at });
});

const page = (end = "") => `/listings/${listing.slug}${end}`;
const send = async (by: Visitor, form: Record<string, string>) => {
  await by.get(page());
  world.clock.at = new Date(world.clock.at.getTime() + 1000);
  return by.post(page(`/reviews/${reviewId}/answer`), form);
};
const shown = async (path = page()) => (await world.visitor().get(path)).text;
const told = async () => (await world.mails()).filter(({ subject }) => subject.includes("answered your review"));
const seenAt = async () => {
  const { text } = await root.get("/admin/reviews");
  return /\/answer"[\s\S]*?name="seen_at" value="([^"]+)"/.exec(text)![1]!;
};
const decide = async (decision: string, seen?: string) =>
  (await root.post(`/admin/reviews/${reviewId}/answer`, { decision, seen_at: seen ?? (await seenAt()) })).location;

describe("an answer to a review", () => {
  it("comes from the owner of the listing only", async () => {
    for (const by of [editor, reviewer, root])
      expect((await send(by, { answer: "Not mine to say" })).status, "not the owner").toBe(404);
    expect((await world.visitor().post(page(`/reviews/${reviewId}/answer`), { answer: "x" })).status).not.toBe(200);
    for (const by of [editor, reviewer]) expect((await by.get(page())).text).not.toContain("Answer this review");
    expect((await owner.get(page())).text).toContain("Answer this review");
    const own = await make.listing({ ownerId: await idOf("ines@people.example") }, world.clock.at);
    const elsewhere = await owner.post(`/listings/${own.slug}/reviews/${reviewId}/answer`, { answer: "x" });
    expect(elsewhere.status, "a review of another listing").toBe(404);
    expect((await world.store.reviews.findById(reviewId))?.review.answer).toBeNull();
  });

  it("waits for an admin who read these very words, then shows on the page and its twin", async () => {
    expect((await send(owner, { answer: " " })).status).toBe(400);
    expect((await send(owner, { answer: "x".repeat(2001) })).status).toBe(400);
    expect((await send(owner, { answer: "It <b>calls</b> now." })).location).toContain("notice=answer-sent");
    expect(await shown()).not.toContain("now.");
    const stale = await seenAt();
    await send(owner, { answer: "It <b>calls</b> from 2.3." });
    expect(await decide("approve", stale)).toContain("notice=gone");
    expect(await told()).toEqual([]);
    expect(await decide("approve")).toContain("notice=answer-published");
    expect(await shown()).toContain("It &lt;b&gt;calls&lt;/b&gt; from 2.3.");
    expect(await shown(page(".md"))).toContain("It \\<b\\>calls\\</b\\> from 2.3.");
    expect(await shown(page(".md"))).toContain("**Ines**, maker");
    expect(await world.store.audit.list({}, { page: 1, perPage: 1 })).toMatchObject({
      items: [{ action: "review.decide", before: { answer: "pending" }, after: { answer: "published" } }],
    });
  });

  it("is mailed to the reviewer once", async () => {
    expect(await told()).toMatchObject([{ subject: expect.stringContaining("answered your review") }]);
    expect((await told())[0]!.text).toContain("It <b>calls</b> from 2.3.");
    expect((await told())[0]!.text).toContain(`${world.url}${page("#reviews")}`);
    await send(owner, { answer: "It calls from 2.4." });
    expect(await shown(), "an edited answer waits again").not.toContain("calls");
    await decide("approve");
    expect(await shown()).toContain("It calls from 2.4.");
    expect(await told()).toHaveLength(1);
  });

  it("is rejected, and removed by who wrote it", async () => {
    await send(owner, { answer: "Buy elsewhere." });
    expect(await decide("reject")).toContain("notice=answer-rejected");
    expect(await shown()).not.toContain("Buy elsewhere.");
    expect((await owner.get(page())).text).toContain("Not published.");
    expect((await send(owner, { remove: "on" })).location).toContain("notice=answer-removed");
    expect((await world.store.reviews.findById(reviewId))?.review).toMatchObject({ answer: null, answeredBy: null });
  });

  it("follows the name of who wrote it, and goes with the account", async () => {
    await send(owner, { answer: "We are on deck." });
    await decide("approve");
    expect(await shown()).toContain("<b><bdi>Ines</bdi></b>");
    const id = await idOf("ines@people.example");
    await world.store.change((tx) => tx.accounts.setName(id, "Ines Aldabe"));
    expect(await shown()).toContain("<b><bdi>Ines Aldabe</bdi></b>");
    expect((await world.store.personal.everything(id, "ines@people.example")).answers).toMatchObject([
      { answer: "We are on deck.", status: "published" },
    ]);
    await world.store.change((tx) => tx.reviews.removeAnswersBy(id));
    expect(await shown()).not.toContain("We are on deck.");
  });
});

it("the team of a listing sees how it does, above its page", async () => {
  for (const by of [owner, editor]) {
    const { text } = await by.get(page());
    expect(text).toContain("In the last 30 days");
    expect(text).toContain(`href="/account/listings/${listing.id}/edit"`);
    expect(text).toContain("Votes per day");
  }
  for (const text of [await shown(), (await reviewer.get(page())).text]) {
    expect(text).not.toContain("In the last 30 days");
    expect(text).not.toContain("Votes per day");
  }
});
