import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { isAdminSetting, SETTING_GROUPS } from "../../core/settings/admin-settings.ts";
import { readSettings, Settings } from "../../core/settings/config.ts";
import { SETTING_WORDS } from "../../core/settings/setting-kinds.ts";
import { maskOf, secrecyOf } from "../../core/settings/shown-settings.ts";
import { runHere } from "../helpers/process.ts";
import { createTeam } from "./admin-world.ts";

const NAMES = Object.keys(Settings.shape);
const isSecretName = (name: string) => /(^|_)(KEY|SECRET|TOKEN|PASSWORD|AUTH)$/.test(name);
const isAddressName = (name: string) => /_(URL|BASE|ISSUER|ENDPOINT)$/.test(name) && name !== "BASE_URL";
const KEY = Buffer.alloc(32, "PlainSECRETSKEY").toString("base64");
const accepts = (name: string, value: string) => Settings.shape[name as "HOST"].safeParse(value).success;

/** A value of each setting that is secret, or may have a password, with what nothing may show of it. */
const SECRETS = NAMES.flatMap((name) => {
  const plain = `Plain${name.replaceAll("_", "")}`;
  const forms = ["http", "postgres", "smtp", "s3"].map((scheme) => `${scheme}://user:${plain}@127.0.0.1:9/bucket`);
  if (name === "SECRETS_KEY") return [{ name, plain: KEY, value: KEY }];
  if (secrecyOf(name) === true) return [{ name, plain, value: `sk_${plain}` }];
  const value = isAddressName(name) ? forms.find((form) => accepts(name, form)) : undefined;
  return value ? [{ name, plain, value }] : [];
});
/** What their accounts need besides. */
const BESIDES = [
  "PAYPAL_CLIENT_ID",
  "PAYPAL_WEBHOOK_ID",
  "BTCPAY_STORE_ID",
  "GOOGLE_CLIENT_ID",
  "GITHUB_CLIENT_ID",
  "OIDC_CLIENT_ID",
  "MODEL_NAME",
];
const ENV: Record<string, string> = {
  ...Object.fromEntries(BESIDES.map((name) => [name, "x"])),
  VAT_MODE: "off",
  ...Object.fromEntries(SECRETS.map(({ name, value }) => [name, value])),
};
const shownIn = (text: string) => SECRETS.filter(({ plain }) => text.includes(plain)).map(({ name }) => name);

const team = await createTeam();

it("says of each setting whose name is that of a secret, or whose example has a password, whether it is one", () => {
  const examples = (name: string) => /:\/\/[^\s/]+:[^\s/]+@/.test(SETTING_WORDS[name as "HOST"]);
  const isText = (name: string) => accepts(name, `sk_${randomUUID()}`);
  const unmarked = NAMES.filter(
    (name) => ((isSecretName(name) && isText(name)) || examples(name)) && secrecyOf(name) === undefined,
  );
  expect(unmarked).toEqual([]);
  expect(NAMES.filter((name) => /^DATABASE_.*URL$/.test(name) && secrecyOf(name) !== "password")).toEqual([]);
});

it.each([
  ["config print", ["config", "print"]],
  ["config print as JSON", ["config", "print", "--json"]],
  ["doctor, which cannot reach anything", ["doctor", "--skip", "https out", "--json"]],
  ["a command that cannot reach the database", ["user", "list"]],
])("shows no secret in %s", { timeout: 60_000 }, async (_where, args) => {
  expect(SECRETS.length).toBeGreaterThan(20);
  const { stdout, stderr } = await runHere(args, { DATA_DIR: team.world.folder, DNS_SERVERS: "127.0.0.1:1", ...ENV });
  expect(shownIn(stdout + stderr)).toEqual([]);
});

it("shows no secret on the pages of admins, but which settings are set", async () => {
  const read: Record<string, unknown> = readSettings(ENV);
  const others = SECRETS.filter(({ name }) => !isAdminSetting(name));
  Object.assign(team.world.deps.settings, Object.fromEntries(others.map(({ name }) => [name, read[name]])));
  const typed = Object.fromEntries(Object.entries(ENV).filter(([name]) => isAdminSetting(name)));
  await team.store.change((tx) => tx.siteSettings.save(typed));
  const paths = ["", ...Object.keys(SETTING_GROUPS).map((group) => `/${group}`)].map(
    (path) => `/admin/settings${path}`,
  );
  const pages = await Promise.all([...paths, "/admin/health", "/admin/audit"].map((path) => team.root.get(path)));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect(shownIn(pages.map(({ text }) => text).join())).toEqual([]);
  expect(pages[0]!.text).toContain("postgres://user:***@127.0.0.1:9/bucket");
});

it("masks secrets in the log and in errors, whoever wrote them there", () => {
  const mask = maskOf(ENV);
  for (const { value, plain } of SECRETS)
    expect(mask(JSON.stringify({ err: `${value} was refused` }))).not.toContain(plain);
  const plainly = SECRETS.filter(({ name }) => secrecyOf(name)).map(({ plain, value }) =>
    value.includes("@") ? plain : value,
  );
  expect(shownIn(mask(plainly.join(" ")))).toEqual([]);
  const program = `import { createLog } from ${JSON.stringify(new URL("../../server/log.ts", import.meta.url).href)};
    createLog({ LOG_LEVEL: "info", ...${JSON.stringify(ENV)} }).info({ err: new Error(${JSON.stringify(plainly.join(" "))}) }, "refused");`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  expect(stderr).toContain("refused");
  expect(shownIn(stderr)).toEqual([]);
});
