import { beforeEach, describe, expect, it } from "vitest";
import type { Deps } from "../../actions/context.ts";
import { chooseNotifications } from "../../actions/notifications/choose.ts";
import { notify } from "../../actions/notifications/notify.ts";
import { NOTIFICATIONS_KEPT_DAYS } from "../../domain/accounts/retention.ts";
import {
  CHANNELS,
  isOn,
  MOST_BY_ONE_A_DAY,
  MOST_KEPT,
  NOTIFICATION_KINDS,
} from "../../domain/notifications/notification.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { createWorld } from "../helpers/world.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3600_000, 24 * 3600_000];

let clock = Date.parse("2026-11-23T12:00:00Z");
const later = async (ms: number) => {
  clock += ms;
  await world.drain();
};

const server = await createMailServer();
const world = await createWorld({ env: { SMTP_URL: server.url }, replaced: { now: () => new Date(clock) } });
beforeEach(async () => {
  await later(2 * HOUR);
});

let people = 0;
const person = () => world.account(`reader-${++people}`);
const mailsTo = (email: string) => server.delivered.filter(({ to }) => to.includes(email));
const subjectsTo = (email: string) => mailsTo(email).map(({ headers }) => headers.get("subject"));
type Given = { key?: string; by?: string | null; product?: string; who?: string };
const review = (accountId: string, { key = "review:1", by = null, product = "Acme", who = "Bo" }: Given = {}) =>
  world.deps.store.change((tx) =>
    notify(tx, {
      accountId,
      kind: "review",
      key,
      words: { who, rating: 5, product },
      path: "/listings/acme#reviews",
      at: world.deps.now(),
      by,
    }),
  );
const listOf = (accountId: string) => world.deps.store.notifications.ofAccount(accountId, { offset: 0, limit: 1000 });
const quietAt = (accountId: string, timeZone: string, from: number, until: number) =>
  world.deps.store.change((tx) => tx.notificationSettings.setQuiet(accountId, timeZone, { from, until }));
const chooseAll = (accountId: string, wanted: string[]) =>
  chooseNotifications(accountId, { wanted: new Set(wanted), quiet: { timeZone: "UTC", hours: null } }, world.deps);

describe("an email about what is new", () => {
  it("comes five minutes later, with links to mark it as read and to unsubscribe", async () => {
    const { id, email } = await person();
    await review(id);
    await later(4 * MINUTE);
    expect(mailsTo(email)).toEqual([]);
    await later(MINUTE);
    const [mail] = mailsTo(email);
    const [news] = await listOf(id);
    expect(mail!.headers.get("subject")).toBe("Bo reviewed Acme: 5 stars");
    expect(mail!.text).toContain(`${world.baseUrl}/notifications/${news!.id}`);
    expect(mail!.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
    const link = /<([^>]+)>/.exec(mail!.headers.get("list-unsubscribe")!)![1]!;
    const page = await (await fetch(link)).text();
    expect(page).toContain("You will get no more of these emails: Reviews of your listings.");
    await review(id, { key: "review:2" });
    // Looking at the page changed nothing; the button does, however often.
    for (let press = 0; press < 2; press++) expect((await fetch(link, { method: "POST" })).status).toBe(200);
    await later(2 * HOUR);
    expect(mailsTo(email)).toHaveLength(1);
    expect(await listOf(id)).toHaveLength(2);
  });

  it("combines an hour's news, without what was read on the site", async () => {
    const { id, email } = await person();
    await review(id, { key: "review:1" });
    await later(6 * MINUTE);
    for (let flood = 0; flood < 40; flood++) await review(id, { key: `review:${flood}`, product: `Product ${flood}` });
    const read = (await listOf(id))[3]!;
    await world.deps.store.change((tx) => tx.notifications.markRead(id, read.id, world.deps.now()));
    await later(30 * MINUTE);
    expect(mailsTo(email)).toHaveLength(1);
    await later(30 * MINUTE);
    await later(DAY);
    expect(subjectsTo(email)).toEqual([
      "Bo reviewed Acme: 5 stars",
      `39 new notifications on ${world.deps.settings.SITE_NAME}`,
    ]);
    const { text } = mailsTo(email)[1]!;
    expect(text).toContain("And 19 more.");
    expect(text).not.toContain(`/notifications/${read.id}\n`);
  });

  it("omits what was read, withdrawn or switched off before it is due", async () => {
    const [reader, withdrawn, chooser] = [await person(), await person(), await person()];
    for (const { id } of [reader, withdrawn, chooser]) await review(id);
    await world.deps.store.change(async (tx) => {
      await tx.notifications.markAllRead(reader.id, world.deps.now(), world.deps.now());
      await tx.notifications.remove(withdrawn.id, "review:1");
    });
    await chooseAll(chooser.id, ["review.site"]);
    await later(HOUR);
    expect([reader, withdrawn, chooser].flatMap(({ email }) => mailsTo(email))).toEqual([]);
    expect(await listOf(withdrawn.id)).toEqual([]);
    expect(await listOf(chooser.id)).toHaveLength(1);
  });

  it("waits for the end of quiet hours, even if they were set meanwhile", async () => {
    const [asleep, late] = [await person(), await person()];
    clock = Date.parse("2026-12-01T12:00:00Z");
    // From 22:30 to 07:00 in Sydney, where it is 23:00.
    await quietAt(asleep.id, "Australia/Sydney", 22 * 60 + 30, 7 * 60);
    await review(asleep.id);
    await review(late.id);
    await quietAt(late.id, "Australia/Sydney", 22 * 60 + 30, 7 * 60);
    await later(7 * HOUR + 59 * MINUTE);
    expect([...mailsTo(asleep.email), ...mailsTo(late.email)]).toEqual([]);
    await later(2 * MINUTE);
    expect([subjectsTo(asleep.email), subjectsTo(late.email)]).toEqual(Array(2).fill(["Bo reviewed Acme: 5 stars"]));
  });

  it("is sent to confirmed addresses of active accounts only", async () => {
    const unconfirmed = await world.account("unconfirmed-reader", { verified: false });
    const suspended = await person();
    await review(unconfirmed.id);
    await review(suspended.id);
    await world.deps.store.change((tx) => tx.accounts.setStatus(suspended.id, "suspended"));
    await later(HOUR);
    expect([...mailsTo(unconfirmed.email), ...mailsTo(suspended.email)]).toEqual([]);
    expect(await listOf(unconfirmed.id)).toHaveLength(1);
  });

  it("is sent late rather than never when its job is lost", async () => {
    const { id, email } = await person();
    await review(id);
    const { items } = await world.deps.store.jobs.list({ kind: "mail-news" }, { page: 1, perPage: 100 });
    const job = items.find(({ state, payload }) => state === "queued" && JSON.stringify(payload).includes(id))!;
    await world.deps.store.change((tx) => tx.jobs.remove(job.id));
    await later(10 * MINUTE);
    expect(mailsTo(email)).toEqual([]);
    await later(20 * MINUTE);
    expect(subjectsTo(email)).toEqual(["Bo reviewed Acme: 5 stars"]);
  });

  it("comes once, at whatever step the process dies", async () => {
    class Killed extends Error {}
    for (let death = 0; death < 3; death++) {
      const { id, email } = await person();
      await review(id);
      clock += 10 * MINUTE;
      let steps = 0;
      const step = () => {
        if (steps++ === death) throw new Killed();
      };
      const { store } = world.deps;
      const dying: Deps = {
        ...world.deps,
        store: {
          ...store,
          change: async (work) => {
            step();
            const value = await store.change(work);
            step();
            return value;
          },
        },
      };
      const run = (deps: Deps) =>
        jobKinds["mail-news"]!.run({ accountId: id } as never, deps, new AbortController().signal);
      await run(dying).catch((error) => {
        if (!(error instanceof Killed)) throw error;
      });
      // The job itself is still queued, and runs again.
      await run(world.deps);
      await world.drain();
      await later(2 * HOUR);
      expect(subjectsTo(email), `death at step ${death}`).toEqual(["Bo reviewed Acme: 5 stars"]);
    }
  });
});

describe("a person's choice", () => {
  it("applies to every kind and channel, and only differences are stored", async () => {
    const { id } = await person();
    const everything = NOTIFICATION_KINDS.flatMap((kind) => CHANNELS.map((channel) => `${kind}.${channel}`));
    await chooseAll(id, [...everything, "review.fax", "nothing.mail", "__proto__.site"]);
    const chosen = async () => world.deps.store.notificationSettings.allChoices(id);
    for (const kind of NOTIFICATION_KINDS)
      for (const channel of CHANNELS) expect(isOn(kind, channel, (await chosen())[kind] ?? {})).toBe(true);
    const defaults = NOTIFICATION_KINDS.flatMap((kind) =>
      CHANNELS.filter((channel) => isOn(kind, channel, {})).map((channel) => `${kind}.${channel}`),
    );
    await chooseAll(id, defaults);
    expect(await chosen()).toEqual({});
  });

  it("leaves no trace if every channel of a kind is off", async () => {
    const { id } = await person();
    await chooseAll(id, []);
    await review(id);
    expect(await listOf(id)).toEqual([]);
    expect(await world.deps.store.notifications.findByKey(id, "review:1")).toBeUndefined();
  });

  it("can be email only, without a trace on the site", async () => {
    const { id, email } = await person();
    await chooseAll(id, ["review.mail"]);
    await review(id);
    expect(await listOf(id)).toEqual([]);
    expect(await world.deps.store.notifications.countUnread(id, 100)).toBe(0);
    await later(HOUR);
    expect(subjectsTo(email)).toEqual(["Bo reviewed Acme: 5 stars"]);
  });
});

describe("a flood", () => {
  it("caused by one person is limited, without excluding others", async () => {
    const [victim, flooder, friend] = [await person(), await person(), await person()];
    for (let each = 0; each < 3 * MOST_BY_ONE_A_DAY; each++)
      await review(victim.id, { key: `review:${each}`, by: flooder.id });
    expect(await listOf(victim.id)).toHaveLength(MOST_BY_ONE_A_DAY);
    await review(victim.id, { key: "review:friend", by: friend.id });
    // What is there already may be updated.
    await review(victim.id, { key: "review:0", by: flooder.id, who: "Bo again" });
    expect((await listOf(victim.id)).map(({ words }) => words.who)).toContain("Bo again");
    expect(await listOf(victim.id)).toHaveLength(MOST_BY_ONE_A_DAY + 1);
    await later(DAY + MINUTE);
    await review(victim.id, { key: "review:tomorrow", by: flooder.id });
    expect(await listOf(victim.id)).toHaveLength(MOST_BY_ONE_A_DAY + 2);
  });

  it("with one key is one notification, and at most one email an hour", async () => {
    const { id, email } = await person();
    for (let hour = 0; hour < 3; hour++)
      for (let each = 0; each < 30; each++) {
        await review(id);
        await later(2 * MINUTE);
      }
    expect(await listOf(id)).toHaveLength(1);
    expect(mailsTo(email).length).toBeLessThanOrEqual(3);
  });
});

it("people are not notified of their own actions or after deletion, and links stay on the site", async () => {
  const [self, demo] = [await person(), await person()];
  await review(self.id, { by: self.id });
  await review("no such account");
  await world.deps.store.change((tx) => tx.accounts.setStatus(demo.id, "deleted"));
  await review(demo.id);
  expect([...(await listOf(self.id)), ...(await listOf(demo.id))]).toEqual([]);
  for (const path of ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", ""])
    await expect(
      world.deps.store.change((tx) =>
        notify(tx, {
          ...{ accountId: self.id, kind: "launched", key: "x", at: world.deps.now(), by: null },
          words: { product: "Acme" },
          path,
        }),
      ),
    ).rejects.toThrow("is not a path of this site");
});

it("old notifications are deleted, keeping each person's newest", async () => {
  const [old, crowded] = [await person(), await person()];
  await review(old.id);
  await later(NOTIFICATIONS_KEPT_DAYS * DAY - HOUR);
  await review(old.id, { key: "review:new" });
  for (let each = 0; each < MOST_KEPT + 10; each++) await review(crowded.id, { key: `review:${each}` });
  await later(2 * HOUR);
  expect((await listOf(old.id)).map(({ key }) => key)).toEqual(["review:new"]);
  const kept = await listOf(crowded.id);
  expect(kept).toHaveLength(MOST_KEPT);
  expect(kept[0]!.key).toBe(`review:${MOST_KEPT + 9}`);
});
