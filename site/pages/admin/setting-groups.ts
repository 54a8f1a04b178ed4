import type { Response } from "express";
import { checkChanges } from "#actions/site/save-settings.ts";
import { type TestResult, testMail, testSignIn } from "#actions/site/test-settings.ts";
import { isSettingGroup, SETTING_GROUPS, type SettingGroup } from "#core/settings/admin-settings.ts";
import { PROVIDER_NAMES } from "#core/sign-in-providers/provider.ts";
import { callbackUrl } from "#core/sign-in-providers/providers.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo, hasFaults } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { accountOf, isRecent, notFound, recentOnly, seeOther, sessionOf } from "../../kit/site.ts";
import { readSettingForm, type SentSettings, settingForm } from "../../parts/site/setting-form.ts";

/** Money, secrets and sign-in: opened after a recent sign-in, and saved within an hour of it. */
const SENSITIVE: ReadonlySet<SettingGroup> = new Set(["mail", "seller", "bank", "payments", "sign-in", "storage"]);
const MORE_MS = 45 * 60_000;

const STALE = t`You signed in too long ago. Reload this page to sign in again.`;

type Shown = { sent?: SentSettings; results?: readonly TestResult[]; status?: number };

/** What admins set while the site runs: a page for each group, from the definitions of the settings. */
export function settingGroupPages({ deps, pages, router, act }: AdminSite): void {
  const { settings, now } = deps;

  const about: Partial<Record<SettingGroup, () => Part>> = {
    launches: () =>
      html`<p>A new time zone moves the start and end of every week, also of the one that is running.</p>`,
    payments: () =>
      html`<p><a href="/admin/payments">Payments and VAT</a> shows the webhook URLs, and tests each payment method.</p>`,
    storage: () =>
      html`<p>Pictures are not copied. Run <code>debut move --files</code> first: a new bucket is used once all pictures are in it.</p>`,
    "sign-in": () => html`<p>Redirect URIs, for the settings of each provider:</p>
<ul>${PROVIDER_NAMES.map((name) => html`<li><code>${callbackUrl(settings, { name })}</code></li>`)}</ul>`,
  };

  function show(res: Response, group: SettingGroup, { sent, results, status = sent ? 400 : 200 }: Shown = {}): void {
    pages.render(res, {
      status,
      heading: SETTING_GROUPS[group].title,
      above: ["/admin/settings", t`Settings`],
      body: html`${about[group]?.()}
${settingForm(res, group, deps, sent)}
${group === "mail" && test(res, group, html`<button class="quiet">Send test email</button>`, results)}
${group === "sign-in" && test(res, group, html`<button class="quiet">Check providers</button>`, results)}`,
    });
  }

  const test = (res: Response, group: SettingGroup, button: Html, results: readonly TestResult[] = []): Html =>
    html`${formTo(res, `/admin/settings/${group}/test`, "card settings-form")}
${results.map(({ ok, about: on, detail }) => html`<p class="notice ${ok ? "good" : "bad"}" role="status"><b>${on}</b><br>${detail}</p>`)}
${button}</form>`;

  const opened = recentOnly(now);
  router.get("/admin/settings/:group", (req, res, next) => {
    const { group = "" } = req.params;
    if (!isSettingGroup(group)) notFound();
    if (SENSITIVE.has(group)) opened(req, res, next);
    else next();
  });
  router.get("/admin/settings/:group", ({ params: { group } }, res) => {
    if (isSettingGroup(group)) show(res, group);
  });

  act("/admin/settings/:group", "site.save", async (req, res, audited) => {
    const { group = "" } = req.params;
    if (!isSettingGroup(group)) notFound();
    audited.on("site");
    const typed = readSettingForm(req, group, deps);
    if (SENSITIVE.has(group) && !isRecent(sessionOf(res), new Date(now().getTime() - MORE_MS)))
      return show(res, group, { status: 403, sent: { typed, faults: {}, fault: STALE } });
    const { changes, faults } = await checkChanges(typed, deps);
    if (hasFaults(faults))
      return show(res, group, { sent: { typed, faults, fault: t`Not saved. Enter secrets again.` } });
    if (Object.keys(changes).length > 0) await audited.store.change((tx) => tx.siteSettings.save(changes));
    seeOther(res, `/admin/settings/${group}`, "site-saved");
  });

  act("/admin/settings/mail/test", "mail.sample", async (_req, res, audited) => {
    const { email } = accountOf(res);
    audited.on("test");
    const result = await testMail(email, languageOf(res), audited);
    await audited.record({ "sent to": email, works: result.ok });
    show(res, "mail", { results: [result] });
  });

  act("/admin/settings/sign-in/test", "site.save", async (_req, res, audited) => {
    audited.on("site");
    const results = await testSignIn(deps);
    await audited.record({ reason: "Sign-in providers were checked." });
    show(res, "sign-in", { results });
  });
}
