import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeBackup } from "../../actions/backups/make-backup.ts";
import { databaseFile } from "../../core/settings/config.ts";
import { addBackup } from "../../store/backups/backups.ts";
import { png } from "../helpers/png.ts";
import { runHere } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";

const POST = { title: "Who won", body: "## A week\n\nIt was **close**.\n\nThe end.", author: "Ruth", tags: "" };
const picture = (bytes: Buffer, name = "chart.png") => new File([new Uint8Array(bytes)], name);

/** A PNG with a text beside its pixels, where cameras write places and names. */
function withSecret(bytes: Buffer): Buffer {
  const text = Buffer.from("tEXtComment\0taken at 12 Harbour Street");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length - 4);
  // After the signature and the header, which take 33 bytes. Decoders skip a text whose checksum is wrong.
  return Buffer.concat([bytes.subarray(0, 33), length, text, Buffer.alloc(4), bytes.subarray(33)]);
}

const team = await createTeam();

const add = async (form: Record<string, string | File>) => {
  await team.root.get("/admin/blog/new");
  return team.root.upload("/admin/blog/new/picture", { ...POST, do: "text", ...form });
};
const folder = () => join(team.world.folder, "uploads");
const files = () => (existsSync(folder()) ? readdirSync(folder()) : []);
const uploaded = (text: string) => /\/uploads\/([\w-]{27})\/1280/.exec(text)?.[1];

describe("the editor of a post", () => {
  it("shows how readers will see it beside the fields, and saves nothing by that", async () => {
    await team.root.get("/admin/blog/new");
    const { text } = await team.root.upload("/admin/blog/new", { ...POST, excerpt: "See *who* won", do: "preview" });
    const [, preview = ""] = /<div id="post-preview"[^>]*>(.*?)<\/section>/s.exec(text) ?? [];
    expect(preview).toContain('<p class="lead" dir="auto">See who won</p>');
    expect(preview).toContain("<strong>close</strong>");
    expect(text).toContain("It was **close**.");
    expect((await team.store.posts.listAll({ page: 1, perPage: 9 })).total).toBe(0);
  });

  it("puts an uploaded picture after the paragraph that was being written, without saving the post", async () => {
    const { text } = await add({
      picture: picture(png(900, 300)),
      picture_alt: "Votes by day",
      cursor: String(POST.body.indexOf("close")),
    });
    const id = uploaded(text)!;
    expect(text).toContain(`It was **close**.\n\n![Votes by day](/uploads/${id}/1280)\n\nThe end.`);
    expect(text).toContain(`<img src="/uploads/${id}/1280" alt="Votes by day" loading="lazy">`);
    expect(files().sort()).toEqual([`${id}-1280.webp`, `${id}-640.webp`].sort());
    expect(await team.logged()).toMatchObject({
      action: "upload.save",
      name: "chart.png",
      after: { size: "900 by 300" },
    });
    expect((await team.store.posts.listAll({ page: 1, perPage: 9 })).total).toBe(0);
  });

  it("takes a picture by its URL, and as the cover", async () => {
    const byUrl = await add({ picture_url: "https://pictures.example/a.png", picture_alt: "A boat" });
    expect(byUrl.text).toContain("The end.\n\n![A boat](https://pictures.example/a.png)");
    const { text } = await add({ picture: picture(png(50, 50)), picture_alt: "A dot", do: "cover" });
    const cover = `/uploads/${uploaded(text)}/1280`;
    const form = { ...POST, cover, cover_alt: "A dot", do: "publish" };
    expect((await team.root.upload("/admin/blog/new", form)).location).toContain("post-published");
    const page = await team.ann.get("/blog/who-won");
    expect(page.text).toContain(`<img src="${cover}" alt="A dot">`);
    const { body } = await team.world.rest("GET", "/blog/who-won");
    expect(body.cover_url).toBe(team.world.url + cover);
  });

  it("leads with words, never with Markdown, and does not say the beginning twice", async () => {
    const body = "**Four** [boats](https://boats.example) and `one` cat.\n\n- A list";
    await team.root.get("/admin/blog/new");
    await team.root.upload("/admin/blog/new", { ...POST, title: "Marks", body, do: "publish" });
    const { text } = await team.ann.get("/blog/marks");
    expect(text).toContain('<meta name="description" content="Four boats and one cat. A list">');
    expect(text).not.toContain('class="lead"');
    expect((await team.ann.get("/blog")).text).toContain('<p dir="auto">Four boats and one cat. A list</p>');
  });

  it("asks what every picture shows", async () => {
    expect((await add({ picture: picture(png(9, 9)) })).text).toContain("Describe the picture");
    await team.root.get("/admin/blog/new");
    const silent = { ...POST, body: "![](https://pictures.example/a.png)", cover: "https://pictures.example/a.png" };
    const { status, text } = await team.root.upload("/admin/blog/new", { ...silent, do: "publish" });
    expect(status).toBe(400);
    expect(text).toContain("Describe each picture");
    expect(text).toContain("Describe the cover");
  });
});

describe("an uploaded picture", () => {
  it.each([
    ["a page", Buffer.from("<html><script>1</script>"), "not a picture"],
    ["a picture of too many pixels", png(10, 10, [9000, 9000]), "too many pixels"],
    ["a file of too many bytes", Buffer.concat([png(9, 9), Buffer.alloc(5_000_000)]), "larger than 5 MB"],
    ["half a picture", png(300, 300).subarray(0, 90), "broken"],
  ])("is not %s, whatever its name says", async (_what, bytes, said) => {
    const before = files();
    const { status, text } = await add({ picture: picture(bytes), picture_alt: "It" });
    expect(status).toBe(400);
    expect(text).toContain(said);
    expect(files()).toEqual(before);
  });

  it("keeps its pixels and nothing else", async () => {
    const bytes = withSecret(png(700, 20));
    expect(bytes.includes("Harbour Street")).toBe(true);
    const { text } = await add({ picture: picture(bytes), picture_alt: "A line" });
    const id = uploaded(text)!;
    for (const size of [640, 1280]) {
      const kept = readFileSync(join(folder(), `${id}-${size}.webp`));
      expect(kept.subarray(8, 12).toString()).toBe("WEBP");
      expect(kept.includes("Harbour Street")).toBe(false);
    }
  });

  it("is in backups, comes back with them, and goes with the oldest", async () => {
    const database = databaseFile(team.world.deps.settings);
    const backups = join(team.world.folder, "elsewhere");
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
    const { file } = await addBackup(database, { folder: backups, keep: 2, at: at(1), hasUploads: true });
    expect(readdirSync(`${file}.uploads`).sort()).toEqual(files().sort());
    const DATA_DIR = join(team.world.folder, "restored");
    expect(await runHere(["restore", file], { DATA_DIR })).toMatchObject({ code: 0 });
    expect(readdirSync(join(DATA_DIR, "uploads")).sort()).toEqual(files().sort());
    for (const hour of [2, 3]) await addBackup(database, { folder: backups, keep: 2, at: at(hour), hasUploads: true });
    expect(existsSync(`${file}.uploads`)).toBe(false);
    expect(readdirSync(backups).filter((name) => name.endsWith(".uploads"))).toHaveLength(2);
  });

  it("is missed by doctor and backups if its files are lost, outlives the backups that had it, and comes back", async () => {
    const BACKUP_DIR = join(team.world.folder, "kept");
    const env = { DATA_DIR: team.world.folder, BACKUP_DIR };
    const settings = { ...team.world.deps.settings, BACKUP_DIR };
    const storage = async () => {
      const { stdout } = await runHere(["doctor", "--json", "--skip", "dns,https out"], env);
      return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === "storage");
    };
    const before = files().sort();
    const back = (hour: number) => makeBackup(settings, new Date(Date.UTC(2026, 0, 1, hour)), 2);
    expect((await back(1)).missing).toEqual([]);
    expect(await storage()).toMatchObject({ ok: true });
    rmSync(folder(), { recursive: true });
    for (const hour of [2, 3, 4]) expect((await back(hour)).missing.sort()).toEqual(before);
    const newest = join(BACKUP_DIR, "debut-20260101T040000Z.db");
    const cure = `debut restore ${newest} --uploads`;
    expect(await storage()).toMatchObject({
      ok: false,
      detail: expect.stringMatching(
        `^${before.length} files of uploaded pictures are missing in ${folder()}: [\\w-]+\\.webp, `,
      ),
      cure: expect.stringContaining(cure),
    });
    const single = join(team.world.folder, "single.db");
    expect(await runHere(["backup", single], env)).toMatchObject({ code: 1, stderr: expect.stringContaining(cure) });
    expect(readdirSync(`${single}.uploads`).sort()).toEqual(before);
    expect(await runHere(["restore", newest, "--uploads"], env)).toMatchObject({ code: 0 });
    expect(files().sort()).toEqual(before);
    expect(await storage()).toMatchObject({ ok: true });
  });

  it("is deleted for good once nothing shows it", async () => {
    const { text } = await add({ picture: picture(png(31, 31)), picture_alt: "Unused" });
    const id = uploaded(text)!;
    const path = `/uploads/${id}/640`;
    expect((await fetch(team.world.baseUrl + path)).headers.get("content-type")).toBe("image/webp");
    const used = uploaded((await team.root.get("/admin/blog/who-won")).text)!;
    const page = await team.root.get("/admin/pictures");
    expect(page.text).toContain("Used in Who won");
    expect(page.text).not.toContain(`/admin/pictures/${used}/delete`);
    expect(await team.act(`/admin/pictures/${used}/delete`, {})).toBe("picture-used");
    expect(await team.act(`/admin/pictures/${id}/delete`, {})).toBe("picture-removed");
    expect(await team.logged()).toMatchObject({ action: "upload.remove", name: "chart.png" });
    expect(files().filter((name) => name.startsWith(id))).toEqual([]);
    expect((await fetch(team.world.baseUrl + path)).status).toBe(404);
  });
});
