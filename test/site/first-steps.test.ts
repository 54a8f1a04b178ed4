import { describe, expect, it } from "vitest";
import { firstRun } from "../../actions/site/first-run.ts";
import { readSettings } from "../../core/settings/config.ts";
import { inEnglish } from "../../languages/words.ts";
import { loadProducts } from "../../server/commands/demo/load.ts";
import { runHere } from "../helpers/process.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createTeam } from "./admin-world.ts";

const team = await createTeam();

const read = async (path: string): Promise<string> => visibleText((await team.root.get(path)).text).join("\n");
/** The checklist under other settings than those of the running site. */
const under = (env: Record<string, string>) =>
  firstRun({ ...team.world.deps, settings: readSettings({ DATA_DIR: team.world.folder, ...env }) });
const stepOf = async (name: string, env: Record<string, string> = {}) =>
  (await under(env)).map((step) => ({ ...step, state: inEnglish(step.state) })).find((step) => step.name === name)!;

const OPEN = { BASE_URL: "https://debut.example" };
const SELLER = { SELLER_NAME: "Ines GmbH", SELLER_ADDRESS: "Quai 1", SELLER_COUNTRY: "DE" };

describe("the first steps of a new site", () => {
  it("stand on the overview and on a page of their own, each with one way to do it", async () => {
    for (const path of ["/admin", "/admin/first-steps"]) {
      const text = await read(path);
      expect(text).toContain("Set your site’s address");
      expect(text).toContain("works on this machine only. Set BASE_URL to a public https address.");
      expect(text).toContain("Set up: Send email");
      expect(text).toContain("Skip: Get paid");
    }
  });

  it.each([
    ["address", {}, OPEN, "https://debut.example is public, with https."],
    ["address", { BASE_URL: "http://debut.example" }, OPEN, "https://debut.example is public, with https."],
    ["pages", {}, SELLER, "The imprint names who runs the site. Pages you wrote yourself: 0."],
    ["pages", OPEN, { ...OPEN, IMPRINT_URL: "https://a.example/imprint" }, "The imprint names who runs the site."],
    [
      "selling",
      SELLER,
      { ...SELLER, SELLER_VAT_NUMBER: "DE123456789", BANK_IBAN: "DE02120300000000202051" },
      "You can be paid, and invoices have a seller.",
    ],
    ["backups", {}, { BACKUP_EVERY: "6h" }, "Every 6h; "],
  ])("%s is done by its setting alone", async (name, before, after, state) => {
    if (name === "backups") await team.root.post("/admin/backups");
    expect(await stepOf(name, before)).toMatchObject({ isDone: false, isAside: false });
    expect(await stepOf(name, after)).toMatchObject({ isDone: true, state: expect.stringContaining(state) });
  });

  it("email is done once an email was taken by the mail server", async () => {
    const { store, deps } = { store: team.store, deps: team.world.deps };
    const env = { SMTP_URL: "smtp://mail.example.com" };
    expect(await stepOf("mail")).toMatchObject({
      isDone: false,
      state: expect.stringContaining("No mail server is set"),
    });
    expect(await stepOf("mail", env)).toMatchObject({
      isDone: false,
      state: "mail.example.com is set. Send yourself a test email to see that it works.",
    });
    await team.root.get("/admin/mails/verify");
    expect(await team.act("/admin/mails/verify", {})).toBe("sample-sent");
    const [mail] = (await store.mails.list({ page: 1, perPage: 1 })).items;
    await store.change((tx) => tx.mails.setState(mail!.id, "sent", deps.now()));
    expect(await stepOf("mail", env)).toMatchObject({ isDone: true, state: "mail.example.com accepts our email." });
  });

  it("what was set up elsewhere need not be set up again", async () => {
    expect((await stepOf("start")).state).toMatch(/categories\.$/);
    await team.root.get("/admin/categories/accounting");
    await team.root.post("/admin/categories/accounting", { name: "Books", description: "Bookkeeping.", position: "1" });
    await team.root.get("/admin/settings");
    await team.root.post("/admin/settings", { name: "Rises" });
    await team.root.post("/admin/settings/look", { accent: "#0b6f6a" });
    expect((await stepOf("start")).state).toMatch(/^Still the default: (name, )?logo\.$/);
  });

  it("that are set aside leave the overview, and come back", async () => {
    await team.root.get("/admin/first-steps");
    expect(await team.act("/admin/first-steps/selling", { do: "aside" })).toBe("step-aside");
    expect(await read("/admin")).not.toContain("Get paid");
    expect(await read("/admin/first-steps")).toContain("Restore: Get paid");
    expect(await team.logged()).toMatchObject({
      action: "site.first-run",
      after: { "first steps set aside": "selling" },
    });
    expect(await team.act("/admin/first-steps/selling", { do: "back" })).toBe("step-back");
    expect(await read("/admin")).toContain("Get paid");
    expect((await team.root.post("/admin/first-steps/nothing", { do: "aside" })).status).toBe(404);
  });

  it("a real launch is a first listing, and the demo is not; a button removes it", async () => {
    const { world, store, root } = team;
    await loadProducts(store, { now: world.deps.now(), zone: "UTC" });
    const { demo } = await store.firstRun.facts();
    expect(await stepOf("listing")).toMatchObject({ isDone: false });
    expect(await stepOf("demo")).toMatchObject({
      isDone: false,
      state: `${demo} invented listings are on the site.`,
    });
    expect(await read("/admin/first-steps")).toContain(`This permanently deletes ${demo} demo listings`);
    expect(await team.act("/admin/first-steps/demo/remove", {})).toBe("demo-going");
    await world.drain();
    expect(await stepOf("demo")).toMatchObject({ isDone: true });
    expect((await root.get("/listings/kelpline")).status).toBe(404);
    await world.listing("Acme Charts");
    expect(await stepOf("listing")).toMatchObject({ isDone: true });
  });
});

describe("what waits and what is wrong", () => {
  it("is said by the overview and by doctor in the same words", async () => {
    const { world, store } = team;
    const at = world.deps.now();
    await store.change(async (tx) => {
      await tx.jobs.add({ id: "lost", kind: "crawl-nothing", payload: {}, runAt: at, createdAt: at });
      await tx.jobs.claim("crawl-nothing", "test", at, 1);
      await tx.jobs.settle("lost", "test", { state: "failed", finishedAt: at, lastError: "It did not answer." });
    });
    const env = { BASE_URL: world.baseUrl, DATA_DIR: world.folder };
    const { stdout } = await runHere(["doctor", "--json", "--skip", "site,dns,https out"], env);
    const { findings } = JSON.parse(stdout) as { findings: { ok: boolean; check: string; detail: string }[] };
    const faults = findings.filter(({ ok }) => !ok);
    expect(faults.map(({ check }) => check)).toContain("jobs");
    const text = await read("/admin");
    for (const { detail } of faults) expect(text).toContain(detail);
    expect(findings.find(({ check }) => check === "pages")?.detail).toBe(
      "the imprint names no operator, which a public site requires",
    );
  });
});
