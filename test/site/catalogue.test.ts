import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENGLISH } from "../../languages/language.ts";
import { mailSamples } from "../../mail/samples.ts";
import { PAGES } from "../browser/pages.ts";
import { createScene } from "../browser/scene.ts";
import { DESIGN } from "../helpers/design.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { post } from "../mcp/helper.ts";
import { createVisitor } from "./world.ts";

const scene = await createScene();
const { store } = scene.deps;
afterAll(() => scene.close());

const WORDS = /\b(pre)?(launch|vot(e|ing)|week|award)\w*/i;
/** How often something happens, what other people wrote, and orders of launches from before. */
const ALLOWED =
  /weekly (digest|check|email|mail report)|(a|every) week\b(?! of)|two weeks with real capacity|away next week|working week|moment or the week|^(Launch: Acme \d, )?.*\bweek of (15|22|8) February|Choose another week|These weeks have|ORD-\d+/gi;
/** The API and its errors are the same on every site; the style guide is for developers; posts are the team's. */
const SAME = /^\/(docs|problems|styleguide|blog)/;
/** Emails about weeks and races, which nothing sends without launches, and about visitors of a week of the calendar. */
const OF_LAUNCHES =
  /^(week-moved|back-to-saved|launch-moved|place-offered|reminder-(week|day)|first-day|badge-(awaited|found|lost)|visitors|order-\S+|confirm-wait|wait-moved|news)$/;

const faultsOf = (place: string, lines: string[]): string[] =>
  lines.filter((line) => WORDS.test(line.replace(ALLOWED, ""))).map((line) => `${place}: ${line.slice(0, 200)}`);

const shape = (change: Record<string, boolean>) =>
  store.change((tx) => tx.site.save({ shape: { ...store.siteLook().shape, ...change } }));

describe("a site without launches and votes", () => {
  beforeAll(() => shape({ launches: false, votes: false }));

  it.each(["visitor", "ann"] as const)("has no word of them on any page of %s", async (name) => {
    const person = name === "visitor" ? createVisitor(scene.url) : await scene.signedIn(name);
    const found: string[] = [];
    for (const address of [...PAGES[name](scene), "/nothing-here", "/listings/acme-boks"]) {
      let reply = await person.get(address);
      while (reply.location) reply = await person.get(reply.location.replace(scene.url, ""));
      if (!SAME.test(address)) found.push(...faultsOf(`${reply.status} ${address}`, visibleText(reply.text)));
    }
    // The text of the law names the votes that are kept from before.
    expect(found.filter((line) => !/\/privacy: .*\bvote/i.test(line))).toEqual([]);
  });

  it("has none in the menu of admins, or in what assistants are told", async () => {
    const menu = (await (await scene.signedIn("root")).get("/admin/fields")).text;
    expect(menu).toContain("/admin/claims");
    for (const path of ["/admin/weeks", "/admin/votes"]) expect(menu).not.toContain(`"${path}"`);

    const ask = async (method: string, params: object = {}) => {
      const headers = { "mcp-protocol-version": "2025-11-25" };
      const message = { jsonrpc: "2.0", id: 1, method, params };
      return (await post({ baseUrl: scene.url }, message, { headers })).body.result;
    };
    const client = { clientInfo: { name: "test", version: "1" }, capabilities: {}, protocolVersion: "2025-11-25" };
    const { instructions } = await ask("initialize", client);
    const { prompts } = await ask("prompts/list");
    const { slug } = scene.listing;
    const composed = await ask("prompts/get", { name: "compare_products", arguments: { a: slug, b: slug } });
    expect(faultsOf("instructions", instructions.split("\n"))).toEqual([]);
    expect(faultsOf("prompts", [JSON.stringify(prompts), composed.messages[0].content.text])).toEqual([]);
    const names = (await ask("resources/list")).resources.map(({ uri }: { uri: string }) => uri);
    expect(names.filter((uri: string) => uri.startsWith("skill:"))).toEqual(["skill://draft-review/SKILL.md"]);
  });

  it("has none in any email that it can send", () => {
    const language = { ...ENGLISH, lacks: ["launches", "votes", "awards"] as const };
    const found = mailSamples(scene.deps.settings, scene.deps.now()).flatMap(({ kind, message }) => {
      if (OF_LAUNCHES.test(kind)) return [];
      const { subject, html, text } = message.in(language, DESIGN);
      return [...faultsOf(kind, [subject, ...visibleText(html)]), ...faultsOf(kind, text.split("\n"))];
    });
    expect(found).toEqual([]);
  });
});
