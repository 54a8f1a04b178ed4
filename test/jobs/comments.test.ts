import { beforeEach, describe, expect, it } from "vitest";
import { decideComment } from "../../actions/community/decide-comment.ts";
import { writeComment } from "../../actions/community/write-comment.ts";
import type { Deps } from "../../actions/context.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { mailComments } from "../../jobs/mail-comments.ts";
import { tellComment } from "../../jobs/tell-comment.ts";
import { createSendMail } from "../../mail/mailer.ts";
import { createMailServer, type Delivered } from "../helpers/mail-server.ts";
import { dieEverywhere } from "../helpers/mortal.ts";
import { createWorld } from "../helpers/world.ts";

const MINUTE = 60_000;
const signal = new AbortController().signal;

const mails = await createMailServer();
const sendMail = createSendMail({ smtpUrl: mails.url, from: "hello@debut.example", siteName: "Debut" });
const world = await createWorld({ env: { LIMIT_TEXT: "10000" }, replaced: { sendMail } });
const rootId = (await world.account("root", { admin: true })).id;
/** Every test has people of its own, so that no email of another test comes to them. */
let test = 0;
beforeEach(() => {
  test++;
  mails.delivered.length = 0;
});
const account = (name: string) => world.account(`${name}${test}`);
const to = (name: string): Delivered[] =>
  mails.delivered.filter((mail) => mail.to.includes(`${name}${test}@people.example`));
const linksOf = ({ text }: Delivered): string[] => text.match(/http:\/\/\S+\/unsubscribe\?token=\S+/g) ?? [];
const listed = async (owner = "olga") => world.listing(`Talked ${test}`, { ownerId: (await account(owner)).id });

async function say(name: string, { slug }: Listing, body: string, answersId: string | null = null): Promise<string> {
  const { id: accountId } = await account(name);
  const said = await writeComment({ accountId, slug, answersId, body }, world.deps);
  if (typeof said === "string") throw new Error(said);
  const { id } = said.comment;
  if (said.outcome === "pending") {
    const seenAt = (await world.deps.store.comments.byId(id))!.comment.updatedAt;
    const decision = { id, status: "published", reason: null, by: rootId, seenAt } as const;
    await world.deps.store.change((tx) => decideComment(tx, decision, world.deps));
    world.deps.wakeJobs();
  }
  await world.drain();
  return id;
}
async function later(ms: number): Promise<void> {
  world.advance(ms);
  await world.drain();
}

describe("an email about comments", () => {
  it("collects ten minutes of comments for makers and participants, but not for their authors", async () => {
    const listing = await listed();
    const head = await say("bo", listing, "Does it **scale**?");
    await say("cy", listing, "I wonder, too", head);
    await say("olga", listing, "It does.", head);
    await later(9 * MINUTE);
    expect(mails.delivered).toEqual([]);
    await later(2 * MINUTE);
    expect(to("olga")).toHaveLength(1);
    expect(to("olga")[0]!.text).toContain(`bo${test}: Does it scale?`);
    expect(to("olga")[0]!.text).not.toContain("It does.");
    const [mail] = to("bo");
    expect(mail!.text).toContain(`cy${test}: I wonder, too`);
    expect(mail!.text).toContain(`olga${test}: It does.`);
    expect(mail!.text).not.toContain("Does it scale?");
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    expect(mail!.text).toContain(`${world.baseUrl}/listings/${listing.slug}/comments/`);
    expect(to("cy")).toHaveLength(1);
    await later(120 * MINUTE);
    expect(mails.delivered).toHaveLength(3);
  });

  it("comes at most once an hour, with all comments since", async () => {
    const listing = await listed();
    const head = await say("bo", listing, "One");
    await say("cy", listing, "Two", head);
    await later(11 * MINUTE);
    expect(to("bo")).toHaveLength(1);
    for (const nth of [1, 2, 3, 4, 5]) await say("cy", listing, `More ${nth}`, head);
    await later(30 * MINUTE);
    expect(to("bo")).toHaveLength(1);
    await later(31 * MINUTE);
    expect(to("bo")).toHaveLength(2);
    expect(to("bo")[1]!.text).toContain("More 1");
    expect(to("bo")[1]!.text).toContain("And 2 more.");
  });

  it("omits what was deleted, rejected or muted meanwhile", async () => {
    const listing = await listed();
    const head = await say("bo", listing, "One");
    const gone = await say("cy", listing, "Said and deleted", head);
    const bad = await say("cy", listing, "Said and rejected", head);
    const { store } = world.deps;
    await store.change(async (tx) => tx.comments.remove((await tx.comments.byId(gone))!.comment, world.deps.now()));
    const seenAt = (await store.comments.byId(bad))!.comment.updatedAt;
    const decision = { id: bad, status: "rejected", reason: "Spam.", by: rootId, seenAt } as const;
    await store.change((tx) => decideComment(tx, decision, world.deps));
    await later(11 * MINUTE);
    expect(to("bo")).toEqual([]);
    expect(to("cy").map(({ headers }) => headers.get("subject"))).toEqual([expect.stringContaining("is not shown")]);
  });

  it("can be stopped with one click, for all or one thread, by its recipient only", async () => {
    const listing = await listed();
    const [first, second] = [await say("bo", listing, "One"), await say("bo", listing, "Two")];
    await say("cy", listing, "On the first", first);
    await later(11 * MINUTE);
    const links = linksOf(to("bo")[0]!);
    const mute = links.find((link) => link.includes("thread-"))!;
    expect((await fetch(mute)).status).toBe(200);
    const forged = mute.replace(/_[^.]+\./, `_${(await account("cy")).id}.`);
    expect(await (await fetch(forged, { method: "POST" })).text()).toContain("This link is incomplete");
    expect((await fetch(mute, { method: "POST" })).status).toBe(200);
    await say("cy", listing, "On the first again", first);
    await say("cy", listing, "On the second", second);
    await later(61 * MINUTE);
    expect(to("bo")).toHaveLength(2);
    expect(to("bo")[1]!.text).toContain("On the second");
    expect(to("bo")[1]!.text).not.toContain("On the first again");
    const all = links.find((link) => link.includes("news-"))!;
    await say("cy", listing, "On the second again", second);
    for (const _ of [1, 2]) expect((await fetch(all, { method: "POST" })).status).toBe(200);
    await say("cy", listing, "And again", second);
    await later(120 * MINUTE);
    expect(to("bo")).toHaveLength(2);
    const { id } = await account("bo");
    expect((await world.deps.store.notifications.ofAccount(id, { offset: 0, limit: 5 }))[0]).toMatchObject({
      kind: "reply",
    });
  });

  it("reaches people outside quiet hours, however many others are in them", async () => {
    const { store, now, uuid } = world.deps;
    const listing = await listed();
    const head = await say("bo", listing, "Who sleeps?");
    const minute = Math.floor(now().getTime() / MINUTE) % (24 * 60);
    const sleepers = Array.from({ length: 201 }, () => uuid());
    await store.change(async (tx) => {
      for (const [nth, id] of sleepers.entries()) {
        const email = `asleep${nth}@crowd${test}.example`;
        await tx.accounts.add({ id, email, name: null, createdAt: now(), emailVerifiedAt: now() });
        await tx.notificationSettings.setQuiet(id, "UTC", { from: minute, until: (minute + 120) % (24 * 60) });
        await tx.commentNotices.remember(id, head, now());
      }
    });
    const { id: awake } = await account("wake");
    await store.change((tx) => tx.commentNotices.remember(awake, head, now()));
    await later(11 * MINUTE);
    expect(to("wake")).toHaveLength(1);
    const asleep = () => mails.delivered.filter(({ to: [address = ""] }) => address.startsWith("asleep"));
    expect(asleep()).toEqual([]);
    await later(111 * MINUTE);
    expect(asleep()).toHaveLength(201);
  });

  it("about a thread of 250 people reaches each once, in batches, wherever the process dies", async () => {
    const listing = await listed();
    const { store, now, uuid } = world.deps;
    const people = Array.from({ length: 250 }, (_, nth) => ({ id: uuid(), email: `many${nth}@crowd${test}.example` }));
    const head = await say("bo", listing, "Who else?");
    await store.change(async (tx) => {
      for (const { id, email } of people) {
        await tx.accounts.add({ id, email, name: null, createdAt: now(), emailVerifiedAt: now() });
        const place = { listingId: listing.id, subject: "listing", threadId: head, answersId: head } as const;
        const said = { body: "Me", status: "published", reason: null, accountId: id, createdAt: now() } as const;
        await tx.comments.add({ id: uuid(), ...place, ...said });
      }
    });
    await world.jobs.stop(0);
    const { id: accountId } = await account("cy");
    const told = async () => {
      const rows = await Promise.all(
        people.map(({ id }) => store.notifications.ofAccount(id, { offset: 0, limit: 5 })),
      );
      return rows.map((all) => all.map(({ words }) => words.others));
    };
    let said = 0;
    const run = async (commentId: string, deps: Deps) => tellComment.run({ commentId } as never, deps, signal);
    let commentId = "";
    const write = async () => {
      const body = `Round ${said++}`;
      commentId = uuid();
      await store.change((tx) =>
        tx.comments.add({
          ...{ id: commentId, listingId: listing.id, subject: "listing", threadId: head, answersId: head, body },
          ...{ status: "published", reason: null, accountId, createdAt: now() },
        }),
      );
      for (const { id } of people) await store.change((tx) => tx.notifications.remove(id, `thread:${head}`));
    };
    await write();
    const steps = await dieEverywhere(
      world.deps,
      (mortal) => run(commentId, mortal),
      async () => {
        await run(commentId, world.deps);
        expect(await told()).toEqual(people.map(() => [0]));
        await write();
      },
    );
    expect(steps).toBe(6);
    await run(commentId, world.deps);

    world.advance(11 * MINUTE);
    const mailsTo = async () =>
      (await store.mails.list({ page: 1, perPage: 1000 })).items.filter(({ recipient }) =>
        recipient.startsWith("many"),
      );
    let deaths = 0;
    for (let at = 0; at < 40; at += 7) {
      let done = 0;
      const change: Deps["store"]["change"] = async (work) => {
        if (done++ >= at) throw new Error("Killed.");
        return store.change(work);
      };
      await mailComments.run(undefined as never, { ...world.deps, store: { ...store, change } }, signal).catch(() => {
        deaths++;
      });
    }
    for (const _ of [1, 2]) await mailComments.run(undefined as never, world.deps, signal);
    expect(deaths).toBe(6);
    const recipients = (await mailsTo()).map(({ recipient }) => recipient);
    expect(new Set(recipients).size).toBe(250);
    expect(recipients).toHaveLength(250);
  });
});
