import { describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";

const START = "/admin/start";
const team = await createTeam();
const { root, store } = team;

const GAMES = {
  ...{ name: "Würfel", sentence: "Brettspiele für jeden Tisch", SITE_LANGUAGE: "de", SITE_TIMEZONE: "" },
  ...{ kind: "catalog", was: "race", topic: "games", theme: "first-light", accent: "0e6a50" },
};
const send = async (form: Record<string, string>) => {
  await root.get(START);
  return root.post(START, form);
};
const shot = async () => [
  store.siteLook(),
  [...store.typedSettings()],
  await store.categories.all(),
  await store.fieldDefinitions.list(),
];

describe("the set-up of a site", () => {
  it("changes nothing while an answer is wrong, and keeps what was typed", async () => {
    const before = await shot();
    const reply = await send({ ...GAMES, accent: "green" });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("Enter a color as # and six hex digits");
    expect(reply.text).toContain('value="Brettspiele für jeden Tisch"');
    expect((await send({ ...GAMES, SITE_LANGUAGE: "xx" })).status).toBe(400);
    expect(await shot()).toEqual(before);
  });

  it("shows the front page with the answers, in the language, before anything is saved", async () => {
    const query = new URLSearchParams(GAMES);
    const { text } = await root.get(`/admin/settings/look/preview?${query}`);
    expect(text).toContain('<html lang="de"');
    expect(text).toContain("<h1>Brettspiele für jeden Tisch</h1>");
    expect(text).toMatch(/<title>[^<]*Würfel/);
    expect(text).toContain('href="/categories/dice-games"');
    expect((await root.get("/")).text).toContain('<html lang="en"');
  });

  it("saves all answers in one change; a theme that nobody chose follows the kind of site", async () => {
    expect((await send(GAMES)).location).toBe("/admin/first-steps?notice=site-saved");
    expect(store.siteLook()).toMatchObject({
      ...{ name: "Würfel", heroTitle: GAMES.sentence, accent: "#0e6a50" },
      ...{ shape: { launches: false, votes: false }, theme: { theme: "workbench" } },
    });
    expect((await store.categories.all()).map(({ slug }) => slug)).toContain("dice-games");
    expect((await store.fieldDefinitions.list()).map(({ key }) => key)).toContain("players_from");
    const front = (await root.get("/")).text;
    expect(front).toContain('<html lang="de"');
    expect(front).toContain('href="/categories/dice-games"');
    const actions = (await store.audit.list({}, { page: 1, perPage: 10 })).items.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["site.start", "category.preset", "field.save"]));
    expect(new Set(actions).size).toBe(3);
  });

  it("leaves categories, fields and the theme alone when it is opened and sent again", async () => {
    const before = await shot();
    const same = { ...GAMES, was: "catalog", topic: "", theme: "workbench", accent: "#0e6a50" };
    expect((await send(same)).location).toContain("site-saved");
    expect(await shot()).toEqual(before);
  });
});
