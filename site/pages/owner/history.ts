import { putOwnVersionBack } from "#actions/listings/put-version-back.ts";
import { html } from "#core/text/html.ts";
import { changesBetween } from "#domain/listings/listing-version.ts";
import { type Text, t } from "#languages/words.ts";
import type { ListingVersion } from "#store/repos/listings/versions.ts";
import { formText, formTo, hidden } from "../../kit/form.ts";
import { VERSION_OUTCOMES } from "../../kit/notices.ts";
import { showTime } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { createDashboard, dashboardPath } from "../../parts/listings/dashboard.ts";
import { beforeAndAfter, clientOf, whatChanged } from "../../parts/listings/version-parts.ts";

const PER_PAGE = 10;
const numberOf = (text: string): number => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0);

export function historyDashboardPages(site: Site): void {
  const { store } = site.deps;
  const dashboard = createDashboard(site);
  const { router } = site;

  router.get("/account/listings/:id/history", accountOnly, async (req, res) => {
    const { listing } = await dashboard.open(req, res);
    if (listing.isTeam) return seeOther(res, `/admin/listings/${listing.listing_id}/history`);
    const page = pageNumber(req);
    const { items, total } = await store.versions.list(listing.listing_id, { page, perPage: PER_PAGE });
    const oldest = items.at(-1);
    const older = oldest && (await store.versions.findBefore(listing.listing_id, oldest.version));
    const team = new Set((await store.listings.team(listing.listing_id)).map(({ account }) => account.email));
    const whoOf = ({ author }: ListingVersion): Text => {
      if (!author) return t`Us`;
      return team.has(author.email) ? (author.name ?? author.email) : (author.name ?? t`Someone else`);
    };
    const path = dashboardPath(listing, "history");
    const canPutBack = listing.next_actions.length > 0;
    dashboard.render(res, listing, {
      tab: "history",
      title: t`History`,
      body: html`<p class="lead">Every edit is kept. If you restore an old version, the current one stays in the history.</p>
${items.map((version, index) => {
  const before = items[index + 1] ?? older;
  const changes = before ? changesBetween(before.snapshot, version.snapshot) : [];
  return html`<article class="card"><div class="section-head"><h2>${whatChanged(version, before)}</h2>${
    version.version === listing.version
      ? html`<span class="tag good">current</span>`
      : canPutBack &&
        html`${formTo(res, `${path}/${version.version}`)}${hidden("seen", listing.version)}<button class="quiet slim"
aria-label="Restore version ${version.version}">Restore</button></form>`
  }</div>
<p class="small muted">${t`Version ${version.version}`} · ${whoOf(version)} · ${t`through ${clientOf(version)}`} · ${showTime(version.at)}</p>
${changes.length > 0 && html`<details><summary>Before and after</summary>${beforeAndAfter(changes)}</details>`}</article>`;
})}
${pager(path, {}, { page, total_pages: Math.ceil(total / PER_PAGE) })}`,
    });
  });

  router.post("/account/listings/:id/history/:version", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const choice = {
      listingId: listing.listing_id,
      version: numberOf(String(req.params.version)),
      seen: numberOf(formText(req, "seen")),
    };
    const outcome = await putOwnVersionBack(choice, accountOf(res).id, site.deps);
    seeOther(res, dashboardPath(listing, "history"), outcome === "gone" ? "gone" : VERSION_OUTCOMES[outcome]);
  });
}
