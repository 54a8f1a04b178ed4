import { expect, it } from "vitest";
import { DEFAULT_THEME } from "../../domain/site/design.ts";
import { THEME_IDS } from "../../domain/site/themes.ts";
import { faultsOfMotion, faultsOfWeight } from "./measures.ts";
import { createScene } from "./scene.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const { world: scene, browser } = await withBrowser(createScene());
const { store } = scene.deps;

const found = (await (await fetch(`${scene.url}/api/v1/listings?per_page=5`)).json()) as { items: { slug: string }[] };
const other = found.items.find(({ slug }) => slug !== "acme-books")!.slug;
/** A page of each kind: words on a scene, lists, one thing, forms. */
const PAGES = [
  "/",
  "/search?q=a",
  "/search?q=a&view=table",
  "/listings/acme-books",
  "/listings/nightferry",
  `/compare?a=acme-books&b=${other}`,
  "/launches",
  "/categories",
  "/sign-in",
];
const LONG_NAME = "Verzeichnis der Landeshauptstadt Schwäbisch Gmünd";

it.each(THEME_IDS)("%s is sound by day, by night, on a phone and under the longest name", async (theme) => {
  const look = { theme: { ...DEFAULT_THEME, theme }, name: LONG_NAME };
  await store.change((tx) => tx.site.save(look));
  const { page, complaints, expectSoundAsLeft, close } = await openWatched(browser);
  const faults: string[] = [];
  for (const [index, address] of PAGES.entries()) {
    await page.goto(scene.url + address);
    const looks = ["by day", "on a phone by night"] as const;
    await expectSoundAsLeft(index % 2 ? looks.toReversed() : [...looks]).catch((fault: Error) =>
      faults.push(fault.message),
    );
    faults.push(...complaints.splice(0), ...(await faultsOfWeight(page)), ...(await faultsOfMotion(page)));
  }
  await page.goto(`${scene.url}/there-is-no-such-page`);
  complaints.length = 0;
  await expectSoundAsLeft(["by day", "on a phone by night"]).catch((fault: Error) => faults.push(fault.message));
  for (const width of [320, 1024, 1100])
    for (const address of ["/", "/de", "/de/search?q=a", "/de/listings/acme-books", "/de/launches"]) {
      await page.setViewportSize({ width, height: 700 });
      await page.goto(scene.url + address);
      const [wide, shown] = (await page.evaluate(`[document.documentElement.scrollWidth,
        [...document.querySelectorAll(".top .wrap > *, .top nav > *")].every((part) => part.getBoundingClientRect().right <= innerWidth)]`)) as [
        number,
        boolean,
      ];
      if (wide > width || !shown) faults.push(`${address} is wider than ${width}`);
    }
  await close();
  expect(faults).toEqual([]);
});

it("the bar of an admin holds every link beside the longest name, in German", async () => {
  await store.change((tx) => tx.site.save({ theme: { ...DEFAULT_THEME, theme: "jamboree" }, name: LONG_NAME }));
  const { page, close } = await openWatched(browser);
  await page.goto(`${scene.url}/sign-in?return_to=/account`);
  await fillSignIn(page, "root");
  await page.waitForURL(`${scene.url}/account`);
  for (const width of [320, 1088, 1090, 1150, 1216, 1218, 1280, 1290]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto(`${scene.url}/de`);
    expect(await page.evaluate("document.documentElement.scrollWidth"), `at ${width}`).toBeLessThanOrEqual(width);
  }
  await close();
});

it("the menu of a phone opens without a script, and holds what the bar held", async () => {
  await store.change((tx) => tx.site.save({ theme: { ...DEFAULT_THEME, theme: "workbench" } }));
  const { page, close } = await openWatched(browser, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
  await page.goto(scene.url);
  const link = page.getByRole("banner").getByRole("link", { name: "Sign in" });
  expect(await link.isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu" }).click();
  await link.click();
  expect(page.url()).toBe(`${scene.url}/sign-in`);
  await close();
});

it("what is printed has no menus, buttons or votes", async () => {
  const { page, close } = await openWatched(browser);
  await page.goto(`${scene.url}/listings/acme-books`);
  await page.emulateMedia({ media: "print" });
  for (const gone of [".top .find", ".top .main", ".sub", ".vote", ".keeping", ".foot", "main .button"])
    expect(await page.locator(gone).first().isVisible(), gone).toBe(false);
  expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
  await close();
});
