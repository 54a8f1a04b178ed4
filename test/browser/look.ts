import type { Browser, Page } from "playwright-core";
import { faultsOfMotion, faultsOfWeight } from "./measures.ts";
import { PAGES } from "./pages.ts";
import type { Scene } from "./scene.ts";
import { EMPTY, statesOf, type Who } from "./states.ts";
import { fillSignIn, NIGHT_PHONE, openWatched } from "./watched-page.ts";

type Stop = [address: string, enter: (page: Page) => Promise<unknown>];

async function openAs(browser: Browser, name: Who, url: string, options = {}) {
  const watched = await openWatched(browser, options);
  if (name === "visitor") return watched;
  await watched.page.goto(`${url}/sign-in?return_to=/account`);
  await fillSignIn(watched.page, name);
  await watched.page.waitForURL(`${url}/account`);
  return watched;
}

/** What is wrong with the pages that somebody can open, by day and on a phone by night. */
export async function faultsOfPages(browser: Browser, scene: Scene, name: keyof typeof PAGES): Promise<string[]> {
  const faults: string[] = [];
  const { page, complaints, expectSoundAsLeft, close } = await openAs(browser, name, scene.url);
  // Each page begins with the last look at the page before, because a change of looks draws all anew.
  const looks = ["by day", "on a phone by night"] as const;
  for (const [index, address] of PAGES[name](scene).entries()) {
    const answer = await page.goto(scene.url + address);
    if (answer?.status() !== 200) faults.push(`${address} answered ${answer?.status()}`);
    await expectSoundAsLeft(index % 2 ? looks.toReversed() : [...looks]).catch((fault: Error) =>
      faults.push(fault.message),
    );
    faults.push(...complaints.splice(0), ...(await faultsOfWeight(page)), ...(await faultsOfMotion(page)));
  }
  await close();
  return faults;
}

/** What is wrong with the states that somebody brings pages into, on a phone by night. */
export const faultsOfStates = (browser: Browser, scene: Scene, name: Who): Promise<string[]> =>
  faultsOfStops(
    browser,
    scene.url,
    name,
    statesOf(scene).flatMap(([who, ...stop]) => (who === name ? [stop] : [])),
  );

/** What is wrong with pages of a site on which nothing has happened yet. */
export const faultsOfEmpty = (browser: Browser, url: string, name: keyof typeof EMPTY): Promise<string[]> =>
  faultsOfStops(
    browser,
    url,
    name,
    EMPTY[name].map((address) => [address, async () => undefined]),
  );

async function faultsOfStops(browser: Browser, url: string, name: Who, stops: Stop[]): Promise<string[]> {
  const faults: string[] = [];
  const { page, complaints, expectSound, close } = await openAs(browser, name, url, NIGHT_PHONE);
  for (const [address, enter] of stops) {
    await page.goto(url + address);
    try {
      await enter(page);
      // The browser itself notes an answer that says no.
      const own = complaints.splice(0).filter((text) => !/the server responded with a status of 4\d\d/.test(text));
      faults.push(...own);
      await expectSound(["as it is"]);
    } catch (fault) {
      const { message, actual = "" } = fault as Error & { actual?: unknown };
      faults.push(`${name} at ${address}: ${message} ${actual}`);
    }
  }
  await close();
  return faults;
}
