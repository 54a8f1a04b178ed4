import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { notify } from "../../actions/notifications/notify.ts";
import { createPushService } from "../helpers/push-service.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const service = await createPushService();
const opening = createWorld({ env: { OUTBOUND_RESOLVE: service.resolve("push.test") } });
const { world, browser } = await withBrowser(
  opening.then((made) => ({ ...made, close: async () => void (await Promise.all([made.close(), service.close()])) })),
);

let slug = "";
beforeAll(async () => {
  for (const name of ["ann", "bo", "cy", "dee"]) await world.account(name);
  slug = (await world.listing("Kelpline", { ownerId: (await world.account("ann")).id })).slug;
});

let keys = 0;
const tell = async (name: string, votes: number, key = `votes:${++keys}`) => {
  const { id: accountId } = await world.account(name);
  const words = { votes, product: "Kelpline" };
  const news = { accountId, kind: "votes", key, words, path: `/listings/${slug}`, by: null } as const;
  await world.deps.store.change((tx) => notify(tx, { ...news, at: world.deps.now() }));
};
async function signIn(page: Page, name: string, path: string): Promise<void> {
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(page, name);
  await page.waitForURL(world.url + path);
}
const bellIn = (page: Page) =>
  page.getByRole("navigation", { name: "Account" }).getByRole("link", { name: /Notifications/ });

describe("the bell", () => {
  it.each([
    ["with scripts", true],
    ["without scripts", false],
  ])("leads to what is new, %s, and each opens what it is about", async (_how, javaScriptEnabled) => {
    await tell("ann", 10);
    await tell("ann", 20);
    const { page, complaints, expectSound, close } = await openWatched(browser, { javaScriptEnabled });
    const sound = async () => (javaScriptEnabled ? expectSound() : undefined);
    await signIn(page, "ann", "/search");
    await page.getByRole("link", { name: "Notifications 2 unread" }).click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await sound();
    await page.getByRole("link", { name: "Unread: Kelpline has 20 votes" }).click();
    await page.waitForURL(`${world.url}/listings/${slug}`);
    await page.getByRole("link", { name: "Notifications 1 unread" }).click();
    await page.getByRole("button", { name: "Mark all as read" }).click();
    await page.getByText("All notifications are marked as read.").waitFor();
    expect(await bellIn(page).locator(".n").isVisible()).toBe(false);
    await sound();
    expect(complaints).toEqual([]);
    await close();
  });

  it("tells the truth again when one comes back from another tab", async () => {
    await tell("bo", 10);
    const first = await openWatched(browser);
    await signIn(first.page, "bo", "/search");
    await first.page.getByRole("link", { name: "Notifications 1 unread" }).waitFor();
    await first.page.clock.install();
    await first.page.reload();
    const { id } = await world.account("bo");
    await world.deps.store.change((tx) => tx.notifications.markAllRead(id, world.deps.now(), world.deps.now()));
    // Not at once: who switches back and forth asks for nothing.
    await first.page.clock.runFor(11_000);
    const asked = first.page.waitForResponse("**/notifications/unread.json");
    await first.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    await asked;
    await bellIn(first.page).locator(".n").waitFor({ state: "hidden" });
    expect(first.complaints).toEqual([]);
    await first.close();
  });
});

it("everything can be chosen with the keyboard alone", async () => {
  const { page, complaints, expectSound, close } = await openWatched(browser, { timezoneId: "Asia/Kathmandu" });
  await signIn(page, "cy", "/notifications");
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time++) await page.keyboard.press(key);
  };
  const reach = async (find: string) => {
    for (let step = 0; step < 120; step++) {
      await press("Tab");
      if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(find)})`)) return;
    }
    throw new Error(`${find} cannot be reached.`);
  };
  await reach('a[href="/account/notifications"]');
  await press("Enter");
  await page.getByRole("heading", { name: "Notification settings" }).waitFor();
  await reach('input[name="site"][value="votes"]');
  await press("Space");
  await press("Tab");
  await press("Space");
  await reach("#quiet_from");
  await page.keyboard.type("1000PM");
  await reach("#quiet_until");
  await page.keyboard.type("0730AM");
  await reach("#time_zone");
  expect(await page.locator("#time_zone").inputValue()).toMatch(/^Asia\/Kat(h)?mandu$/);
  await reach("main form button");
  await expectSound();
  await press("Enter");
  await page.getByText("Saved. It applies to new notifications.").waitFor();
  const { id } = await world.account("cy");
  expect(await world.deps.store.notificationSettings.allChoices(id)).toEqual({ votes: { site: false, mail: true } });
  expect((await world.deps.store.notificationSettings.times(id)).quiet).toMatchObject({ from: 1320, until: 450 });
  expect(complaints).toEqual([]);
  await close();
});

/** What the maker of a browser runs cannot be reached from here: the browser is given the address and keys of our service. */
const PUSH_MANAGER = `{
  const bytes = (text) => Uint8Array.fromBase64(text, { alphabet: "base64url" }).buffer;
  const subscription = {
    endpoint: GIVEN.endpoint,
    getKey: (name) => bytes(GIVEN[name]),
    unsubscribe: async () => true,
  };
  PushManager.prototype.getSubscription = async () => null;
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error("Asked otherwise.");
    return subscription;
  };
  globalThis.permissionsAsked = 0;
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    permissionsAsked++;
    return ask();
  };
}`;
async function withPushService(page: Page) {
  const { endpoint, p256dh, auth, messages } = service.browser("push.test");
  await page.addInitScript({ content: PUSH_MANAGER.replaceAll("GIVEN", JSON.stringify({ endpoint, p256dh, auth })) });
  return messages;
}
/** A browser without a screen shows no messages, so the worker notes what it would have shown and opened. */
const NOTE = `{
  self.noted = [];
  self.registration.showNotification = async (title, options) => void noted.push({ title, ...options });
  self.clients.openWindow = async (url) => void noted.push(url);
}`;
const CLICK = `{
  const notification = { close: () => noted.push("closed"), data: noted.at(-1).data };
  self.dispatchEvent(Object.assign(new ExtendableEvent("notificationclick"), { notification, waitUntil: () => undefined }));
}`;

describe("push", () => {
  it("asks only on a click, shows what is new, and opens it", async () => {
    const { page, complaints, expectSound, close } = await openWatched(browser);
    const context = page.context();
    const messages = await withPushService(page);
    await signIn(page, "dee", "/account/notifications");
    const asked = () => page.evaluate("permissionsAsked");
    expect([
      await asked(),
      await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"),
    ]).toEqual([0, 0]);

    await page.getByRole("button", { name: "Turn on in this browser" }).click();
    await page
      .getByRole("alert")
      .getByText(/^Your browser blocks notifications|^You have not allowed/)
      .waitFor();
    expect(await asked()).toBe(1);

    await context.grantPermissions(["notifications"], { origin: world.url });
    await page.getByRole("button", { name: "Turn on in this browser" }).click();
    await page.getByText("Push notifications are on in this browser.").waitFor();
    await page.getByText("this browser", { exact: true }).waitFor();
    await expectSound();

    await tell("dee", 30);
    await world.drain();
    const [message] = messages();
    expect(message).toMatchObject({ title: "Kelpline has 30 votes" });

    // The message comes to the worker as the browser would hand it over, decrypted.
    const [worker] = context.serviceWorkers();
    expect(worker!.url()).toBe(`${world.url}/push-worker.js`);
    await worker!.evaluate(NOTE);
    const inPage = await context.newCDPSession(page);
    const registrations: { registrationId: string; scopeURL: string }[] = [];
    inPage.on("ServiceWorker.workerRegistrationUpdated", (event) => registrations.push(...event.registrations));
    await inPage.send("ServiceWorker.enable");
    await expect.poll(() => registrations.length).toBeGreaterThan(0);
    await inPage.send("ServiceWorker.deliverPushMessage", {
      origin: world.url,
      registrationId: registrations[0]!.registrationId,
      data: JSON.stringify(message),
    });
    const { title, body, path, tag } = message!;
    const noted = () => worker!.evaluate("self.noted");
    await expect.poll(noted).toEqual([{ title, body, tag, icon: "/icon-192.png", data: { path } }]);
    await worker!.evaluate(CLICK);
    expect((await noted()) as unknown[]).toEqual([expect.anything(), "closed", world.url + path]);
    // It sees no page and no file pass by.
    expect(await worker!.evaluate("self.onfetch === null && self.onmessage === null")).toBe(true);
    await page.goto(world.url + path);
    await page.waitForURL(`${world.url}/listings/${slug}`);

    await page.goto(`${world.url}/account/notifications`);
    await page.getByRole("button", { name: /^Turn off in/ }).click();
    await page.getByText("Push notifications are off in that browser.").waitFor();
    expect(await world.deps.store.pushSubscriptions.ofAccount((await world.account("dee")).id)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});
