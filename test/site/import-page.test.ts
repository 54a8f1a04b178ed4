import { beforeAll, describe, expect, it } from "vitest";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();
const { world, root, store, logged } = team;
const HERE = "/admin/import";
const CRAFTS = [
  "Name;Webseite;Kurzbeschreibung;Rubrik;Land;Handgefertigt;Gewicht",
  "Töpferei Müller;www.toepferei-mueller.de;Geschirr aus Steinzeug;Keramik;Deutschland;ja;1,5",
  "Möbel Größl;https://moebel-groessl.at/;Tische und Stühle;Möbel;Atlantis;nein;12,25",
  "Töpferei;https://toepferei-mueller.de;Noch einmal;Keramik;Deutschland;ja;",
  "Ohne Adresse;;Fehlt;Keramik;Österreich;ja;3",
].join("\r\n");

const file = (bytes: string | Buffer<ArrayBuffer>, name = "handwerk.csv") => ({
  file: new File([bytes], name),
  text: "",
});
async function read(form: Parameters<typeof root.upload>[1]): Promise<string> {
  const reply = await root.upload(HERE, form);
  expect(reply.location, reply.text).toMatch(/^\/admin\/import\/[0-9a-f-]{36}$/);
  return reply.location;
}
/** A form as the page shows it, sent as a browser would. */
function filled(text: string): Record<string, string> {
  const [, form = ""] = /<form[^>]*\/check"[^>]*>([\s\S]*?)<\/form>/.exec(text) ?? [];
  const boxes = [...form.matchAll(/<input type="(?:radio|checkbox)" name="([^"]+)" value="([^"]*)" checked/g)];
  const selects = [...form.matchAll(/<select[^>]* name="([^"]+)"[\s\S]*?<\/select>/g)];
  return Object.fromEntries([
    ...boxes.map(([, name, value]) => [name, value]),
    ...selects.map(([all, name]) => [name, /<option value="([^"]*)" selected/.exec(all)?.[1] ?? ""]),
  ]);
}
const figures = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<li><strong>(\d+)<\/strong>([^<]+)<\/li>/g)].map(([, count, of]) => [of, Number(count)]),
  );
const total = async () =>
  (await store.listings.search({ status: "live", sort: "newest" }, { page: 1, perPage: 1 })).total;

beforeAll(async () => {
  await root.get("/admin/backups");
});

describe("the import page", () => {
  it("moves a spreadsheet in with three forms, saves nothing before the last, and takes all of it back", async () => {
    const before = { categories: (await store.categories.all()).length, fields: store.ownFields().length };
    const path = await read(file(Buffer.from(CRAFTS, "latin1")));
    const columns = (await root.get(path)).text;
    expect(columns).toContain("4 rows, 7 columns, Windows-1252, separated by semicolons");
    for (const part of ["New field: Handgefertigt", "Töpferei Müller", "www.toepferei-mueller.de", "Check 4 rows"])
      expect(columns).toContain(part);
    const form = filled(columns);
    expect(form).toMatchObject({ "to.0": "name", "to.1": "url", "to.5": "new", "decimal.6": ",", launched: "none" });

    // No website is asked for its logo here.
    expect((await root.post(`${path}/check`, { ...form, pictures: "" })).location).toBe(path);
    expect((await root.get(path)).text).toContain("data-poll");
    await world.drain();
    const checked = (await root.get(path)).text;
    expect(figures(checked)).toEqual({
      "new listings": 2,
      duplicates: 1,
      "new categories": 2,
      "new fields": 2,
      "with warnings": 1,
      "with errors": 1,
    });
    expect(checked).toContain("Webseite: &quot;url&quot; is required.");
    expect(checked).toContain("Correct these rows in the file, or import without them.");
    expect(checked).toContain("Line 2 is the same website.");
    expect(checked).toContain("Import 2 rows");
    expect([await total(), (await store.categories.all()).length, store.ownFields().length]).toEqual([
      0,
      before.categories,
      before.fields,
    ]);
    const report = (await root.get(`${path}/report.csv`)).text.trim().split("\r\n");
    expect(report[0]).toContain("line,result,name,listing,reason,notes");
    expect(report.slice(1).map((line) => line.split(",").slice(0, 3))).toEqual([
      ["3", "added", "Möbel Größl"],
      ["4", "duplicate", "Töpferei"],
      ["5", "refused", "Ohne Adresse"],
    ]);

    await root.post(`${path}/run`, {});
    await world.drain();
    expect((await logged())?.action).toBe("import.run");
    expect(figures((await root.get(path)).text)).toMatchObject({ added: 2, "new categories": 2, "new fields": 2 });
    const listing =
      (await store.listings.findLive("toepferei-mueller")) ?? (await store.listings.findLive("topferei-muller"));
    expect(listing).toMatchObject({ country: "DE", launchWeek: null, launchedAt: null });
    expect(listing?.profile.attributes).toMatchObject({ handgefertigt: true, gewicht: 1.5 });
    expect((await root.get("/launches")).text).not.toContain("Töpferei");

    expect((await root.get(HERE)).text).toContain(`action="${path}/undo"`);
    await root.post(`${path}/undo`, {});
    await world.drain();
    expect(figures((await root.get(path)).text)).toMatchObject({ undone: 2 });
    expect([await total(), (await store.categories.all()).length]).toEqual([0, before.categories]);
    expect((await root.post(`${path}/undo`, {})).status).toBe(404);
  });

  it("asks again after a change of columns, and keeps what was chosen", async () => {
    const path = await read({ text: CRAFTS });
    const form = filled((await root.get(path)).text);
    const chosen = { ...form, "to.5": "", "to.3": "", category: "crm", review: "yes", categories: "" };
    await root.post(`${path}/check`, chosen);
    await world.drain();
    const checked = (await root.get(path)).text;
    expect(checked).toContain("2 columns are left out: Rubrik, Handgefertigt.");
    expect(figures(checked)).not.toHaveProperty("new categories");
    const again = filled((await root.get(`${path}?step=columns`)).text);
    expect(again).toMatchObject({ "to.3": "", "to.5": "", category: "crm", review: "yes" });
    expect(again).not.toHaveProperty("categories");
  });

  it("says why a file cannot be read, and keeps what was pasted", async () => {
    for (const [form, sentence] of [
      [file(Buffer.from([0x50, 0x4b, 3, 4, 0, 0])), "Open it and save the table as CSV."],
      [{ text: "  " }, "This file is empty."],
      [{ text: "Name;URL" }, "This file has no rows."],
    ] as const) {
      const reply = await root.upload(HERE, form);
      expect([reply.status, reply.text.includes(sentence)]).toEqual([400, true]);
    }
    expect((await root.upload(HERE, { text: "Name;URL" })).text).toContain("\nName;URL</textarea>");
    expect((await root.get(`${HERE}/none`)).status).toBe(404);
    expect((await root.post(`${HERE}/none/run`, {})).status).toBe(404);
  });

  it("takes files of up to 50 MB from admins, and none from others", async () => {
    const row = `${"x".repeat(900)};https://big.dev/;${"y".repeat(90)}\n`;
    const large = `Name;URL;Description\n${row.repeat(45_000)}`;
    expect(large.length).toBeGreaterThan(44_000_000);
    const path = await read(file(large));
    expect((await root.get(path)).text).toContain("45,000 rows");
    const tooLarge = await root.upload(HERE, file(row.repeat(54_500)));
    expect([tooLarge.status, tooLarge.text.includes("at most 50 MB")]).toEqual([413, true]);
    await team.ann.get("/account");
    const other = await team.ann.upload(HERE, file(CRAFTS));
    expect(other.status).not.toBe(303);
    expect((await store.imports.list({ page: 1, perPage: 9 })).total).toBe(3);
  });
});
