import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readForms, readRoutes } from "../browser/routes.ts";
import { createTeam } from "./admin-world.ts";
import { createVisitor } from "./world.ts";

const FOLDER = new URL("../../site/pages/admin/", import.meta.url);
const SOURCES = readdirSync(FOLDER).map((file) => [file, readFileSync(new URL(file, FOLDER), "utf8")] as const);
const routes: string[] = SOURCES.flatMap(([, source]) =>
  [...source.matchAll(/router\.get\(\s*"([^"]+)"/g)].map(([, path]) => path!),
);
const filled = (path: string): string => path.replace(/:[a-z]+/g, "1");

const team = await createTeam();
await team.world.listing("Acme Charts");

describe("pages of the site team", () => {
  it("are for admins alone", async () => {
    const { pages, others } = await readRoutes(team.world.deps);
    const paths = [...pages, ...others].map(({ path }) => filled(path)).filter((path) => path.startsWith("/admin"));
    expect(paths.length).toBeGreaterThan(40);
    for (const path of paths) {
      const stranger = await createVisitor(team.world.baseUrl).get(path);
      expect(stranger, path).toMatchObject({ status: 303, location: expect.stringMatching(/^\/sign-in/) });
      expect((await team.ann.get(path)).status, path).toBe(404);
    }
  });

  it("do nothing for members", async () => {
    const { ann, store, world } = team;
    const forms = (await readForms(world.deps)).filter((path) => path.startsWith("/admin"));
    expect(forms.length).toBeGreaterThan(50);
    await ann.get("/account");
    const entries = async () => (await store.audit.list({}, { page: 1, perPage: 1 })).total;
    const before = [await entries(), world.deps.store.version()];
    const form = { step: "suspend", do: "delete", decision: "approve", amount: "1.00", price: "1.00" };
    for (const path of forms) expect((await ann.post(path, form)).status, path).toBe(404);
    expect([await entries(), world.deps.store.version()]).toEqual(before);
  });

  it.each(SOURCES.filter(([file]) => file !== "routes.ts"))(
    "%s changes things only where the audit log sees it",
    (_file, source) => {
      expect(source).not.toMatch(/router\.(post|all|use|route)\(|\badminActions\(/);
      expect(source).not.toMatch(/(?<!audited\.)(store|deps\.store)\.change\(/);
    },
  );

  it("lead to each other", async () => {
    const { text } = await team.root.get("/admin");
    for (const path of routes.filter((known) => !known.includes(":") && !known.endsWith("/new"))) {
      const [section] = /^\/admin\/[^/]+/.exec(path) ?? [];
      const isBelow = path.includes("/new/") && section;
      expect(isBelow ? (await team.root.get(section)).text : text).toContain(`href="${path}"`);
    }
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
