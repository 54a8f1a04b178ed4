import { Router } from "express";
import { missingPage } from "../../../actions/site-pages/missing.ts";
import { type Html, href, html, type Part } from "../../../core/html.ts";
import { weekOf } from "../../../domain/launch-week.ts";
import type { StoreUnavailable } from "../../../store/unavailable.ts";
import { plural } from "../../kit/show.ts";
import { accountOf, type Site } from "../../kit/site.ts";
import { auditTable } from "./audit.ts";
import { periodOf, trends } from "./trends.ts";

const WEBHOOKS_LATE_MS = 15 * 60_000;

type Waiting = readonly [count: number, one: string, many: string, path: string];

/** What waits, what failed, and what is new, with links. */
export function overviewPages({ deps, pages }: Site): Router {
  const { store, settings, now } = deps;
  const router = Router();

  router.get("/admin", async (req, res) => {
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const before = weekOf(now(), settings.SITE_TIMEZONE, -1);
    const [waits, news, last, suggestions, places, states, recent, trouble, hanging, overTime] = await Promise.all([
      store.overview.waiting(),
      store.overview.news(week.startsAt, week.endsAt),
      store.overview.news(before.startsAt, before.endsAt),
      store.moderation.suggestions(),
      store.launches.room(weekOf(now(), settings.SITE_TIMEZONE, 1).monday, settings.WEEK_CAPACITY),
      store.jobs.countByState(),
      store.audit.list({}, { page: 1, perPage: 6 }),
      store.trouble(),
      store.webhooks.overdue(new Date(now().getTime() - WEBHOOKS_LATE_MS)),
      trends(periodOf(req.query.over), deps),
    ]);
    const person: Waiting[] = [
      [waits.listings, "listing to review", "listings to review", "/admin/listings?status=pending_review"],
      [waits.claims, "claim to decide", "claims to decide", "/admin/claims"],
      [waits.reviews, "review to read", "reviews to read", "/admin/reviews"],
      [waits.orders, "order on hold", "orders on hold", "/admin/orders?status=on_hold"],
      [suggestions.length, "alternative to approve", "alternatives to approve", "/admin/alternatives"],
      [waits.votes, "vote that does not count", "votes that do not count", "/admin/votes"],
    ];
    const faults: Waiting[] = [
      [waits.jobs, "job failed", "jobs failed", "/admin/jobs?state=failed"],
      [waits.mails, "email failed", "emails failed", "/admin/outbox?state=failed"],
      [hanging.length, "webhook endpoint hangs", "webhook endpoints hang", "/admin/health"],
    ];
    const ownPages = (await store.sitePages.list()).map(({ slug }) => slug);
    const missing = missingPage(settings, ownPages);
    const waiting = person.filter(([count]) => count > 0);
    const failed = faults.filter(([count]) => count > 0);
    const { name } = accountOf(res);
    pages.render(res, {
      title: "Overview",
      body: html`<h1>${name ? `Hello ${name}` : "Overview"}</h1>
${trouble && troubleNotice(trouble, store.waiting())}
${
  failed.length > 0 &&
  html`<div class="notice bad"><p>${failed.map(([count, one, many, path], index) => html`${index > 0 && " and "}<a href="${href(path)}">${plural(count, one, many)}</a>`)}.</p></div>`
}
${missing && html`<div class="notice bad"><p><strong>Nobody can see who runs this site.</strong> ${missing}</p></div>`}
<h2>Waits for you</h2>
${
  waiting.length === 0
    ? html`<p class="empty">Nothing to do.</p>`
    : html`<ul class="figures-grid">${waiting.map(([count, one, many, path]) => figure(count, count === 1 ? one : many, path))}</ul>`
}
<h2>This week</h2>
<ul class="figures-grid">
${figure(news.accounts, news.accounts === 1 ? "new account" : "new accounts", "/admin/users", than(last.accounts))}
${figure(news.listings, news.listings === 1 ? "new listing" : "new listings", "/admin/listings", than(last.listings))}
${figure(news.votes, news.votes === 1 ? "vote" : "votes", "/admin/votes?counted=yes", than(last.votes))}
${figure(news.orders, news.orders === 1 ? "order" : "orders", "/admin/orders", than(last.orders))}
${figure(places.booked, places.booked === 1 ? "launch next week" : "launches next week", "/admin/weeks", `of ${plural(places.capacity, "place")}`)}
${figure(states.queued ?? 0, states.queued === 1 ? "job waiting" : "jobs waiting", "/admin/jobs", `${states.running ?? 0} running`)}
</ul>
${overTime}
${
  recent.items.length > 0 &&
  html`<div class="section-head"><h2>Team activity</h2><a href="/admin/audit">Audit log</a></div>${auditTable(recent.items)}`
}`,
    });
  });

  return router;
}

/** Why the database cannot be written, and what still works. */
const troubleNotice = ({ reason, cure, heals }: StoreUnavailable, waiting: number): Html =>
  html`<div class="notice bad"><p><strong>The database cannot be used: ${reason}.</strong> ${cure}</p>
<p>Pages still work, but nothing can be saved. ${heals && "Saving works again once this is fixed."}
${waiting > 0 && `Results of ${plural(waiting, "job")} will be saved then.`}</p></div>`;

const than = (count: number): string => `${count} last week`;

const figure = (count: number, label: string, path: string, note?: Part): Html =>
  html`<li><a href="${href(path)}"><strong>${count}</strong> <span>${label}</span></a>${note && html`<span class="small muted">${note}</span>`}</li>`;
