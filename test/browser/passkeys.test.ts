import { expect, it } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { createWorld, PASSWORD } from "../helpers/world.ts";
import { type Device, openDevice, touches } from "./device.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

// Browsers make no passkeys for IP addresses, so the site needs a name.
const port = await freePort();
const url = `http://localhost:${port}`;
const { world, browser } = await withBrowser(
  createWorld({ env: { PORT: String(port), BASE_URL: url, LIMIT_SIGN_IN: "1000" } }),
);
const { store } = world.deps;

async function signOut(device: Device): Promise<void> {
  await touches(device, false);
  await device.page.goto(`${url}/account`);
  await device.page.getByRole("button", { name: "Sign out", exact: true }).click();
  await device.page.getByText("You are signed out.").waitFor();
}

async function signIn({ page }: Device, name: string): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await page.getByLabel("Email").fill(`${name}@people.example`);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Your account" }).waitFor();
}

async function addPasskey({ page }: Device): Promise<void> {
  await page.goto(`${url}/account/passkeys`);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByText("The passkey is added.").waitFor();
}

it("a person adds a passkey, loses the password, and signs in with the passkey alone", async () => {
  const { id } = await world.account("ann");
  const device = await openDevice(browser);
  const { page } = device;
  await signIn(device, "ann");
  await page.getByRole("link", { name: "Passkeys" }).click();
  await device.expectSound();
  await addPasskey(device);
  await device.expectSound();
  expect(await store.passkeys.ofAccount(id)).toMatchObject([{ name: "Chrome on Linux", lastUsedAt: null }]);

  await store.change((tx) => tx.accounts.setPassword(id, null));
  await signOut(device);
  const { slug } = await world.listing("Voted with a passkey");
  await page.goto(`${url}/listings/${slug}`);
  await page.getByRole("button", { name: "Vote", exact: true }).first().click();
  await device.expectSound();
  await touches(device, true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("Your vote counts.").waitFor();
  const [passkey] = await store.passkeys.ofAccount(id);
  expect(passkey!.lastUsedAt).not.toBeNull();
  expect(passkey!.counter).toBeGreaterThan(0);
  const { items } = await store.mails.list({ page: 1, perPage: 10 });
  expect(items.map(({ subject }) => subject)).toContain("New passkey on Debut");

  await page.goto(`${url}/account/passkeys`);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByText("It no longer signs you in.").waitFor();
  expect(await store.passkeys.ofAccount(id)).toEqual([]);
  await device.close();
});

it("a device whose user is not verified neither makes a passkey nor signs in", async () => {
  await world.account("bob");
  const device = await openDevice(browser);
  await signIn(device, "bob");
  await addPasskey(device);
  await device.session.send("WebAuthn.setUserVerified", {
    authenticatorId: device.authenticatorId,
    isUserVerified: false,
  });
  await signOut(device);
  await device.page.goto(`${url}/sign-in`);
  await touches(device, true);
  await device.page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await device.page.getByRole("alert").getByText("It was canceled or took too long.").waitFor();
  await device.close();
});

it("what a device signed works once, in its own session, for its own account", async () => {
  await world.account("cat");
  await world.account("dan");
  const device = await openDevice(browser);
  const { page } = device;
  await signIn(device, "cat");
  await addPasskey(device);
  await signOut(device);

  // The form is stopped, so that its answer can be sent in other ways.
  await page.goto(`${url}/sign-in`);
  await page.evaluate("HTMLFormElement.prototype.submit = () => undefined");
  await touches(device, true);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  const field = page.locator("form[data-passkey] input[name=credential]");
  await expect.poll(() => field.inputValue()).not.toBe("");
  const credential = await field.inputValue();

  async function post(text: string, from = page): Promise<number> {
    const csrf = await from.locator("input[name=csrf]").first().inputValue();
    const sent = { form: { csrf, credential: text }, headers: { origin: url }, maxRedirects: 0 };
    return (await from.context().request.post(`${url}/sign-in/passkey`, sent)).status();
  }

  const stranger = await openDevice(browser);
  await stranger.page.goto(`${url}/sign-in`);
  expect(await post(credential, stranger.page)).toBe(400);
  for (const wrong of [
    "",
    "null",
    "{}",
    "[1]",
    credential.slice(0, -9),
    credential.replace(/"signature":"..../, '"signature":"AAAA'),
  ])
    expect(await post(wrong)).toBe(400);
  const dan = (await store.accounts.findByEmail("dan@people.example"))!;
  const changed = JSON.parse(credential);
  changed.response.userHandle = Buffer.from(dan.id).toString("base64url");
  expect(await post(JSON.stringify(changed))).toBe(400);

  world.advance(11 * 60_000);
  expect(await post(credential)).toBe(400);
  world.advance(-11 * 60_000);
  const cookies = await page.context().cookies();
  expect(await post(credential)).toBe(303);
  await page.context().clearCookies();
  await page.context().addCookies(cookies);
  expect(await post(credential)).toBe(400);
  await stranger.close();
  await device.close();
});

it("the page says what is missing without scripts", async () => {
  const { page, close } = await openWatched(browser, { javaScriptEnabled: false });
  await page.goto(`${url}/sign-in`);
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).isVisible()).toBe(false);
  await close();
});
