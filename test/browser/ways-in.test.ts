import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { createWorld } from "../helpers/world.ts";
import { type Device, openDevice, touches } from "./device.ts";
import { fillSignIn, NIGHT_PHONE, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

// Browsers make no passkeys for IP addresses, so the site needs a name.
const port = await freePort();
const url = `http://localhost:${port}`;
const { world, browser } = await withBrowser(
  createWorld({
    env: { PORT: String(port), BASE_URL: url, LIMIT_SIGN_IN: "1000", REQUIRE_ADMIN_TWO_FACTOR: "true" },
  }),
);
const { store } = world.deps;

const newestTo = async (to: string) =>
  (await store.mails.list({ page: 1, perPage: 100 })).items.find(({ recipient }) => recipient === to)!;
const codeFor = async (to: string) => /^\d{6}/.exec((await newestTo(to)).subject)![0];
const main = (page: Page) => page.getByRole("main");
const press = (page: Page, name: string) => main(page).getByRole("button", { name, exact: true }).click();

/** Counts the screens that a page shows from now on, each by its heading, until they are asked for. */
function countScreens(page: Page) {
  const screens: Promise<string>[] = [];
  const count = () => screens.push(page.locator("h1").first().innerText());
  page.on("domcontentloaded", count);
  return () => {
    page.off("domcontentloaded", count);
    return Promise.all(screens);
  };
}

it.each([
  ["on a desktop, with scripts", {}],
  ["on a phone, without scripts", { ...NIGHT_PHONE, javaScriptEnabled: false }],
])("a stranger votes %s: one click and three screens", async (where, options) => {
  const name = where.includes("phone") ? "Tideline Two" : "Tideline";
  const email = `${name.replace(" ", "-").toLowerCase()}@people.example`;
  const { slug, id } = await world.listing(name);
  const { page, complaints, close } = await openWatched(browser, options);
  await page.goto(`${url}/listings/${slug}`);
  const screensSoFar = countScreens(page);
  const way = page.locator(where.includes("phone") ? "form.dock button" : "#vote button");
  await way.click();
  await page.getByRole("heading", { name: `Sign in or sign up to vote for ${name}` }).waitFor();
  await page.getByLabel("Email").fill(email);
  await press(page, "Email me a code");
  await page.getByLabel("Code").fill(await codeFor(email));
  await press(page, "Sign in");
  await page.waitForURL((to) => to.pathname === `/listings/${slug}` && to.hash === "#vote");
  expect(await screensSoFar()).toEqual([`Sign in or sign up to vote for ${name}`, "Check your email", name]);
  await expect.poll(async () => (await store.listings.find(id))!.votes).toBe(1);
  // Without scripts there is no offer that only a script could carry out.
  expect(await page.getByText("Next time, sign in with").isVisible()).toBe(false);
  expect(complaints).toEqual([]);
  await close();
});

async function openQuiet(): Promise<Device> {
  const device = await openDevice(browser);
  await device.page.addInitScript("PublicKeyCredential.isConditionalMediationAvailable = async () => false");
  await touches(device, false);
  return device;
}

async function enterByCode({ page }: Device, email: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await press(page, "Email me a code");
  await page.getByLabel("Code").fill(await codeFor(email));
  await press(page, "Sign in");
  await page.getByRole("heading", { name: "Your account" }).waitFor();
}

async function signOut({ page }: Device): Promise<void> {
  await page.goto(`${url}/account`);
  await press(page, "Sign out");
  await page.getByText("You are signed out.").waitFor();
}

it("a passkey is offered once after the first sign-in, and is then the only way in that is needed", async () => {
  const device = await openQuiet();
  const { page } = device;
  await enterByCode(device, "key@people.example");
  const offer = page.getByRole("region", { name: "Passkey" });
  await offer.getByText("Next time, sign in with your fingerprint").waitFor();
  await device.expectSound();
  await offer.getByRole("link", { name: "Add a passkey" }).click();
  await touches(device, true);
  await press(page, "Add passkey");
  await page.getByText("The passkey is added.").waitFor();
  await touches(device, false);
  await signOut(device);
  await page.goto(`${url}/sign-in`);
  await touches(device, true);
  await press(page, "Sign in with a passkey");
  await page.waitForURL(`${url}/account`);
  expect(await store.accounts.findByEmail("key@people.example")).toMatchObject({ passwordHash: null });
  await device.close();
});

it("an offer that was put off does not come again", async () => {
  const device = await openQuiet();
  await enterByCode(device, "not@people.example");
  await device.page.getByRole("button", { name: "Not now" }).click();
  expect(await device.page.getByRole("region", { name: "Passkey" }).isVisible()).toBe(false);
  await signOut(device);
  await enterByCode(device, "not@people.example");
  expect(device.page.url()).toBe(`${url}/account`);
  await device.close();
});

it("an admin who must have two factors is led to a passkey, and needs it ever after", async () => {
  await world.account("boss", { admin: true });
  const device = await openQuiet();
  const { page } = device;
  await page.goto(`${url}/sign-in?return_to=/admin`);
  await fillSignIn(page, "boss");
  await page.getByText("Admins of this site need two factors.").waitFor();
  await device.expectSound();
  await main(page).getByRole("link", { name: "add a passkey" }).click();
  await touches(device, true);
  await press(page, "Add passkey");
  await page.getByText("The passkey is added.").waitFor();
  await page.goto(`${url}/admin`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(page.url()).toBe(`${url}/admin`);

  await touches(device, false);
  await signOut(device);
  await page.goto(`${url}/sign-in?return_to=/admin`);
  await fillSignIn(page, "boss");
  await page.getByRole("heading", { name: "One more step" }).waitFor();
  await device.expectSound();
  for (const path of ["/admin", "/account", "/account/passkeys"]) {
    await page.goto(url + path);
    expect(page.url()).toContain("/sign-in?");
  }
  await page.goto(`${url}/sign-in/second?return_to=/admin`);
  await touches(device, true);
  await press(page, "Use a passkey");
  await page.waitForURL(`${url}/admin`);
  await device.close();
});
