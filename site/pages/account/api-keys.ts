import type { Response } from "express";
import { createOwnKey, MAX_KEYS, revokeOwnKey } from "#actions/accounts/api-keys.ts";
import { SCOPES, type Scope } from "#actions/context.ts";
import { readScopes } from "#auth/scopes.ts";
import { html } from "#core/text/html.ts";
import { SCOPE_WORDS } from "#domain/accounts/scope-words.ts";
import { lengthOf } from "#domain/text/text.ts";
import { plural, type Text, t } from "#languages/words.ts";
import { getAccount } from "#tools/profiles/get-account.ts";
import { type Faults, field, formFault, formList, formText, formTo, hasFaults } from "../../kit/form.ts";
import { showDay } from "../../kit/show.ts";
import { accountOf, accountOnly, recentOnly, type Site, seeOther } from "../../kit/site.ts";
import { CONFIRM_FIRST, showOnce } from "../../parts/accounts/secrets.ts";

const DAY_MS = 24 * 3600 * 1000;
const LIFETIMES = { "30": plural(30, "day"), "90": plural(90, "day"), "365": t`One year`, never: t`Never` } as const;
type Lifetime = keyof typeof LIFETIMES;
const isLifetime = (text: string): text is Lifetime => Object.hasOwn(LIFETIMES, text);

const REFUSALS = {
  unverified: CONFIRM_FIRST,
  "too-many": t`You have reached the limit of ${MAX_KEYS} API keys. Revoke one you no longer use.`,
};

type KeyForm = { name: string; scopes: Scope[]; lifetime: string };
const EMPTY: KeyForm = { name: "", scopes: [...SCOPES], lifetime: "365" };

const checkKeyForm = ({ name, lifetime }: KeyForm): Faults => ({
  name:
    name === ""
      ? t`Enter a name.`
      : lengthOf(name) > 60 || name.includes("\n")
        ? t`Use one line of 60 characters or fewer.`
        : undefined,
  expires: isLifetime(lifetime) ? undefined : t`Choose an option from the list.`,
});

export function apiKeyPages({ deps, pages, router }: Site): void {
  const { settings, store, now } = deps;
  router.use("/account/keys", accountOnly, recentOnly(now));

  function showForm(
    res: Response,
    { form = EMPTY, faults = {}, fault }: { form?: KeyForm; faults?: Faults; fault?: Text | undefined } = {},
  ): void {
    pages.render(res, {
      status: fault || hasFaults(faults) ? 400 : 200,
      heading: t`Create API key`,
      width: "narrow",
      body: html`<p class="lead">A key lets a program act as you. It is shown only once, on the next page.</p>
${formFault(fault)}
${formTo(res, "/account/keys/new")}
${field({
  name: "name",
  label: t`Name`,
  value: form.name,
  fault: faults.name,
  autocomplete: "off",
  maxLength: 60,
  hint: t`Where you will use it, for example “release script”.`,
})}
<fieldset>
<legend>Permissions</legend>
${SCOPES.map((scope) => {
  const isAlways = scope === "account:read";
  const isOn = isAlways || form.scopes.includes(scope);
  return html`<label class="check"><input type="checkbox" name="scope" value="${scope}"${
    isOn && html` checked`
  }${isAlways && html` disabled`}>
<span><strong>${SCOPE_WORDS[scope].title}</strong>${isAlways && html` <span class="muted">${t`always`}</span>`}<br><span
class="small muted">${SCOPE_WORDS[scope].detail}</span></span></label>`;
})}
</fieldset>
<div class="field">
<label for="expires">Expiration</label>
<select id="expires" name="expires">${Object.entries(LIFETIMES).map(
        ([value, label]) =>
          html`<option value="${value}"${value === form.lifetime && html` selected`}>${label}</option>`,
      )}</select>
${faults.expires && html`<p class="fault">${faults.expires}</p>`}
</div>
<p class="row"><button>Create key</button> <a href="/account#keys">Cancel</a></p>
</form>`,
    });
  }

  router.get("/account/keys/new", (_req, res) => showForm(res));

  router.post("/account/keys/new", async (req, res) => {
    const account = accountOf(res);
    const form: KeyForm = {
      name: formText(req, "name"),
      scopes: readScopes(["account:read", ...formList(req, "scope")].join(" ")),
      lifetime: formText(req, "expires"),
    };
    const faults = checkKeyForm(form);
    if (hasFaults(faults)) return showForm(res, { form, faults });
    const expiresAt = form.lifetime === "never" ? null : new Date(now().getTime() + Number(form.lifetime) * DAY_MS);
    const made = await createOwnKey(account, { ...form, expiresAt }, deps);
    if (typeof made === "string") return showForm(res, { form, fault: REFUSALS[made] });
    showOnce(res, pages, {
      title: t`Your new API key`,
      text: made.key,
      after: html`<dl class="facts">
<dt>Name</dt><dd>${form.name}</dd>
<dt>Scopes</dt><dd class="mono">${form.scopes.join(" ")}</dd>
<dt>Expires</dt><dd>${expiresAt ? showDay(expiresAt) : t`Never`}</dd>
</dl>
<h2>Use the key</h2>
<p>Send it with every request. Keep it out of URLs, code and screenshots.</p>
<pre tabindex="0"><code>curl -H "Authorization: Bearer $DEBUT_API_KEY" ${settings.BASE_URL}/api/v1${getAccount.rest.slice(
        "GET ".length,
      )}</code></pre>
<p>The <a href="/docs">API reference</a> lists every operation.</p>`,
      done: "/account#keys",
    });
  });

  router.get("/account/keys/:id/revoke", async (req, res) => {
    const key = (await store.accounts.apiKeysOf(accountOf(res).id)).find(({ id }) => id === req.params.id);
    if (!key) return seeOther(res, "/account?notice=gone#keys");
    pages.render(res, {
      heading: t`Revoke this API key?`,
      width: "narrow",
      body: html`<p class="lead"><strong><bdi>${key.name}</bdi></strong> <span class="mono small">${key.prefix}…${key.last4}</span></p>
<p>Programs that use it stop working immediately. This cannot be undone.</p>
${formTo(res, `/account/keys/${key.id}/revoke`)}
<p class="row"><button class="danger">Revoke key</button> <a href="/account#keys">Cancel</a></p>
</form>`,
    });
  });

  router.post("/account/keys/:id/revoke", async (req, res) => {
    const isRevoked = await revokeOwnKey(accountOf(res), req.params.id, deps);
    seeOther(res, isRevoked ? "/account?notice=key-revoked#keys" : "/account?notice=gone#keys");
  });
}
