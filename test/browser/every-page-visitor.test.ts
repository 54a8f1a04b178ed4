import { expect, it } from "vitest";
import { mintToken } from "../../core/credentials/tokens.ts";
import { createWorld } from "../helpers/world.ts";
import { createVisitor } from "../site/world.ts";
import { faultsOfEmpty, faultsOfPages, faultsOfStates } from "./look.ts";
import { PAGES } from "./pages.ts";
import { readRoutes } from "./routes.ts";
import { createScene } from "./scene.ts";
import { openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world: scene, browser } = await withBrowser(createScene());
const { world: empty } = await withBrowser(createWorld());

it("every page for visitors is sound by day, by night and on a phone", async () => {
  expect(await faultsOfPages(browser, scene, "visitor")).toEqual([]);
});

it("pages for visitors are sound in every state, and before anything has happened", async () => {
  expect(await faultsOfStates(browser, scene, "visitor")).toEqual([]);
  expect(await faultsOfEmpty(browser, empty.url, "visitor")).toEqual([]);
});

it("the page that sets a new site up is sound", async () => {
  const { token, ...row } = mintToken("setup", empty.deps.now(), empty.deps.random);
  await empty.deps.store.change((tx) => tx.accounts.addToken({ ...row, accountId: null, email: null }));
  const { page, expectSound, close } = await openWatched(browser);
  await page.goto(`${empty.url}/setup?token=${token}`);
  await page.getByRole("button", { name: "Create admin account" }).waitFor();
  await expectSound();
  await close();
});

it("every page is in the list of checked pages", async () => {
  const { pages } = await readRoutes(scene.deps);
  // The draft of a visitor needs their cookie, and an import its file: they are among the states.
  // Days have pages where products launch daily.
  const listed = new Set([
    ...["/setup", "/sign-in/second", "/sign-in/with/:provider/callback", "/submit/:id"],
    ...["/admin/import/:id", "/launches/days/:day"],
  ]);
  for (const name of ["visitor", "ann", "root"] as const) {
    const person = name === "visitor" ? createVisitor(scene.url) : await scene.signedIn(name);
    for (const address of PAGES[name](scene)) {
      // Where a browser ends counts: an address that sends people elsewhere shows no page of its
      // own.
      let path = address;
      for (let reply = await person.get(path); reply.location; reply = await person.get(path))
        path = reply.location.replace(scene.url, "");
      const { pathname } = new URL(path, scene.url);
      listed.add(pages.find(({ match }) => match(pathname))?.path ?? pathname);
    }
  }
  expect(pages.map(({ path }) => path).filter((path) => !listed.has(path))).toEqual([]);
});

it("an address without a page answers 404", async () => {
  const { others } = await readRoutes(scene.deps);
  const plain = others.filter(({ path }) => !/[:,]/.test(path) && path !== "/oauth/authorize");
  expect(plain.length).toBeGreaterThan(15);
  for (const { path } of plain) {
    const answer = await fetch(scene.url + path, { redirect: "manual" });
    const isPage = answer.status < 300 && /html/.test(answer.headers.get("content-type") ?? "");
    expect(isPage, path).toBe(false);
  }
});
