import { afterAll, describe, expect, it } from "vitest";
import { end, serveFromSource } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";

const env = { SITE_LANGUAGES: "de", SITE_NAME: "Harbour" };
const team = await createTeam({ env });
const other = await serveFromSource({ ...env, DATA_DIR: team.world.folder });
afterAll(async () => {
  await end(other.child, "SIGTERM");
});

const text = async (path: string, base = team.world.baseUrl) => (await fetch(base + path)).text();
const everywhere = async (path: string) => Promise.all([text(path), text(path, other.site)]);
const found = async (q: string, language = "en") =>
  [
    ...(await team.root.get(`/admin/texts?${new URLSearchParams({ q, language })}`)).text.matchAll(
      /name="id" value="([^"]*)"/g,
    ),
  ].map(([, id]) => id);
const VOTES = "{count, plural, one {# vote} other {# votes}}";

describe("the wording of the program", () => {
  it("is found by its English and by its translation", async () => {
    expect(await found("this week")).toContain("This week");
    expect((await found("this week"))[0]).toBe("This week");
    expect(await found("suchen", "de")).toContain("Search");
    expect(await found("suchen", "en")).not.toContain("Search");
    expect(await found("no such sentence")).toEqual([]);
    expect(await found("")).toEqual([]);
  });

  it.each([
    ["en", "", "Today's boats"],
    ["de", "/de", "Boote von heute"],
  ])("is changed at once in every process, also on pages that were kept (%s)", async (language, prefix, words) => {
    const link = (page: string) => /<a href="[^"]*\/launches"[^>]*>([^<]+)<\/a>/.exec(page)?.[1];
    const before = (await everywhere(`${prefix}/launches`)).map(link);
    await everywhere(`${prefix}/launches`);
    const form = { language, id: "This week", context: "", q: "this week", page: "1" };
    expect(await team.act("/admin/texts", { ...form, text: words })).toBe("wording-saved");
    const written = words.replace("'", "&#39;");
    expect((await everywhere(`${prefix}/launches`)).map(link)).toEqual([written, written]);
    expect(await found("", language)).toEqual(["This week"]);
    expect(await found(words, language)).toEqual(["This week"]);
    expect(await team.logged()).toEqual({
      action: "sentence.save",
      name: "This week",
      before: {},
      after: { text: words },
    });
    expect(await team.act("/admin/texts/reset", form)).toBe("wording-reset");
    expect((await everywhere(`${prefix}/launches`)).map(link)).toEqual(before);
    expect(await found("", language)).toEqual([]);
  });

  it("must have the parts, tags and plural forms of its sentence; what was typed is not lost", async () => {
    const refused = async (id: string, typed: string, language = "de") => {
      await team.root.get("/admin/texts");
      const { status, text: page } = await team.root.post("/admin/texts", {
        language,
        id,
        context: "",
        q: id,
        page: "1",
        text: typed,
      });
      expect(status).toBe(400);
      expect(page).toContain(typed.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
      return /<p class="fault"[^>]*>([^<]*)/.exec(page)?.[1];
    };
    expect(await refused(VOTES, "{count, plural, other {# Stimmen}}")).toBe(
      "Not saved: the form “one” of {count} is missing.",
    );
    expect(await refused(VOTES, "Stimmen")).toBe("Not saved: {count} is missing.");
    expect(await refused(VOTES, "{count} {other}")).toBe("Not saved: {other} is not in the source.");
    expect(await refused(VOTES, "{count, plural")).toMatch(/^Not saved: it cannot be read: /);
    expect(await refused("This week", "<b>Heute</b>")).toBe("Not saved: the tags differ: – / &lt;b&gt;.");
    expect(await team.store.translations.of({ kind: "sentence", id: VOTES, language: "de" })).toEqual({});
    const gone = { language: "de", id: "There is no such sentence", context: "", text: "x" };
    expect((await team.root.post("/admin/texts", gone)).status).toBe(404);
  });

  it("cannot add markup", async () => {
    const form = { language: "de", id: "This week", context: "", q: "", page: "1" };
    expect(await team.act("/admin/texts", { ...form, text: 'Heute <IMG src=x> & "so"' })).toBe("wording-saved");
    expect(await text("/de/launches")).toContain("Heute &lt;IMG src=x&gt; &amp; &quot;so&quot;");
    await team.act("/admin/texts/reset", form);
  });

  it("applies to emails, and leaves programs their English", async () => {
    const form = { language: "en", id: "Page not found", context: "" };
    expect(await team.act("/admin/texts", { ...form, text: "Lost at sea" })).toBe("wording-saved");
    expect(await text("/nothing-here")).toContain("Lost at sea");
    const problem = await fetch(`${team.world.baseUrl}/api/v1/nothing`);
    expect(await problem.text()).not.toContain("Lost at sea");
    await team.act("/admin/texts/reset", form);
  });
});
