import { afterAll, describe, expect, it } from "vitest";
import { createWorld } from "./helper.ts";

const world = await createWorld({ SITE_LANGUAGES: "de,en-XA" });
afterAll(() => world.close());
const clientId = await world.client();
const ann = await world.account("ann");

const asking = (uiLocales?: string) => world.authorizePath(clientId, { ui_locales: uiLocales });
const langOf = (text: string): string | undefined => /<html lang="([^"]+)"/.exec(text)?.[1];

/** Where a signed-out visitor signs in, and the language of the consent page for Ann. */
async function pagesFor(uiLocales?: string) {
  const nobody = await world.browser();
  const { path } = await nobody.follow(asking(uiLocales));
  const { answer } = await (await world.browser(ann)).toConsent(asking(uiLocales));
  return { signIn: path.split("?")[0], consent: langOf(answer.text) };
}

describe("the pages of an authorization", () => {
  it.each([
    ["de", { signIn: "/de/sign-in", consent: "de" }],
    ["de-CH", { signIn: "/de/sign-in", consent: "de" }],
    ["xx fr-CA EN-xa de", { signIn: "/en-xa/sign-in", consent: "en-XA" }],
    ["en de", { signIn: "/sign-in", consent: "en" }],
    ["xx", { signIn: "/sign-in", consent: "en" }],
    [undefined, { signIn: "/sign-in", consent: "en" }],
  ])("are in a language of the site that ui_locales %s asks for", async (uiLocales, expected) => {
    expect(await pagesFor(uiLocales)).toEqual(expected);
  });

  it("are in the language of the account if the app asks for none", async () => {
    await world.deps.store.change((tx) => tx.accounts.setLanguage(ann, "de"));
    expect((await pagesFor()).consent).toBe("de");
    expect((await pagesFor("en")).consent).toBe("en");
    await world.deps.store.change((tx) => tx.accounts.setLanguage(ann, null));
  });

  it("say in that language what is wrong with a request, and have no menu of languages", async () => {
    const browser = await world.browser(ann);
    const { answer: consent } = await browser.toConsent(asking("de"));
    expect(consent.text).not.toContain("hreflang");
    const refused = await browser.get("/oauth/authorize?client_id=nobody&ui_locales=de");
    expect([refused.status, langOf(refused.text)]).toEqual([400, "de"]);
  });
});
