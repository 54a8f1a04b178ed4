import { type CheckName, type Finding, isCheck } from "#actions/health/finding.ts";
import { examineInstallation } from "#actions/health/installation.ts";
import { firstRun } from "#actions/site/first-run.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { forwardingOf } from "#http/forwarding.ts";
import { joined, noun, plural, t, type Words } from "#languages/words.ts";
import type { StoreUnavailable } from "#store/unavailable.ts";

import { accountOf, type Site } from "../../kit/site.ts";
import { firstSteps, openSteps } from "../../parts/site/first-steps.ts";
import { auditTable } from "./audit.ts";
import { titleOf } from "./health.ts";
import { periodOf, trends } from "./trends.ts";

/** Where a fault is mended, if not on the page about the health of the site. */
const PLACES: Partial<Record<CheckName, readonly [path: string, label: Words]>> = {
  backups: ["/admin/backups", t`Backups`],
  pages: ["/admin/pages", t`Pages`],
  jobs: ["/admin/jobs?state=failed", t`Failed jobs`],
  mails: ["/admin/outbox?state=failed", t`Failed emails`],
  orders: ["/admin/orders?status=on_hold", t`Orders on hold`],
  invoices: ["/admin/payments", t`Payments and VAT`],
  payments: ["/admin/payments", t`Payments`],
  threshold: ["/admin/invoices/vat", t`VAT and returns`],
};
type Waiting = readonly [count: number, noun: Words, path: string];

export function overviewPages({ deps, pages, router }: Site): void {
  const { store, settings, now } = deps;

  router.get("/admin", async (req, res) => {
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const before = weekOf(now(), settings.SITE_TIMEZONE, -1);
    const [waits, news, last, suggestions, places, states, recent, trouble, findings, steps, overTime] =
      await Promise.all([
        store.overview.waiting(),
        store.overview.news(week.startsAt, week.endsAt),
        store.overview.news(before.startsAt, before.endsAt),
        store.moderation.suggestions(),
        store.launches.room(weekOf(now(), settings.SITE_TIMEZONE, 1).monday, settings.WEEK_CAPACITY, now()),
        store.jobs.countByState(),
        store.audit.list({}, { page: 1, perPage: 6 }),
        store.trouble(),
        examineInstallation({ settings, store, now: now(), forwarding: forwardingOf(req) }),
        firstRun(deps),
        trends(periodOf(req.query.over), deps),
      ]);
    const person: Waiting[] = [
      [
        waits.listings,
        noun(waits.listings, "listing to approve", "listings to approve"),
        "/admin/listings?status=pending_review",
      ],
      [waits.claims, noun(waits.claims, "claim to decide", "claims to decide"), "/admin/claims"],
      [waits.reviews, noun(waits.reviews, "review to approve", "reviews to approve"), "/admin/reviews"],
      [waits.reports, noun(waits.reports, "report to decide", "reports to decide"), "/admin/reports"],
      [waits.appeals, noun(waits.appeals, "appeal to decide", "appeals to decide"), "/admin/reports#appeals"],
      [waits.held, noun(waits.held, "held text to decide", "held texts to decide"), "/admin/held"],
      [waits.comments, noun(waits.comments, "comment to approve", "comments to approve"), "/admin/comments"],
      [waits.orders, noun(waits.orders, "order on hold", "orders on hold"), "/admin/orders?status=on_hold"],
      [waits.disputes, noun(waits.disputes, "disputed payment"), "/admin/orders?status=disputed"],
      [
        waits.transfers,
        noun(waits.transfers, "order awaiting transfer", "orders awaiting transfer"),
        "/admin/transfers",
      ],
      [waits.corrections, noun(waits.corrections, "invoice to correct", "invoices to correct"), "/admin/orders"],
      [waits.refunds, noun(waits.refunds, "refund to send", "refunds to send"), "/admin/transfers#refunds"],
      [
        suggestions.length,
        noun(suggestions.length, "alternative to approve", "alternatives to approve"),
        "/admin/alternatives",
      ],
      [waits.votes, noun(waits.votes, "uncounted vote", "uncounted votes"), "/admin/votes"],
    ];
    const waiting = person.filter(([count]) => count > 0);
    const faults = findings.filter(({ ok, check }) => !ok && check !== "database");
    const open = openSteps(steps);
    const { name } = accountOf(res);
    pages.render(res, {
      title: t`Overview`,
      body: html`<h1>${name ? t`Hello ${name}` : t`Overview`}</h1>
${trouble && troubleNotice(trouble, store.waiting())}
${faults.length > 0 && html`<ul class="faults">${faults.map(faultNotice)}</ul>`}
${
  open.length > 0 &&
  html`<section aria-labelledby="first-steps"><div class="section-head"><h2 id="first-steps">First steps</h2>
<a href="/admin/first-steps">${plural(steps.length - open.length, "step")} done or skipped</a></div>${firstSteps(res, open)}</section>`
}
<h2>Needs your attention</h2>
${
  waiting.length === 0
    ? html`<p class="empty">Nothing to do.</p>`
    : html`<ul class="figures-grid">${waiting.map(([count, words, path]) => figure(count, words, path))}</ul>`
}
<h2>This week</h2>
<ul class="figures-grid">
${figure(news.accounts, noun(news.accounts, "new account"), "/admin/users", than(last.accounts))}
${figure(news.listings, noun(news.listings, "new listing"), "/admin/listings", than(last.listings))}
${figure(news.votes, noun(news.votes, "vote"), "/admin/votes?counted=yes", than(last.votes))}
${figure(news.orders, noun(news.orders, "order"), "/admin/orders", than(last.orders))}
${figure(
  places.booked,
  noun(places.booked, "launch next week", "launches next week"),
  "/admin/weeks",
  t`of ${plural(places.capacity, "place")}`,
)}
${figure(states.queued ?? 0, noun(states.queued ?? 0, "job waiting", "jobs waiting"), "/admin/jobs", t`${states.running ?? 0} running`)}
</ul>
${overTime}
${
  recent.items.length > 0 &&
  html`<div class="section-head"><h2>Team activity</h2><a href="/admin/audit">Audit log</a></div>${auditTable(recent.items)}`
}`,
    });
  });
}

/** Why the database cannot be written, and what still works. */
const troubleNotice = ({ reason, cure, heals }: StoreUnavailable, waiting: number): Html =>
  html`<div class="notice bad"><p><strong>The database cannot be used: ${reason}.</strong> ${cure}</p>
<p>Pages still work, but nothing can be saved. ${heals && t`Saving works again as soon as this is fixed.`}
${waiting > 0 && t`Results of ${plural(waiting, "job")} will be saved then.`}</p></div>`;

function faultNotice({ check, detail, cure }: Finding): Html {
  const [path, label] = (isCheck(check) && PLACES[check]) || ["/admin/health", t`Health`];
  return html`<li class="notice bad"><p><strong>${titleOf(check)}</strong></p>
<p>${joined([t`${detail}.`, cure], " ")} <a href="${href(path)}">${label}</a></p></li>`;
}

const than = (count: number): Words => t`${count} last week`;

const figure = (count: number, label: Words, path: string, note?: Part): Html =>
  html`<li><a href="${href(path)}"><strong>${count}</strong> <span>${label}</span></a>${
    note && html`<span class="small muted">${note}</span>`
  }</li>`;
