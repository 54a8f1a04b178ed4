import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTeam, type Team } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const FOLDER = new URL("../../site/pages/admin/", import.meta.url);
const SOURCES = readdirSync(FOLDER).map((file) => [file, readFileSync(new URL(file, FOLDER), "utf8")] as const);
const routes = (method: string): string[] =>
  SOURCES.flatMap(([, source]) =>
    [...source.matchAll(new RegExp(`router\\.${method}\\(\\s*"([^"]+)"`, "g"))].map(([, path]) => path!),
  );
const filled = (path: string): string => path.replace(/:[a-z]+/g, "1");

let team: Team;
beforeAll(async () => {
  team = await createTeam();
  await team.world.listing("Acme Charts");
});
afterAll(() => team?.world.close());

describe("pages of the site team", () => {
  it("are all found", () => {
    expect(routes("get").length).toBeGreaterThan(25);
    expect(routes("post").length).toBeGreaterThan(15);
  });

  it.each(routes("get"))("GET %s is for admins alone", async (path) => {
    const stranger = await createVisitor(team.world.baseUrl).get(filled(path));
    expect(stranger).toMatchObject({ status: 303, location: expect.stringMatching(/^\/sign-in/) });
    expect((await team.ann.get(filled(path))).status).toBe(404);
  });

  it.each(routes("post"))("POST %s does nothing for members, or without a token", async (path) => {
    const { ann, root, store, world } = team;
    await ann.get("/account");
    const entries = async () => (await store.audit.list({}, { page: 1, perPage: 1 })).total;
    const before = [await entries(), world.deps.store.version()];
    expect((await ann.post(filled(path), { step: "suspend", do: "delete", decision: "approve" })).status).toBe(404);
    await root.get("/admin/backups");
    expect((await root.post(filled(path), { csrf: "x" })).status).toBe(403);
    expect((await root.post(filled(path), {}, { origin: "https://evil.example" })).status).toBe(403);
    expect([await entries(), world.deps.store.version()]).toEqual(before);
  });

  it.each(SOURCES)("%s changes things only where the audit log sees it", (_file, source) => {
    for (const [post] of source.matchAll(/router\.post\(\s*"[^"]+",\s*\w+\(/g)) expect(post).toMatch(/(act|action)\($/);
    expect(source.match(/router\.post\(/g)?.length ?? 0).toBe(
      [...source.matchAll(/router\.post\(\s*"[^"]+",\s*(act|action)\(/g)].length,
    );
    expect(source).not.toMatch(/(?<!audited\.)(store|deps\.store)\.change\(/);
  });

  it("lead to each other", async () => {
    const { text } = await team.root.get("/admin");
    for (const path of routes("get").filter((known) => !known.includes(":") && !known.endsWith("/new")))
      expect(text).toContain(`href="${path}"`);
    expect(text).toMatch(/<a href="\/admin" aria-current="page">Overview/);
  });

  it.each(["/admin/listings/x", "/admin/listings/999", "/admin/users/x", "/admin/jobs/x", "/admin/blog/x"])(
    "%s is not there",
    async (path) => {
      expect((await team.root.get(path)).status).toBe(404);
      await team.root.get("/admin/backups");
      const form = { step: "review", do: "retry" };
      expect((await team.root.post(path.replace("listings/999", "listings/999/moderate"), form)).status).toBe(404);
    },
  );
});
