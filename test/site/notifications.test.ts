import { describe, expect, it } from "vitest";
import { exportAccount } from "../../actions/accounts/export-account.ts";
import { notify } from "../../actions/notifications/notify.ts";
import { addPushBrowser } from "../../actions/notifications/push-browsers.ts";
import { NOTIFICATION_KINDS, type NotificationKind, rowOf } from "../../domain/notifications/notification.ts";
import { inEnglish } from "../../languages/words.ts";
import { createPushService } from "../helpers/push-service.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./world.ts";

const service = await createPushService();
const env = { LIMIT_SIGN_IN: "10000", OUTBOUND_RESOLVE: service.resolve("push.test") };
const world = await createWorld({ env });

/** What a browser says of a link on a page of this site. */
const OPENED = { "sec-fetch-site": "same-origin" };

let people = 0;
async function newcomer(): Promise<{ id: string; email: string; name: string; visitor: Visitor }> {
  const name = `member-${++people}`;
  const { id, email } = await world.account(name);
  return { id, email, name, visitor: await signedIn(email) };
}
async function signedIn(email: string): Promise<Visitor> {
  const visitor = createVisitor(world.baseUrl);
  await visitor.signIn(email, { password: PASSWORD });
  return visitor;
}
let keys = 0;
const tell = (
  accountId: string,
  { product = "Acme", path = "/listings/acme", key = `launched:${++keys}`, by = null as string | null } = {},
) =>
  world.deps.store.change((tx) =>
    notify(tx, { accountId, kind: "launched", key, words: { product }, path, at: world.deps.now(), by }),
  );
const listOf = (accountId: string) => world.deps.store.notifications.ofAccount(accountId, { offset: 0, limit: 100 });
const unreadIn = (page: string) =>
  /data-bell>[\s\S]*?class="n"( hidden)?><span data-unread>(\d+\+?)</.exec(page)?.slice(1) as string[] | undefined;
const bellOf = async (visitor: Visitor, path = "/account") => {
  const [hidden, count] = unreadIn((await visitor.get(path)).text)!;
  return hidden ? "none" : count;
};

describe("the bell", () => {
  it("counts what is unread, on every page of whoever is signed in", async () => {
    const { id, visitor } = await newcomer();
    expect(await bellOf(visitor)).toBe("none");
    await tell(id);
    await tell(id);
    for (const path of ["/", "/search", "/account", "/notifications", "/nothing-here"])
      expect(await bellOf(visitor, path), path).toBe("2");
    for (let more = 0; more < 100; more++) await tell(id);
    expect(await bellOf(visitor)).toBe("99+");
  });

  it("is not on pages of others, which are kept for everybody", async () => {
    const { id, visitor } = await newcomer();
    await tell(id, { product: "Secretly Live" });
    for (const path of ["/", "/search"]) {
      await visitor.get(path);
      for (let time = 0; time < 3; time++) {
        const { text, headers } = await createVisitor(world.baseUrl).get(path);
        expect(text).not.toMatch(/data-bell|data-unread|\/notifications|Secretly Live/);
        expect(headers.get("cache-control")).toContain("public");
      }
      expect((await visitor.get(path)).headers.get("cache-control")).toBe("private, no-store");
    }
  });

  it("is the same on every device", async () => {
    const { id, email, visitor: phone } = await newcomer();
    const desk = await signedIn(email);
    await tell(id);
    const unread = async (visitor: Visitor) =>
      JSON.parse((await visitor.get("/notifications/unread.json")).text).unread;
    expect([await unread(phone), await unread(desk)]).toEqual([1, 1]);
    const [news] = await listOf(id);
    expect((await phone.get(`/notifications/${news!.id}`, OPENED)).location).toBe("/listings/acme");
    expect([await unread(phone), await unread(desk)]).toEqual([0, 0]);
    expect(await bellOf(desk)).toBe("none");
  });
});

describe("the list", () => {
  it("shows the newest first, marks what is unread, and goes back page by page", async () => {
    const { id, visitor } = await newcomer();
    for (let each = 0; each < 65; each++) await tell(id, { product: `Product ${each}` });
    const shown = async (page: string) =>
      [...(await visitor.get(`/notifications${page}`)).text.matchAll(/Product (\d+) is live/g)].map(([, nth]) =>
        Number(nth),
      );
    const pages = [await shown(""), await shown("?page=2"), await shown("?page=3")];
    expect(pages.map(({ length }) => length)).toEqual([30, 30, 5]);
    expect(pages.flat()).toEqual(Array.from({ length: 65 }, (_, nth) => 64 - nth));
    expect(await shown("?page=4")).toEqual([]);
    expect(await shown("?page=-1")).toEqual(pages[0]);
    expect((await visitor.get("/notifications")).text).toContain('<li class="unread">');
  });

  it("marks all as read that was there when it was shown, and nothing that came since", async () => {
    const { id, visitor } = await newcomer();
    await tell(id);
    await tell(id);
    const { text } = await visitor.get("/notifications");
    const seenAt = /name="seen_at" value="([^"]+)"/.exec(text)![1]!;
    world.advance(1000);
    await tell(id, { product: "Came Later" });
    expect((await visitor.post("/notifications/read", { seen_at: seenAt })).location).toContain("notice=all-read");
    expect((await listOf(id)).filter(({ readAt }) => readAt === null).map(({ words }) => words.product)).toEqual([
      "Came Later",
    ]);
    // Whatever is sent instead of a time marks no more than what there is.
    for (const wrong of ["", "never", "9999-12-31T00:00:00Z"])
      await visitor.post("/notifications/read", { seen_at: wrong });
    world.advance(1000);
    await tell(id);
    expect(await bellOf(visitor)).toBe("1");
  });

  it("makes a notification unread again when there is more of the same", async () => {
    const { id, visitor } = await newcomer();
    await tell(id, { key: "launched:same" });
    const [first] = await listOf(id);
    await visitor.get(`/notifications/${first!.id}`, OPENED);
    expect(await bellOf(visitor)).toBe("none");
    world.advance(1000);
    await tell(id, { key: "launched:same", product: "Acme Two" });
    expect(await listOf(id)).toMatchObject([{ id: first!.id, words: { product: "Acme Two" }, readAt: null }]);
  });

  it("is only one's own: numbers of others lead nowhere and mark nothing", async () => {
    const [owner, stranger] = [await newcomer(), await newcomer()];
    await tell(owner.id, { path: "/account/orders/D-1" });
    const [news] = await listOf(owner.id);
    for (const id of [news!.id, news!.id + 1000, -1, 1.5, "x", "1e3", "__proto__"])
      expect((await stranger.visitor.get(`/notifications/${id}`, OPENED)).location, String(id)).toBe(
        "/notifications?notice=gone",
      );
    expect((await listOf(owner.id))[0]!.readAt).toBeNull();
    const visitor = createVisitor(world.baseUrl);
    for (const path of ["/notifications", `/notifications/${news!.id}`])
      expect((await visitor.get(path)).location).toMatch(/^\/sign-in\?return_to=%2Fnotifications/);
    expect((await visitor.get("/notifications/unread.json")).status).toBe(401);
  });

  it("is not read by a browser that only guesses what comes next, nor by a link on another site", async () => {
    const { id, visitor } = await newcomer();
    await tell(id);
    const [news] = await listOf(id);
    await visitor.get(`/notifications/${news!.id}`, { ...OPENED, "sec-purpose": "prefetch" });
    await visitor.get(`/notifications/${news!.id}`, { "sec-fetch-site": "cross-site" });
    expect((await listOf(id))[0]!.readAt).toBeNull();
  });

  it("shows words of others as words", async () => {
    const { id, visitor } = await newcomer();
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>\u202e`;
    await tell(id, { product: evil });
    const { text } = await visitor.get("/notifications");
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text).toContain("&lt;script&gt;alert(1)");
  });
});

describe("the settings", () => {
  const PATH = "/account/notifications";
  const form = { time_zone: "Europe/Berlin", quiet_from: "", quiet_until: "" };
  const defaults = (channel: "site" | "mail" | "push", but: NotificationKind[] = []) =>
    NOTIFICATION_KINDS.filter((kind) => rowOf(kind).channels.includes(channel) && !but.includes(kind));

  it("have one box for every kind and channel, except emails that always come", async () => {
    const { visitor } = await newcomer();
    const { text } = await visitor.get(PATH);
    const boxes = [...text.matchAll(/type="checkbox" name="(\w+)" value="(\w+)"/g)].map(
      ([, channel, kind]) => `${kind}.${channel}`,
    );
    const kinds = NOTIFICATION_KINDS.filter((kind) => !rowOf(kind).forAdmins);
    const wanted = kinds.flatMap((kind) => [
      `${kind}.site`,
      ...(rowOf(kind).ownMail === "always" ? [] : [`${kind}.mail`]),
      `${kind}.push`,
    ]);
    expect(boxes).toEqual(wanted);
    for (const kind of kinds)
      expect(text.split(`<th scope="row">${inEnglish(rowOf(kind).label)}</th>`)).toHaveLength(2);
  });

  it("keep what was chosen, and are the same when nothing is changed", async () => {
    const { id, visitor } = await newcomer();
    await visitor.get(PATH);
    const given = {
      ...form,
      site: defaults("site", ["votes"]),
      mail: [...defaults("mail", ["review"]), "votes"],
      push: defaults("push"),
      quiet_from: "22:00",
      quiet_until: "07:30",
    };
    expect((await visitor.post(PATH, given)).location).toContain("notice=notifications-saved");
    const { notificationSettings } = world.deps.store;
    expect(await notificationSettings.allChoices(id)).toEqual({
      votes: { site: false, mail: true },
      review: { mail: false },
    });
    expect((await notificationSettings.times(id)).quiet).toEqual({ timeZone: "Europe/Berlin", from: 1320, until: 450 });
    const { text } = await visitor.get(PATH);
    expect(text).toMatch(/name="mail" value="votes" checked/);
    expect(text).not.toMatch(/name="site" value="votes" checked/);
    expect(text).toContain('name="quiet_until" type="time" value="07:30"');
    expect(text).toContain('<option value="Europe/Berlin" selected');
  });

  it.each([
    ["a zone that is none", { time_zone: "Mars/Olympus" }, "Choose your time zone."],
    ["an offset", { time_zone: "+02:00" }, "Choose your time zone."],
    ["a start without an end", { quiet_from: "22:00" }, "Enter different start and end times"],
    ["no length", { quiet_from: "22:00", quiet_until: "22:00" }, "Enter different start and end times"],
    ["a script", { quiet_from: "<script>", quiet_until: "07:00" }, "Enter different start and end times"],
  ])("refuse %s, say what to do, and lose no choice", async (_what, wrong, fault) => {
    const { id, visitor } = await newcomer();
    await visitor.get(PATH);
    const { status, text } = await visitor.post(PATH, { ...form, site: ["votes"], mail: [], ...wrong });
    expect(status).toBe(400);
    expect(text).toContain(fault);
    expect(text).not.toContain('<script>"');
    expect(text).toMatch(/name="site" value="votes" checked/);
    expect(text).not.toMatch(/name="site" value="review" checked/);
    expect(await world.deps.store.notificationSettings.allChoices(id)).toEqual({});
  });

  it("add a browser by its form, and show only one's own", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const { endpoint, p256dh, auth } = service.browser("push.test");
    const { text } = await one.visitor.get(PATH);
    expect(text).toMatch(/data-push-key="[\w-]{87}"/);
    expect((await one.visitor.post(`${PATH}/push`, { endpoint, p256dh, auth })).location).toContain("notice=push-on");
    const refused = await one.visitor.post(`${PATH}/push`, { endpoint: "https://10.0.0.1/x", p256dh, auth });
    expect(refused.location).toContain("notice=push-refused");
    expect((await one.visitor.get(PATH)).text).toContain(">this browser<");
    expect((await other.visitor.get(PATH)).text).not.toContain(">this browser<");
    const [browser] = await world.deps.store.pushSubscriptions.ofAccount(one.id);
    await other.visitor.post(`${PATH}/push/${browser!.id}/remove`);
    expect(await world.deps.store.pushSubscriptions.ofAccount(one.id)).toHaveLength(1);
    await one.visitor.post(`${PATH}/push/${browser!.id}/remove`);
    expect(await world.deps.store.pushSubscriptions.ofAccount(one.id)).toEqual([]);
  });
});

describe("a browser with push", () => {
  const add = async (visitor: Visitor) => {
    const { endpoint, p256dh, auth } = service.browser("push.test");
    await visitor.get("/account/notifications");
    await visitor.post("/account/notifications/push", { endpoint, p256dh, auth });
    return endpoint;
  };
  const browsersOf = async (id: string) =>
    (await world.deps.store.pushSubscriptions.ofAccount(id)).map(({ endpoint }) => endpoint);

  it("gets nothing more after signing out there, and the others still do", async () => {
    const { id, email, visitor: phone } = await newcomer();
    const desk = await signedIn(email);
    const [onPhone, onDesk] = [await add(phone), await add(desk)];
    expect((await browsersOf(id)).sort()).toEqual([onPhone, onDesk].sort());
    await phone.get("/account");
    await phone.post("/sign-out");
    expect(await browsersOf(id)).toEqual([onDesk]);
    await desk.get("/account");
    await desk.post("/account/sessions/end");
    expect(await browsersOf(id)).toEqual([]);
  });

  it("stays when its owner signs in again there, and leaves when somebody else does", async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    const endpoint = await add(one.visitor);
    await one.visitor.signIn(one.email, { password: PASSWORD });
    expect(await browsersOf(one.id)).toEqual([endpoint]);
    await one.visitor.get("/account");
    expect((await one.visitor.get("/account/notifications")).text).toContain(">this browser<");
    await one.visitor.signIn(other.email, { password: PASSWORD });
    expect([await browsersOf(one.id), await browsersOf(other.id)]).toEqual([[], []]);
  });
});

describe("the rights of a person", () => {
  it("are to have all of it, without the keys of a browser", async () => {
    const { id, visitor } = await newcomer();
    await tell(id);
    await visitor.get("/account/notifications");
    const quiet = { time_zone: "Asia/Kathmandu", quiet_from: "22:00", quiet_until: "06:00" };
    await visitor.post("/account/notifications", { ...quiet, site: ["votes"] });
    const { endpoint, p256dh, auth } = service.browser("push.test");
    await addPushBrowser(id, { endpoint, p256dh, auth, browser: "Firefox", sessionHash: "x" }, world.deps);
    const data = await exportAccount(id, world.deps);
    expect(data.notifications).toMatchObject([
      { kind: "launched", words: { product: "Acme" }, path: "/listings/acme" },
    ]);
    expect(data.notification_choices).toContainEqual({ kind: "review", channel: "site", is_on: false });
    expect(data.notification_times).toMatchObject({ time_zone: "Asia/Kathmandu", quiet_from: 1320 });
    expect(data.push_browsers).toMatchObject([{ browser: "Firefox" }]);
    const text = JSON.stringify(data);
    for (const secret of [endpoint, p256dh, auth]) expect(text).not.toContain(secret);
  });

  it("are to be forgotten, also where others were told of them by name", async () => {
    const [leaver, friend] = [await newcomer(), await newcomer()];
    await tell(leaver.id);
    await tell(friend.id, { by: leaver.id, product: "By the leaver" });
    await tell(friend.id, { product: "By the site" });
    await leaver.visitor.get("/account/delete");
    const form = { email: leaver.email, password: PASSWORD, listings: "keep" };
    expect((await leaver.visitor.post("/account/delete", form)).location).toContain("account-deleted");
    expect(await listOf(leaver.id)).toEqual([]);
    expect((await listOf(friend.id)).map(({ words }) => words.product)).toEqual(["By the site"]);
  });
});
