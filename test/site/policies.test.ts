import { afterAll, describe, expect, it } from "vitest";
import { createWorld as createAuth } from "../auth/helper.ts";
import { createWorld } from "./world.ts";

const POLICIES = {
  TERMS_URL: "https://team.example/terms",
  PRIVACY_URL: "https://team.example/privacy",
  IMPRINT_URL: "https://team.example/imprint",
  SUPPORT_URL: "mailto:help@team.example",
};
const [world, bare, withConsent] = await Promise.all([
  createWorld({ env: POLICIES }),
  createWorld(),
  createAuth(POLICIES),
]);
afterAll(() => Promise.all([world.close(), bare.close(), withConsent.close()]));

const linksIn = (text: string): string[] =>
  [...text.matchAll(/href="((?:https:\/\/team|mailto:)[^"]+)"/g)].map(([, to]) => to!);
const parts = (page: string) => {
  const [main = "", footer = ""] = page.split("<footer");
  return { main, footer };
};

describe("the pages of the site's team", () => {
  it.each(["/", "/search", "/sign-in", "/sign-up", "/nothing"])("are linked from the foot of %s", async (path) => {
    const { footer } = parts((await world.visitor().get(path)).text);
    expect(linksIn(footer)).toEqual(Object.values(POLICIES));
  });

  it("are named where people sign up", async () => {
    const { main } = parts((await world.visitor().get("/sign-up")).text);
    expect(linksIn(main)).toEqual([POLICIES.TERMS_URL, POLICIES.PRIVACY_URL]);
    expect(main).toMatch(/By signing up, you agree to the <a [^>]+>terms of use<\/a>\./);
    // A code by email makes an account too.
    expect(linksIn(parts((await world.visitor().get("/sign-in")).text).main)).toEqual([
      POLICIES.TERMS_URL,
      POLICIES.PRIVACY_URL,
    ]);
  });

  it("are named where people allow an app", async () => {
    const browser = await withConsent.browser(await withConsent.account("ann"));
    const { answer } = await browser.toConsent(withConsent.authorizePath(await withConsent.client()));
    expect(linksIn(parts(answer.text).main)).toEqual([POLICIES.TERMS_URL, POLICIES.PRIVACY_URL]);
  });

  it("are this site's own where the settings name no others", async () => {
    const { footer } = parts((await bare.visitor().get("/")).text);
    for (const path of ["/terms", "/privacy", "/imprint", "/contact"]) {
      expect(footer).toContain(`href="${path}"`);
      expect(await bare.visitor().get(path)).toMatchObject({ status: 200 });
    }
    expect((await bare.visitor().get("/sign-up")).text).toMatch(/href="[^"]*\/terms"[^>]*>terms of use</);
  });

  it("lead elsewhere from their own addresses where the settings name others", async () => {
    for (const name of ["terms", "privacy", "imprint"]) {
      const { status, headers } = await world.visitor().get(`/${name}`);
      expect([status, headers.get("location")]).toEqual([302, `https://team.example/${name}`]);
    }
  });
});
