import type { Response } from "express";
import { renameAccount, setLanguage } from "#actions/accounts/change-account.ts";
import { checkName, NAME_MAX } from "#actions/accounts/new-account.ts";
import { resendVerification } from "#actions/accounts/verify-email.ts";
import { appName } from "#auth/app-name.ts";
import type { Languages } from "#core/languages.ts";
import { type Html, html, partWith } from "#core/text/html.ts";
import { scopeTitles } from "#domain/accounts/scope-words.ts";
import { prefixed } from "#languages/links.ts";
import { type Text, t, wordsWith } from "#languages/words.ts";
import type { Account, ApiKey, Session } from "#store/repos/accounts/accounts.ts";
import type { ConnectedApp } from "#store/repos/accounts/oauth.ts";
import { choice, field, formText, formTo, hidden } from "../../kit/form.ts";
import { alternatesOf } from "../../kit/language.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { showBrowser, showDay, showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther, sessionOf } from "../../kit/site.ts";

const VERIFICATION = {
  sent: "verification-sent",
  verified: "verified",
  limit: "verification-limit",
} as const satisfies Record<string, Notice>;

export function accountOverviewPages({ deps, connectedApps, pages, router }: Site): void {
  const { store, now } = deps;
  router.use("/account", accountOnly);

  async function show(res: Response, name?: { value: string; fault: Text | undefined }): Promise<void> {
    const account = accountOf(res);
    const [keys, apps, sessions] = await Promise.all([
      store.accounts.apiKeysOf(account.id),
      connectedApps.list(account.id),
      store.accounts.sessionsOf(account.id, now()),
    ]);
    pages.render(res, {
      status: name?.fault ? 400 : 200,
      heading: t`Your account`,
      width: "reading",
      body: html`${!account.emailVerifiedAt && unverified(res, account)}
<div class="stack">
${aboutYou(res, account, deps.signInProviders().size > 0, name)}${deps.languages.all.length > 1 && html`\n${languageSection(res, account, deps.languages)}`}
${keySection(keys, now())}
${appSection(res, apps)}
${eventSection}
${sessionSection(res, sessions, sessionOf(res)?.id)}
${dataSection}
</div>`,
    });
  }

  router.get("/account", (_req, res) => show(res));

  router.post("/account/name", async (req, res) => {
    const value = formText(req, "name");
    const fault = checkName(value);
    if (fault) return show(res, { value, fault });
    await renameAccount(accountOf(res).id, value, deps);
    seeOther(res, "/account?notice=name-saved");
  });

  router.post("/account/language", async (req, res) => {
    const wanted = deps.languages.all.find(({ tag }) => tag === formText(req, "language"));
    await setLanguage(accountOf(res).id, wanted?.tag ?? null, deps);
    res.redirect(303, prefixed((wanted ?? deps.languages.first).prefix, withNotice("/account", "language-saved")));
  });

  router.post("/account/verification", async (_req, res) => {
    seeOther(res, "/account", VERIFICATION[await resendVerification(accountOf(res), deps)]);
  });

  // The form names the app, not the path: an app's id may itself be a URL.
  router.post("/account/apps/disconnect", async (req, res) => {
    const clientId = formText(req, "client_id");
    const isDone = clientId !== "" && (await connectedApps.disconnect(accountOf(res).id, clientId));
    seeOther(res, "/account#apps", isDone ? "app-disconnected" : "gone");
  });
}

const eventSection = html`<section aria-labelledby="events">
<h2 id="events">${wordsWith("launches", t`Webhooks and calendars`, t`Webhooks`)}</h2>
<p class="muted">${wordsWith("launches", t`Send events from your listings and orders to your programs, and launches to your calendar.`, t`Send events from your listings and orders to your programs.`)}</p>
<p class="row"><a class="button quiet" href="/account/webhooks">Webhooks</a>
${partWith("launches", html`<a class="button quiet" href="/account/calendar">Calendars</a>`)}</p>
</section>`;

const dataSection = html`<section aria-labelledby="data">
<h2 id="data">Your data</h2>
<p class="muted">Everything we store about you in one JSON file: account, profile, drafts, listings, follows,
saved searches, collections, the weekly digest, notifications, reviews, claims, orders, invoices, keys, apps and webhooks.</p>
<p class="row"><a class="button quiet" href="/account/data.json">Download my data</a>
<a class="button quiet" href="/account/uploads">Uploaded pictures</a> <a href="/account/delete">Delete my account</a></p>
</section>`;

const unverified = (res: Response, { email }: Account): Html => html`<div class="notice">
<p><strong>Confirm your email address.</strong> We sent a link to ${email}. You can list products once you open it.</p>
${formTo(res, "/account/verification")}<button class="quiet slim">Send a new link</button></form>
</div>`;

const aboutYou = (
  res: Response,
  account: Account,
  hasProviders: boolean,
  name?: { value: string; fault: Text | undefined },
): Html => html`<section aria-labelledby="you">
<h2 id="you">Overview</h2>
<dl class="facts">
<dt>Email</dt><dd>${account.email} ${
  account.emailVerifiedAt
    ? html`<span class="tag good">confirmed</span>`
    : html`<span class="tag bad">not confirmed</span>`
}</dd>
<dt>Sign-in</dt><dd><a href="/account/passkeys">Passkeys</a> · ${
  hasProviders && html`<a href="/account/providers">Other accounts</a> · `
}<a href="/account/two-factor">Two-factor codes</a> · <a href="/account/password">${
  account.passwordHash ? t`Change password` : t`Set a password`
}</a></dd>
<dt>Content</dt><dd><a href="/account/listings">Listings</a> · <a href="/drafts">Drafts</a> ·
<a href="/account/claims">Claims</a> · <a href="/account/orders">Orders</a> ·
<a href="/account/searches">Saved searches</a> · <a href="/account/collections">Saved products and collections</a> ·
<a href="/account/digest">Followed categories</a> · <a href="/account/reports">Reports and decisions</a></dd>
<dt>Profile</dt><dd><a href="/account/profile">Edit profile</a></dd>
<dt>Notifications</dt><dd><a href="/notifications">Show all</a> · <a href="/account/notifications">Settings</a></dd>
<dt>Member since</dt><dd>${showDay(account.createdAt)}</dd>
</dl>
${formTo(res, "/account/name")}
${field({
  name: "name",
  label: t`Your name`,
  value: name?.value ?? account.name ?? "",
  fault: name?.fault,
  autocomplete: "name",
  required: false,
  maxLength: NAME_MAX,
})}
<p><button class="quiet">Save name</button></p>
</form>
</section>`;

const languageSection = (res: Response, { language }: Account, languages: Languages): Html =>
  html`<section aria-labelledby="your-language">
<h2 id="your-language">Language</h2>
${formTo(res, "/account/language")}
${choice({
  name: "language",
  label: t`Language`,
  value: language ?? "",
  hint: t`For emails, notifications and the pages they link to.`,
  none: t`Site default`,
  options: alternatesOf(languages, "/").map(({ tag, name }) => [tag, name] as const),
})}
<p><button class="quiet">Save language</button></p>
</form>
</section>`;

function keySection(keys: ApiKey[], now: Date): Html {
  const state = ({ expiresAt }: ApiKey) =>
    expiresAt === null ? t`Never` : expiresAt <= now ? html`<span class="tag bad">expired</span>` : showDay(expiresAt);
  return html`<section aria-labelledby="keys">
<h2 id="keys">API keys</h2>
<p class="muted">For programs and assistants that cannot sign in. A key acts as you, with the permissions you give it.</p>
${
  keys.length > 0 &&
  html`<div class="table folds"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Permissions</th><th scope="col">Last used</th>
<th scope="col">Expires</th><th scope="col"><span class="unseen">Revoke</span></th></tr></thead>
<tbody>${keys.map(
    (key) => html`<tr>
<td><strong>${key.name}</strong><br><span class="mono small muted">${key.prefix}…${key.last4}</span></td>
<td data-label="Permissions" class="small">${scopeTitles(key.scopes.split(" "))}</td>
<td data-label="Last used" class="small">${key.lastUsedAt ? showDay(key.lastUsedAt) : t`Never`}</td>
<td data-label="Expires" class="small">${state(key)}</td>
<td class="end"><a href="/account/keys/${key.id}/revoke">Revoke<span class="unseen"> ${key.name}</span></a></td>
</tr>`,
  )}</tbody>
</table></div>`
}
<p><a class="button quiet" href="/account/keys/new">Create API key</a></p>
</section>`;
}

const appSection = (res: Response, apps: ConnectedApp[]): Html => html`<section aria-labelledby="apps">
<h2 id="apps">Connected apps</h2>
${
  apps.length === 0
    ? html`<p class="muted">No connected apps yet. <a href="/connect">Connect your assistant</a> to see it here.</p>`
    : html`<p class="muted">These apps can act for you, with the permissions you gave them.</p>
${apps.map(
  (app) => html`<div class="card row between">
<div class="grow"><h3>${appName(app.name)}</h3>
<p class="small muted">${app.host ? t`Published by ${app.host}` : t`Unverified name`} · ${html`connected ${showDay(app.connectedAt)}`}</p>
<p class="small">${scopeTitles(app.scopes)}</p></div>
${formTo(res, "/account/apps/disconnect")}${hidden("client_id", app.clientId)}<button class="danger slim"
aria-label="Disconnect ${appName(app.name)}">Disconnect</button></form>
</div>`,
)}`
}
</section>`;

const sessionSection = (
  res: Response,
  sessions: Session[],
  current: string | undefined,
): Html => html`<section aria-labelledby="sessions">
<h2 id="sessions">Active sessions</h2>
<ul>${sessions.map(
  ({ idHash, userAgent, lastSeenAt }) =>
    html`<li>${showBrowser(userAgent)}${
      idHash === current
        ? html` <span class="tag good">this browser</span>`
        : html` · <span class="small muted">last seen ${showTime(lastSeenAt)}</span> 
${formTo(res, `/account/sessions/${idHash}/end`)}<button class="quiet slim"
aria-label="Sign out of ${showBrowser(userAgent)}">Sign out</button></form>`
    }</li>`,
)}</ul>
<div class="row">
${formTo(res, "/sign-out")}<button class="quiet">Sign out</button></form>
${formTo(res, "/account/sessions/end")}<button class="danger">Sign out everywhere</button></form>
</div>
</section>`;
