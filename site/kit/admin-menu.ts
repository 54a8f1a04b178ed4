import type { SiteSession } from "../../auth/sessions.ts";
import { type Html, href, html } from "../../core/text/html.ts";

type Link = readonly [path: string, label: string];

const GROUPS: readonly { title: string; pages: readonly Link[] }[] = [
  {
    title: "Directory",
    pages: [
      ["/admin/listings", "Listings"],
      ["/admin/changes", "Changes"],
      ["/admin/claims", "Claims"],
      ["/admin/alternatives", "Alternatives"],
      ["/admin/weeks", "Launch weeks"],
    ],
  },
  {
    title: "Community",
    pages: [
      ["/admin/reviews", "Reviews"],
      ["/admin/reports", "Reports"],
      ["/admin/held", "Held for review"],
      ["/admin/words", "Watched words"],
      ["/admin/comments", "Comments"],
      ["/admin/collections", "Collections"],
      ["/admin/votes", "Votes"],
      ["/admin/users", "People"],
      ["/admin/digest", "Weekly digest"],
    ],
  },
  {
    title: "Content",
    pages: [
      ["/admin/categories", "Categories"],
      ["/admin/interview", "Interview"],
      ["/admin/blog", "Blog"],
      ["/admin/pages", "Pages"],
      ["/admin/pictures", "Pictures"],
    ],
  },
  {
    title: "Money",
    pages: [
      ["/admin/orders", "Orders"],
      ["/admin/transfers", "Bank transfers"],
      ["/admin/invoices", "Invoices"],
      ["/admin/products", "Products"],
      ["/admin/coupons", "Coupons"],
      ["/admin/payments", "Payments and VAT"],
      ["/admin/vat-rates", "VAT rates"],
    ],
  },
  {
    title: "System",
    pages: [
      ["/admin/first-steps", "First steps"],
      ["/admin/health", "Health"],
      ["/admin/outbox", "Outbox"],
      ["/admin/mails", "Emails"],
      ["/admin/jobs", "Jobs"],
      ["/admin/backups", "Backups"],
      ["/admin/settings", "Settings"],
      ["/admin/audit", "Audit log"],
      ["/admin/guide", "Operating guide"],
    ],
  },
];

export const isDashboard = (session: SiteSession | undefined, path: string): boolean =>
  session?.account?.isAdmin === true && /^\/admin(\/|$)/.test(path);

const current = (to: string, path: string): Html | false =>
  path === to ? html` aria-current="page"` : path.startsWith(`${to}/`) && html` aria-current="true"`;

const links = (
  path: string,
): Html => html`<ul><li><a href="/admin"${path === "/admin" && html` aria-current="page"`}>Overview</a></li></ul>
${GROUPS.map(
  ({ title, pages }) => html`<p>${title}</p>
<ul>${pages.map(([to, label]) => html`<li><a href="${href(to)}"${current(to, path)}>${label}</a></li>`)}</ul>`,
)}`;

/** A list at the side if there is room, and a fold on phones: browsers show one of the two. */
export function adminMenu(path: string): Html {
  const here = GROUPS.flatMap(({ pages }) => pages).find(([to]) => current(to, path))?.[1] ?? "Overview";
  return html`<nav class="dashboard-side" aria-label="Administration">${links(path)}</nav>
<details class="dashboard-fold"><summary>Admin: ${here}</summary><nav aria-label="Administration">${links(path)}</nav></details>`;
}
