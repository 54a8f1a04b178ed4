import type { Response } from "express";
import { checkOwner, deleteAccount } from "../../../actions/accounts/delete-account.ts";
import { exportAccount } from "../../../actions/accounts/export-account.ts";
import { AppError } from "../../../core/errors/errors.ts";
import { takeQuota } from "../../../core/limits/limiter.ts";
import { html } from "../../../core/text/html.ts";
import { plural, type Text } from "../../../languages/words.ts";
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
      heading: "Delete your account",
      above: ["/account", "Your account"],
      width: "reading",
      body: html`<p class="lead">This takes effect immediately and cannot be undone.
You may want to <a href="/account/data.json">download your data</a> first.</p>
<ul>
<li><strong>Gone:</strong> your name and address, password, passkeys, two-factor and recovery codes, sessions,
API keys, connected apps, profile, drafts, reviews, answers to reviews, follows, notifications with their settings,
claims and interview answers, and the emails we sent you.</li>
<li><strong>Reserved:</strong> your profile handles. We keep a hash of each, so that nobody can pose as you.</li>
<li><strong>No longer counted:</strong> your votes. Awards already given stay.</li>
<li><strong>Kept:</strong> orders and invoices, as the law requires, without your name except on the invoice.</li>
${
  shared.length > 0 &&
  html`<li><strong>Shared listings:</strong> ${plural(
    shared.length,
    "listing",
  )} that you share with others stays with them.</li>`
}
<li><strong>Listings that were never launched</strong> and are yours alone are deleted.</li>
</ul>
${formFault(faults.form)}
${formTo(res, "/account/delete")}
${
  alone.length > 0 &&
  html`<fieldset><legend>${alone.map(({ name }) => name).join(", ")}</legend>
<p class="hint">Nobody else can edit ${alone.length === 1 ? "it" : "them"}. What should happen to ${alone.length === 1 ? "it" : "them"}?</p>
<label class="check"><input type="radio" name="listings" value="keep" checked><span><strong>Stay
listed</strong><br><span class="small muted">The company can claim ${
    alone.length === 1 ? "it" : "them"
  } later.</span></span></label>
<label class="check"><input type="radio" name="listings" value="remove"><span><strong>Take
down</strong><br><span class="small muted">With votes, reviews and updates.</span></span></label></fieldset>`
}
${field({
  name: "email",
  label: "Type your email address to confirm",
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
    label: "Your password",
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
      email: isSameEmail ? undefined : "This is not your account's email address.",
      password: isKnownPassword ? undefined : "This is not your password.",
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
