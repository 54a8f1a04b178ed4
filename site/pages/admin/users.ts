import { Router } from "express";
import { type Html, html } from "../../../core/text/html.ts";
import type { Account, AccountGroup } from "../../../store/repos/accounts/accounts.ts";
import { pageNumber, pager, queryOf } from "../../kit/paging.ts";
import type { Site } from "../../kit/site.ts";
import { filterSelect, nothing, table } from "../../kit/table.ts";
import { showWhen } from "../../kit/when.ts";
import { person } from "../../parts/profiles/person.ts";

const PER_PAGE = 50;
const GROUPS: readonly (readonly [AccountGroup, string])[] = [
  ["admins", "Admins"],
  ["unverified", "Address not confirmed"],
  ["suspended", "Suspended"],
];

/** All accounts, newest first. */
export function userAdminPages({ deps, pages }: Site): Router {
  const { store, now } = deps;
  const router = Router();

  router.get("/admin/users", async (req, res) => {
    const q = (queryOf(req, "q") ?? "").slice(0, 200);
    const only = GROUPS.find(([known]) => known === req.query.only)?.[0];
    const page = pageNumber(req);
    const { items, total } = await store.accounts.listAll({ q, only }, { page, perPage: PER_PAGE });
    pages.render(res, {
      title: "People",
      body: html`<h1>People</h1>
<form method="get" action="/admin/users" role="search" class="row filters">
<label class="grow"><span class="unseen">Name or email address</span><input type="search" name="q" value="${q}" maxlength="200" placeholder="Search by name or email address"></label>
${filterSelect("only", "Which people", "Everyone", GROUPS, only)}
<button class="quiet">Search</button>
</form>
${
  items.length === 0
    ? nothing(true, { path: "/admin/users", none: "", noMatch: "No matching people." })
    : table(
        ["Person", "Account", "Since"],
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

  return router;
}

export const accountTags = ({ status, isAdmin, emailVerifiedAt }: Account): Html =>
  html`<span class="tags">${
    status === "active" ? html`<span class="tag good">active</span>` : html`<span class="tag bad">${status}</span>`
  }${isAdmin && html` <span class="tag warm">admin</span>`}${
    !emailVerifiedAt && html` <span class="tag">address not confirmed</span>`
  }</span>`;
