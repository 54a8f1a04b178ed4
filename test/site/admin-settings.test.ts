import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { addUpload } from "../../actions/pictures/add-upload.ts";
import { ADMIN_SETTINGS, namesIn, SETTING_GROUPS } from "../../core/settings/admin-settings.ts";
import { readSettings, Settings } from "../../core/settings/config.ts";
import { keysOf } from "../../domain/text/keys.ts";
import { moveFiles } from "../../server/commands/move/files.ts";
import { buildDeps } from "../../server/deps.ts";
import { bucketStorages, localStorages } from "../../server/picture-stores.ts";
import { createBucketServer } from "../helpers/bucket-server.ts";
import { createMailServer } from "../helpers/mail-server.ts";
import { startOpenIdProvider } from "../helpers/openid-provider.ts";
import { png } from "../helpers/png.ts";
import { runHere } from "../helpers/process.ts";
import { visibleText } from "../helpers/visible-text.ts";
import { createTeam } from "./admin-world.ts";
import { PASSWORD } from "./world.ts";

const PLAIN = "Plain-secret-of-an-admin";
const MOVED = "is used once all pictures are in it";

const team = await createTeam({
  env: {
    FREE_WEEKS_MAX: "9",
    PAYPAL_CLIENT_ID: "of-the-environment",
    PAYPAL_CLIENT_SECRET: "s",
    PAYPAL_WEBHOOK_ID: "w",
  },
});
const { deps, folder } = team.world;
/** Another process on the same database, with the same environment. */
const other = await buildDeps(readSettings(deps.settings.environment), { now: deps.now });
const mails = await createMailServer();
afterAll(async () => {
  await other.close();
  await mails.close();
});

const pathOf = (group: string) => `/admin/settings/${group}`;
const save = (group: string, form: Record<string, string | string[]>) => team.root.post(pathOf(group), form);
const isSaved = ({ location }: { location: string }) => location.includes("notice=site-saved");
const shown = (text: string) => visibleText(text).join(" ");
/** What is typed into the fields of a page. */
const typedIn = (text: string, name: string) => new RegExp(`id="${name}"[^>]* value="([^"]*)"`).exec(text)?.[1];

describe("settings of admins", () => {
  it("have a field each on the page of their group, and lead there from the index", async () => {
    const index = (await team.root.get("/admin/settings")).text;
    for (const group of keysOf(SETTING_GROUPS)) {
      expect(index).toContain(`href="${pathOf(group)}"`);
      const { status, text } = await team.root.get(pathOf(group));
      expect(status).toBe(200);
      for (const name of namesIn(group)) expect(text, name).toContain(name);
    }
    expect(keysOf(Settings.shape)).toEqual(expect.arrayContaining([...ADMIN_SETTINGS]));
  });

  it("apply at once in every process, and are gone again", async () => {
    const both = () => [deps, other.deps].map(({ settings }) => settings.WEEK_CAPACITY);
    expect(both()).toEqual([25, 25]);
    expect(isSaved(await save("launches", { WEEK_CAPACITY: "7", SITE_TIMEZONE: "Europe/Berlin" }))).toBe(true);
    expect(both()).toEqual([7, 7]);
    const { text } = await team.root.get(pathOf("launches"));
    expect(typedIn(text, "WEEK_CAPACITY")).toBe("7");
    const info = await (await fetch(`${team.world.baseUrl}/api/v1/site`)).json();
    expect(info).toMatchObject({ timezone: "Europe/Berlin" });
    expect(isSaved(await save("launches", {}))).toBe(true);
    expect(both()).toEqual([25, 25]);
    expect(other.deps.settings.SITE_TIMEZONE).toBe("UTC");
  });

  it("limit from the next request on", async () => {
    const reader = () => deps.limiter.look("read", "somebody").limit;
    expect(reader()).toBe(600);
    await save("limits", { LIMIT_READ: "77" });
    expect([reader(), other.deps.limiter.look("read", "somebody").limit]).toEqual([77, 77]);
    await save("limits", {});
  });

  it("are refused with the reason and lose nothing that was typed, except secrets", async () => {
    const typed = { SMTP_URL: `smtp://ann:${PLAIN}@127.0.0.1`, MAIL_FROM: "two@a.example, three@a.example" };
    const wrong = await save("mail", typed);
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain("Must be one email address, like Debut &lt;hello@example.com&gt;.");
    expect(typedIn(wrong.text, "MAIL_FROM")).toBe(typed.MAIL_FROM);
    expect(wrong.text).not.toContain(PLAIN);
    expect(shown(wrong.text)).toContain("Enter secrets again.");
    const weeks = await save("launches", { FREE_WEEKS_MIN: "10" });
    expect(shown(weeks.text)).toContain("Must not be less than FREE_WEEKS_MIN.");
    const half = await save("payments", { STRIPE_SECRET_KEY: "sk_test_1" });
    expect(shown(half.text)).toContain("Needed with STRIPE_SECRET_KEY.");
    expect(deps.store.typedSettings().size).toBe(0);
  });

  it("are left to the environment where it sets them, with everything of the same account", async () => {
    const page = (await team.root.get(pathOf("payments"))).text;
    expect(page).not.toMatch(/name="PAYPAL_/);
    expect(shown(page)).toContain("Set by the environment");
    await save("payments", { PAYPAL_API_BASE: "https://thief.example", PAYPAL_CLIENT_ID: "other" });
    await save("launches", { FREE_WEEKS_MAX: "20" });
    await team.store.change((tx) =>
      tx.siteSettings.save({ PAYPAL_API_BASE: "https://thief.example", FREE_WEEKS_MAX: "20" }),
    );
    expect(deps.settings).toMatchObject({
      PAYPAL_API_BASE: "https://api-m.paypal.com",
      PAYPAL_CLIENT_ID: "of-the-environment",
      FREE_WEEKS_MAX: 9,
    });
    await team.store.change((tx) => tx.siteSettings.save({ PAYPAL_API_BASE: null, FREE_WEEKS_MAX: null }));
  });

  it("turn payment and sign-in on and off while the site runs", async () => {
    const ways = async () => [...(await other.deps.gateways()).keys()];
    expect(await ways()).toEqual(["paypal"]);
    await save("bank", { BANK_IBAN: "DE02 1203 0000 0000 2020 51" });
    await save("payments", { STRIPE_SECRET_KEY: `sk_${PLAIN}`, STRIPE_WEBHOOK_SECRET: `whsec_${PLAIN}` });
    expect(await ways()).toEqual(["stripe", "paypal", "manual"]);
    expect((await fetch(`${team.world.baseUrl}/webhooks/stripe`, { method: "POST", body: "{}" })).status).toBe(400);
    // Left empty, secrets stay.
    await save("payments", {});
    expect(await ways()).toContain("stripe");
    await save("payments", { remove: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] });
    await save("bank", {});
    expect(await ways()).toEqual(["paypal"]);
    expect((await fetch(`${team.world.baseUrl}/webhooks/stripe`, { method: "POST", body: "{}" })).status).toBe(404);
  });

  it("sign in with a provider whose description is checked, and whose secret goes to no other address", async () => {
    const provider = await startOpenIdProvider(() => [`${team.world.baseUrl}/sign-in/with/oidc/callback`]);
    const form = {
      OIDC_ISSUER: provider.url,
      OIDC_CLIENT_ID: "debut",
      OIDC_CLIENT_SECRET: PLAIN,
      OIDC_NAME: "Harbour",
    };
    expect(isSaved(await save("sign-in", form))).toBe(true);
    expect(await (await fetch(`${team.world.baseUrl}/sign-in`)).text()).toContain("Harbour");
    expect(shown((await team.root.post(`${pathOf("sign-in")}/test`)).text)).toContain("Ready.");
    const moved = await save("sign-in", { ...form, OIDC_CLIENT_SECRET: "", OIDC_ISSUER: "https://elsewhere.example" });
    expect(shown(moved.text)).toContain("Enter it again: its address has changed.");
    await provider.close();
    expect((await team.root.post(`${pathOf("sign-in")}/test`)).text).toContain('class="notice bad"');
    await save("sign-in", { remove: "OIDC_CLIENT_SECRET" });
    expect(await (await fetch(`${team.world.baseUrl}/sign-in`)).text()).not.toContain("Harbour");
  });

  it("send a test email, with the answer of the server, and check off the step", async () => {
    await save("mail", { SMTP_URL: mails.url, MAIL_FROM: "Harbour <hello@harbour.example>" });
    const reply = await team.root.post(`${pathOf("mail")}/test`);
    expect(shown(reply.text)).toMatch(/Sent\. The server answered: 250/);
    expect(mails.delivered.at(-1)).toMatchObject({ to: ["root@people.example"] });
    expect(mails.delivered.at(-1)!.headers.get("from")).toBe("Harbour <hello@harbour.example>");
    expect((await team.store.firstRun.facts()).mailed).toBe(1);
    // Emails of another process go there, too.
    await other.deps.sendMail({ id: "x", to: "ann@people.example", subject: "s", text: "t", html: "h" });
    expect(mails.delivered.at(-1)!.to).toEqual(["ann@people.example"]);
    const away = `smtp://ann:${PLAIN}@127.0.0.1:1`;
    await save("mail", { SMTP_URL: away });
    const failed = (await team.root.post(`${pathOf("mail")}/test`)).text;
    expect(shown(failed)).toContain("ECONNREFUSED");
    expect(failed).not.toContain(PLAIN);
    expect(failed).toContain("smtp://ann:***@127.0.0.1:1");
  });

  it("are sealed in the database, masked in logs, and named in the audit log without secrets", async () => {
    await save("mail", { SMTP_URL: `smtp://ann:${PLAIN}2@127.0.0.1:1` });
    expect(await team.logged()).toMatchObject({ action: "site.save", name: "Site" });
    const entries = JSON.stringify((await team.store.audit.list({}, { page: 1, perPage: 100 })).items);
    expect(entries).toContain("smtp://ann:***@127.0.0.1:1");
    expect(entries).not.toContain(PLAIN);
    const { stdout } = await runHere(["export"], { ...deps.settings.environment });
    expect(stdout).not.toContain(PLAIN);
    if (!deps.settings.DATABASE_URL)
      for (const file of ["debut.db", "debut.db-wal"])
        expect(readFileSync(join(folder, file), "latin1")).not.toContain(PLAIN);
    const pages = await Promise.all(
      ["/admin/settings", pathOf("mail"), "/admin/audit"].map((path) => team.root.get(path)),
    );
    for (const { text } of pages) expect(text).not.toContain(PLAIN);
  });

  it("that do not fit any more are ignored, and health says so", async () => {
    await team.store.change((tx) => tx.siteSettings.save({ WEEK_CAPACITY: "many", LIMIT_VOTE: "61" }));
    expect(deps.settings).toMatchObject({ WEEK_CAPACITY: 25, LIMIT_VOTE: 61 });
    expect(shown((await team.root.get("/admin/health")).text)).toContain(
      "not used from /admin/settings: WEEK_CAPACITY",
    );
    expect(shown((await team.root.get(pathOf("launches"))).text)).toContain("Not used:");
    await team.store.change((tx) => tx.siteSettings.save({ WEEK_CAPACITY: null, LIMIT_VOTE: null }));
  });

  it("are only for admins, and those of money and secrets for who signed in recently", async () => {
    await team.ann.get("/account");
    expect((await team.ann.post(pathOf("bank"), { BANK_IBAN: "DE02120300000000202051" })).status).toBe(404);
    team.world.advance(20 * 60_000);
    expect((await team.root.get(pathOf("bank"))).location).toContain("/sign-in?return_to=%2Fadmin%2Fsettings%2Fbank");
    expect((await team.root.get(pathOf("launches"))).status).toBe(200);
    team.world.advance(50 * 60_000);
    const late = await save("bank", { BANK_HOLDER: "Somebody" });
    expect([late.status, typedIn(late.text, "BANK_HOLDER")]).toEqual([403, "Somebody"]);
    expect(deps.settings.BANK_HOLDER).toBeUndefined();
    await team.root.signIn("root@people.example", { password: PASSWORD });
  });
});

describe("a new time zone", () => {
  it("is refused while it is another week there", async () => {
    const monday = new Date("2026-11-23T01:00:00Z").getTime();
    team.world.advance(monday - deps.now().getTime() + 7 * 86_400_000 * 60);
    await team.root.signIn("root@people.example");
    const at = deps.now().toISOString();
    expect(at).toMatch(/T01:00/);
    const refused = await save("launches", { SITE_TIMEZONE: "America/Los_Angeles" });
    expect(shown(refused.text)).toContain("In America/Los_Angeles, it is another week right now.");
    team.world.advance(12 * 3600_000);
    await team.root.signIn("root@people.example");
    expect(isSaved(await save("launches", { SITE_TIMEZONE: "America/Los_Angeles" }))).toBe(true);
  });
});

describe("a bucket for pictures", () => {
  it("is used once every picture is in it", async () => {
    const bucket = await createBucketServer();
    const { id: accountId } = await team.world.account("root");
    const given = { bytes: png(21, 20), name: "x.png", shape: "square" as const };
    const { url } = await addUpload(given, { ...deps, caller: { accountId } });
    expect(shown((await team.root.get(pathOf("storage"))).text)).toContain(MOVED);
    const early = await save("storage", { STORAGE_URL: bucket.url });
    expect(early.status).toBe(400);
    expect(shown(early.text)).toContain("debut move --files");
    const now = deps.now;
    await moveFiles(localStorages(deps.settings, now).uploads, bucketStorages(bucket.url, deps.settings, now).uploads);
    expect(isSaved(await save("storage", { STORAGE_URL: bucket.url }))).toBe(true);
    expect((await fetch(url)).status).toBe(200);
    const later = await addUpload({ ...given, bytes: png(22, 20) }, { ...other.deps, caller: { accountId } });
    expect((await fetch(team.world.baseUrl + new URL(later.url).pathname)).status).toBe(200);
    // It is in the bucket alone, so the folder does not do any more.
    const back = await save("storage", { remove: "STORAGE_URL" });
    expect(back.status).toBe(400);
    await team.store.change((tx) => tx.siteSettings.save({ STORAGE_URL: null }));
    await bucket.close();
  });
});

describe("debut config set", () => {
  const run = (input: string) => runHere(["config", "set"], { ...deps.settings.environment }, input);
  it("changes settings beside the running site, with an entry in the audit log", async () => {
    expect((await run("WEEK_CAPACITY=31\n")).stdout).toContain("Changed WEEK_CAPACITY.");
    await expect.poll(() => deps.settings.WEEK_CAPACITY).toBe(31);
    expect(await team.logged()).toMatchObject({ action: "site.save", after: { WEEK_CAPACITY: "31" } });
    expect((await run("FREE_WEEKS_MAX=3\n")).stderr).toContain("The environment sets FREE_WEEKS_MAX.");
    expect((await run("DATA_DIR=/tmp\n")).stderr).toContain("DATA_DIR is not a setting of /admin/settings.");
    expect((await run("WEEK_CAPACITY=many\n")).stderr).toContain("WEEK_CAPACITY: ");
    expect((await run("WEEK_CAPACITY=\n")).stdout).toContain("Changed WEEK_CAPACITY.");
  });
});

it("a session without the admin's second factor changes nothing", async () => {
  const strict = await createTeam({ env: { REQUIRE_ADMIN_TWO_FACTOR: "true" } });
  const { location } = await strict.root.post(pathOf("launches"), { WEEK_CAPACITY: "3" });
  expect(location).toBe("/account/two-factor");
  expect(strict.world.deps.settings.WEEK_CAPACITY).toBe(25);
});
