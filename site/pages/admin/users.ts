import type { Response } from "express";
import { ACCOUNT_STEPS, type AccountStep, changeAccount } from "#actions/accounts/change-account.ts";
import { identityName, providerLabel } from "#actions/accounts/identities.ts";
import { type Html, html } from "#core/text/html.ts";
import { joined, plural, t, type Words } from "#languages/words.ts";
import type { Account, AccountGroup } from "#store/repos/accounts/accounts.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formText, formTo } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { showBrowser, showDay, showTime, showWhen } from "../../kit/show.ts";
import { notFound, orNotFound, type Site, seeOther } from "../../kit/site.ts";
import { filterSelect, nothing, pageNumber, pager, queryOf, table } from "../../kit/table.ts";
import { statusTag } from "../../parts/listings/version-parts.ts";
import { person } from "../../parts/profiles/profile-parts.ts";
import { auditTable } from "./audit.ts";

const PER_PAGE = 50;
const GROUPS: readonly (readonly [AccountGroup, Words])[] = [
  ["admins", t`Admins`],
  ["unverified", t`Unconfirmed`],
  ["suspended", t`Suspended`],
];

export function userAdminPages({ deps, pages, router }: Site): void {
  const { store, now } = deps;

  router.get("/admin/users", async (req, res) => {
    const q = (queryOf(req, "q") ?? "").slice(0, 200);
    const only = GROUPS.find(([known]) => known === req.query.only)?.[0];
    const page = pageNumber(req);
    const { items, total } = await store.accounts.listAll({ q, only }, { page, perPage: PER_PAGE });
    pages.render(res, {
      heading: t`People`,
      body: html`<form method="get" action="/admin/users" role="search" class="row filters">
<label class="grow"><span class="unseen">Name or email address</span><input type="search" name="q" value="${q}"
maxlength="200" placeholder="Search by name or email address"></label>
${filterSelect("only", t`Filter`, t`Everyone`, GROUPS, only)}
<button class="quiet">Search</button>
</form>
${
  items.length === 0
    ? nothing(true, { path: "/admin/users", none: "", noMatch: t`No matching people.` })
    : table(
        [t`Person`, t`Account`, t`Joined`],
        items.map((account) => [
          person(account, (name) => html`<a href="/admin/users/${account.id}">${name}</a>`),
          accountTags(account),
          showWhen(account.createdAt, now()),
        ]),
      )
}
${pager("/admin/users", { q: q || undefined, only }, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });
}

export const accountTags = ({ status, isAdmin, emailVerifiedAt }: Account): Html =>
  html`<span class="tags">${
    status === "active"
      ? html`<span class="tag good">active</span>`
      : html`<span class="tag bad">${status === "suspended" ? t`suspended` : t`deleted`}</span>`
  }${isAdmin && html` <span class="tag warm">admin</span>`}${
    !emailVerifiedAt && html` <span class="tag">unconfirmed</span>`
  }</span>`;

const DONE: Record<AccountStep, Notice> = {
  verify: "account-verified",
  suspend: "account-suspended",
  restore: "account-restored",
  "make-admin": "account-made-admin",
  "end-admin": "account-no-admin",
  "sign-out": "account-signed-out",
  "reset-factors": "account-factors-reset",
  disconnect: "account-disconnected",
};

export function userAdminPage({ deps, connectedApps, pages, router, act }: AdminSite): void {
  const { store, now, signInProviders } = deps;

  router.get("/admin/users/:id", async (req, res) => {
    const account = orNotFound(await store.accounts.find(req.params.id));
    const [sessions, keys, identities, apps, listings, did, factors] = await Promise.all([
      store.accounts.sessionsOf(account.id, now()),
      store.accounts.apiKeysOf(account.id),
      store.identities.ofAccount(account.id),
      connectedApps.list(account.id),
      store.listings.listOwned(account.id, { page: 1, perPage: 50 }),
      store.audit.list({ kind: "account", objectId: account.id }, { page: 1, perPage: 10 }),
      store.accounts.factorsOf(account.id),
    ]);
    const hasFactor = factors.hasCodes || factors.hasPasskey;
    pages.render(res, {
      title: account.email,
      body: html`<p class="eyebrow"><a href="/admin/users">People</a></p>
<h1>${account.name ?? account.email}</h1>
<dl class="facts">
<dt>Account</dt><dd>${accountTags(account)}</dd>
<dt>Email</dt><dd>${account.email}</dd>
<dt>Confirmed</dt><dd>${account.emailVerifiedAt ? showTime(account.emailVerifiedAt) : t`not yet`}</dd>
<dt>Since</dt><dd>${showDay(account.createdAt)}</dd>
<dt>Signed in</dt><dd>${
        sessions.length === 0
          ? t`no`
          : sessions.map(
              ({ userAgent, lastSeenAt }) =>
                html`${showBrowser(userAgent)}, <span class="small muted">last seen ${showTime(lastSeenAt)}</span><br>`,
            )
      }</dd>
<dt>Second factor</dt><dd>${
        hasFactor ? joined([factors.hasPasskey && t`passkey`, factors.hasCodes && t`authenticator app`], ", ") : t`none`
      }</dd>
${
  identities.length > 0 &&
  html`<dt>Signs in with</dt><dd>${identities.map(
    (one) =>
      html`${providerLabel(one.issuer, signInProviders())}, <bdi class="small muted">${identityName(one)}</bdi><br>`,
  )}</dd>`
}
${
  apps.length > 0 &&
  html`<dt>Apps</dt><dd>${apps.map(
    ({ name, host, lastUsedAt }) =>
      html`${name}, <span class="small muted">${host ?? t`unverified name`}, last token ${showTime(lastUsedAt)}</span><br>`,
  )}</dd>`
}
<dt>API keys</dt><dd>${plural(keys.length, "key")}</dd>
<dt>Listings</dt><dd>${
        listings.total === 0
          ? t`none`
          : listings.items.map(
              ({ id, name, status }) => html`<a href="/admin/listings/${id}">${name}</a> ${statusTag(status)}<br>`,
            )
      }</dd>
</dl>
${
  account.status !== "deleted" &&
  actions(res, account, {
    isIn: sessions.length > 0,
    hasFactor,
    isConnected: identities.length + apps.length > 0,
  })
}
${did.items.length > 0 && html`<div class="section-head"><h2>Team activity</h2></div>${auditTable(did.items)}`}`,
    });
  });

  act("/admin/users/:id", "account.change", async (req, res, audited) => {
    const id = req.params.id ?? "";
    const step = ACCOUNT_STEPS.find((known) => known === formText(req, "do"));
    if (!step || !(await store.accounts.find(id))) notFound();
    const refusal = await audited.store.change((tx) => changeAccount(tx, id, step, deps));
    deps.wakeJobs();
    seeOther(res, `/admin/users/${id}`, refusal ?? DONE[step]);
  });
}

type Ties = { isIn: boolean; hasFactor: boolean; isConnected: boolean };

const actions = (res: Response, account: Account, { isIn, hasFactor, isConnected }: Ties): Html => {
  const isActive = account.status === "active";
  return html`<section class="card" aria-labelledby="actions"><h2 id="actions">Actions</h2>
${formTo(res, `/admin/users/${account.id}`, "row")}
${!account.emailVerifiedAt && html`<button name="do" value="verify" class="quiet">Confirm email</button>`}
${hasFactor && html`<button name="do" value="reset-factors" class="danger">Remove second factors</button>`}
${isIn && html`<button name="do" value="sign-out" class="quiet">Sign out everywhere</button>`}
${isConnected && html`<button name="do" value="disconnect" class="quiet">Disconnect apps and providers</button>`}
${
  account.isAdmin
    ? html`<button name="do" value="end-admin" class="danger">Remove admin role</button>`
    : isActive &&
      account.emailVerifiedAt &&
      html`<button name="do" value="make-admin" class="quiet">Make admin</button>`
}
${
  isActive
    ? html`<button name="do" value="suspend" class="danger">Suspend</button>`
    : html`<button name="do" value="restore">Unsuspend</button>`
}
</form>
<p class="small muted">Suspending signs people out, blocks their apps and keys, and stops counting their votes. Before you remove second factors, verify the person’s identity.</p></section>`;
};
