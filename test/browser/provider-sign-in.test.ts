import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { freePort } from "../helpers/free-port.ts";
import { startGitHub } from "../helpers/github-server.ts";
import { startOpenIdProvider } from "../helpers/openid-provider.ts";
import { createWorld } from "../helpers/world.ts";
import { NIGHT_PHONE, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const google = await startOpenIdProvider(() => [`${url}/sign-in/with/google/callback`], true);
const github = await startGitHub();
afterAll(() => Promise.all([google.close(), github.close()]));
const { world, browser } = await withBrowser(
  createWorld({
    env: {
      PORT: String(port),
      BASE_URL: url,
      LIMIT_SIGN_IN: "1000",
      GOOGLE_ISSUER: google.url,
      GOOGLE_CLIENT_ID: google.client.client_id,
      GOOGLE_CLIENT_SECRET: google.client.client_secret,
      GITHUB_URL: github.url,
      GITHUB_CLIENT_ID: "gh-id",
      GITHUB_CLIENT_SECRET: "gh-secret",
    },
  }),
);
const { store } = world.deps;

async function beAtProvider(page: Page, name: string): Promise<void> {
  await page.getByRole("heading", { name: "Sign in at the stand-in" }).waitFor();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Next" }).click();
}

it.each([
  ["on a desktop", {}],
  ["on a phone by night", NIGHT_PHONE],
  ["without scripts", { javaScriptEnabled: false }],
] as const)("a stranger who wants to submit a website is there after two screens: %s", async (look, options) => {
  const name = look.replaceAll(" ", "-");
  google.people.set(name, { email: `${name}@people.example`, email_verified: true, name: "Ines" });
  const opened = await openWatched(browser, options);
  const { page } = opened;
  const screens: string[] = [];
  page.on("framenavigated", (frame) => {
    if (frame === page.mainFrame() && !/\/callback|\/auth/.test(frame.url())) screens.push(frame.url());
  });
  await page.goto(`${url}/sign-in?return_to=/submit`);
  if (options !== NIGHT_PHONE && !("javaScriptEnabled" in options)) await opened.expectSound();
  await page.getByRole("button", { name: "Continue with Google" }).click();
  await beAtProvider(page, name);
  await page.waitForURL(`${url}/submit`);
  console.info(`${look}: ${screens.length} screens`);
  expect(screens.map((screen) => new URL(screen).pathname.split("/")[1])).toEqual(["sign-in", "interaction", "submit"]);
  expect(await store.accounts.findByEmail(`${name}@people.example`)).toMatchObject({ name: "Ines" });
  await opened.close();
});
