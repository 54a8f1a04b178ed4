import type { SiteSession } from "#auth/sessions.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import type { Feature } from "#languages/language.ts";
import { as, type Text, t } from "#languages/words.ts";

type Link = readonly [path: string, label: Text, needs?: Feature];

const GROUPS: readonly { title: Text; pages: readonly Link[] }[] = [
  {
    title: t`Directory`,
    pages: [
      ["/admin/listings", t`Listings`],
      ["/admin/bulk", t`Bulk changes`],
      ["/admin/import", t`Import`],
      ["/admin/changes", t`Changes`],
      ["/admin/claims", t`Claims`],
      ["/admin/alternatives", t`Alternatives`],
      ["/admin/weeks", t`Launch weeks`, "launches"],
    ],
  },
  {
    title: t`Community`,
    pages: [
      ["/admin/reviews", t`Reviews`],
      ["/admin/reports", t`Reports`],
      ["/admin/held", t`Held for review`],
      ["/admin/words", t`Watched words`],
      ["/admin/comments", t`Comments`],
      ["/admin/collections", t`Collections`],
      ["/admin/votes", t`Votes`, "votes"],
      ["/admin/users", t`People`],
      ["/admin/visitors", t`Visitors`],
      ["/admin/searches", t`Searches`],
      ["/admin/digest", t`Weekly digest`],
      ["/admin/channels", t`Channels`],
    ],
  },
  {
    title: t`Content`,
    pages: [
      ["/admin/categories", t`Categories`],
      ["/admin/fields", t`Fields`],
      ["/admin/interview", t`Interview`],
      ["/admin/blog", t`Blog`],
      ["/admin/pages", t`Pages`],
      ["/admin/pictures", t`Pictures`],
      ["/admin/translations", t`Translations`],
      ["/admin/texts", t`Wording`],
    ],
  },
  {
    title: t`Money`,
    pages: [
      ["/admin/orders", t`Orders`],
      ["/admin/transfers", t`Bank transfers`],
      ["/admin/invoices", t`Invoices`],
      ["/admin/products", as("for sale")`Products`],
      ["/admin/coupons", t`Coupons`],
      ["/admin/payments", t`Payments and VAT`],
      ["/admin/vat-rates", t`VAT rates`],
    ],
  },
  {
    title: t`System`,
    pages: [
      ["/admin/first-steps", t`First steps`],
      ["/admin/health", t`Health`],
      ["/admin/outbox", t`Outbox`],
      ["/admin/mails", t`Emails`],
      ["/admin/jobs", t`Jobs`],
      ["/admin/backups", t`Backups`],
      ["/admin/settings/look", t`Look`],
      ["/admin/settings", t`Settings`],
      ["/admin/audit", t`Audit log`],
      ["/admin/guide", t`Operating guide`],
    ],
  },
];

export const isDashboard = (session: SiteSession | undefined, path: string): boolean =>
  session?.account?.isAdmin === true && /^\/admin(\/|$)/.test(path);

const isAbove = (to: string, path: string): boolean => path === to || path.startsWith(`${to}/`);
/** Of two entries above a page, the nearer one. */
const current = (to: string, path: string): Html | false =>
  isAbove(to, path) &&
  !GROUPS.some(({ pages }) => pages.some(([other]) => other !== to && isAbove(to, other) && isAbove(other, path))) &&
  html` aria-current="${path === to ? "page" : "true"}"`;

const links = (
  path: string,
): Html => html`<ul><li><a href="/admin"${path === "/admin" && html` aria-current="page"`}>Overview</a></li></ul>
${GROUPS.map(
  ({ title, pages }) => html`<p>${title}</p>
<ul>${pages.map(([to, label, needs]) => {
    const link = html`<li><a href="${href(to)}"${current(to, path)}>${label}</a></li>`;
    return needs ? partWith(needs, link) : link;
  })}</ul>`,
)}`;

/** A list at the side if there is room, and a fold on phones: browsers show one of the two. */
export function adminMenu(path: string): Html {
  const here = GROUPS.flatMap(({ pages }) => pages).find(([to]) => current(to, path))?.[1] ?? t`Overview`;
  return html`<nav class="dashboard-side" aria-label="Administration">${links(path)}</nav>
<details class="dashboard-fold"><summary>Admin: ${here}</summary><nav aria-label="Administration">${links(path)}</nav></details>`;
}
