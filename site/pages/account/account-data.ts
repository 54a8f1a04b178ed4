import type { Response } from "express";
import { checkOwner, deleteAccount } from "#actions/accounts/delete-account.ts";
import { exportAccount } from "#actions/accounts/export-account.ts";
import { AppError } from "#core/errors/errors.ts";
import { takeQuota } from "#core/limits/limiter.ts";
import { html, partWith } from "#core/text/html.ts";
import { listed, plural, type Text, t } from "#languages/words.ts";
import { type Faults, field, formFault, formSecret, formText, formTo, hasFaults } from "../../kit/form.ts";

import { accountOf, accountOnly, recentOnly, type Site, seeOther } from "../../kit/site.ts";

export function accountDataPages({ deps, sessions, pages, router }: Site): void {
  const { store, settings, now } = deps;
  router.use(["/account/data.json", "/account/delete"], accountOnly, recentOnly(now));

  router.get("/account/data.json", async (_req, res) => {
    const { id } = accountOf(res);
    await takeQuota(deps.limiter, "account-export", id);
    const data = await exportAccount(id, deps);
    const name = `${new URL(settings.BASE_URL).hostname}-${now().toISOString().slice(0, 10)}.json`;
    res.set({ "Cache-Control": "private, no-store", "Content-Disposition": `attachment; filename="${name}"` });
    res.type("json").end(`${JSON.stringify(data, null, 2)}\n`);
  });

  async function show(res: Response, faults: Faults & { form?: Text | undefined } = {}): Promise<void> {
    const account = accountOf(res);
    const teams = await store.personal.teamsOf(account.id);
    const alone = teams.filter(
      ({ others, status }) => others.length === 0 && ["live", "scheduled", "hidden", "paused"].includes(status),
    );
    const shared = teams.filter(({ others }) => others.length > 0);
    pages.render(res, {
      status: hasFaults(faults) ? 400 : 200,
      heading: t`Delete your account`,
      above: ["/account", t`Your account`],
      width: "reading",
      body: html`<p class="lead">This takes effect immediately and cannot be undone.
You may want to <a href="/account/data.json">download your data</a> first.</p>
<ul>
<li><strong>Deleted:</strong> your name, email address, password, passkeys, two-factor and recovery codes, sessions,
API keys, connected apps, profile, drafts, reviews, answers to reviews, follows, notifications and their settings,
claims, interview answers and the emails we sent you.</li>
<li><strong>Reserved:</strong> your profile handles. We keep a hash of each so that no one can impersonate you.</li>
${partWith("votes", html`<li><strong>No longer counted:</strong> your votes. Past awards do not change.</li>`)}
<li><strong>Kept:</strong> orders and invoices, as required by law. Only the invoices keep your name.</li>
${
  shared.length > 0 &&
  html`<li><strong>Shared listings:</strong> your co-founders keep ${plural(shared.length, "listing")}.</li>`
}
<li><strong>Never published:</strong> listings that only you can edit are deleted.</li>
</ul>
${formFault(faults.form)}
${formTo(res, "/account/delete")}
${
  alone.length > 0 &&
  html`<fieldset><legend>${listed(alone.map(({ name }) => name))}</legend>
<p class="hint">${
    alone.length === 1
      ? t`No one else can edit this listing. What should happen to it?`
      : t`No one else can edit these listings. What should happen to them?`
  }</p>
<label class="check"><input type="radio" name="listings" value="keep" checked><span><strong>Keep
listed</strong><br><span class="small muted">The owner of the website can claim the listing later.</span></span></label>
<label class="check"><input type="radio" name="listings" value="remove"><span><strong>Take
down</strong><br><span class="small muted">This also removes its reviews and updates.</span></span></label></fieldset>`
}
${field({
  name: "email",
  label: t`Enter your email address to confirm`,
  type: "email",
  hint: account.email,
  fault: faults.email,
  autocomplete: "off",
  value: "",
})}
${
  account.passwordHash !== null &&
  field({
    name: "password",
    label: t`Password`,
    type: "password",
    fault: faults.password,
    autocomplete: "current-password",
    maxLength: 256,
  })
}
<p class="row"><button class="danger">Delete my account</button> <a href="/account">Cancel</a></p>
</form>`,
    });
  }

  router.get("/account/delete", (_req, res) => show(res));

  router.post("/account/delete", async (req, res) => {
    const account = accountOf(res);
    await takeQuota(deps.limiter, "sign-in", `delete:${account.id}`);
    const given = { email: formText(req, "email"), password: formSecret(req, "password") };
    const { isSameEmail, isKnownPassword } = await checkOwner(account, given);
    const faults = {
      email: isSameEmail ? undefined : t`This is not the email address of your account.`,
      password: isKnownPassword ? undefined : t`The password is wrong.`,
    };
    if (hasFaults(faults)) return show(res, faults);
    try {
      await deleteAccount(account.id, { takeListingsDown: formText(req, "listings") === "remove" }, deps);
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 400) throw error;
      return show(res, { form: error.detail });
    }
    await sessions.end(req, res);
    seeOther(res, "/?notice=account-deleted");
  });
}
