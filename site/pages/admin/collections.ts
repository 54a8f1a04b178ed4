import type { Request, Response } from "express";
import { moderateCollection } from "#actions/community/collections.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { collectionPath } from "#domain/community/collection.ts";
import { beginningOf } from "#domain/text/text.ts";
import { plural, type Text, t } from "#languages/words.ts";
import type { CollectionEntry, CountedCollection } from "#store/repos/community/collections.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formText, formTo, hidden } from "../../kit/form.ts";
import { showTime } from "../../kit/show.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { pageNumber, pager } from "../../kit/table.ts";
import { descriptionOf } from "../../parts/community/collection-parts.ts";

const PER_PAGE = 20;
/** A collection has no more than two hundred. */
const EVERY = { page: 1, perPage: 200 };
const LONGEST_REASON = 500;

type Published = CountedCollection & { email: string; entries: CollectionEntry[] };

/** Public collections, those to review first. A change since the page was shown needs another look. */
export function collectionAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store } = deps;

  router.get("/admin/collections", async (req, res) => {
    const page = pageNumber(req);
    const { items, total } = await store.collections.published({ page, perPage: PER_PAGE });
    const shown = await Promise.all(
      items.map(async (item) => ({ ...item, entries: await store.collections.entries(item.collection.id, EVERY) })),
    );
    pages.render(res, {
      heading: t`Collections`,
      width: "reading",
      body: html`<p class="lead">${
        total === 0
          ? t`No published collections yet.`
          : html`${plural(total, "published collection")}.
Those in review come first.`
      }</p>
${shown.map((item) => card(item, res))}
${pager("/admin/collections", {}, { page, total_pages: Math.max(1, Math.ceil(total / PER_PAGE)) })}`,
    });
  });

  act("/admin/collections/:id", "collection.decide", async (req: Request<Record<string, string>>, res, audited) => {
    const seenAt = new Date(formText(req, "seen_at"));
    const decision = formText(req, "decision");
    const reason = beginningOf(formText(req, "reason"), LONGEST_REASON);
    const isHiding = decision === "hide";
    if (Number.isNaN(seenAt.getTime()) || (!isHiding && decision !== "show")) notFound();
    if (isHiding && reason === "") return seeOther(res, "/admin/collections", "reason-missing");
    audited.because(isHiding ? reason : "");
    const wish = { id: String(req.params.id), reason: isHiding ? reason : null, by: audited.by, seenAt };
    const outcome = await audited.store.change((tx) => moderateCollection(tx, wish, audited));
    audited.wakeJobs();
    const notice = outcome === "own" ? "report-own" : outcome === "gone" ? outcome : (`collection-${outcome}` as const);
    seeOther(res, "/admin/collections", notice);
  });
}

function card({ collection, count, email, entries }: Published, res: Response): Html {
  const { id, title, description, updatedAt, hiddenAt, hiddenReason, heldAt } = collection;
  const isShown = !hiddenAt && !heldAt;
  const name = html`<bdi>${title}</bdi>`;
  const decide = (decision: string, label: Text, more: Html | false, look = "") =>
    html`${formTo(res, `/admin/collections/${id}`)}${hidden("seen_at", updatedAt.toISOString())}${more}
<p><button class="${look}" name="decision" value="${decision}">${label}<span class="unseen"> ${title}</span></button></p></form>`;
  return html`<article class="card"><div class="row between">
<h2 class="h3">${isShown ? html`<a href="${href(collectionPath(collection))}">${name}</a>` : name}</h2>
${
  hiddenAt
    ? html`<span class="tag bad">hidden</span>`
    : heldAt
      ? html`<span class="tag warm">in review</span>`
      : html`<span class="tag good">public</span>`
}</div>
<p class="small muted">${plural(count, "product")} · ${email} · ${showTime(updatedAt)}</p>
${hiddenReason && html`<p><strong>Reason:</strong> <bdi>${hiddenReason}</bdi></p>`}
${descriptionOf(description)}
<details class="qa"><summary>Products and notes</summary>
<ul>${entries.map(
    ({ listing, note }) =>
      html`<li><a href="${href(
        `/listings/${listing.slug}`,
      )}"><bdi>${listing.name}</bdi></a>${note && html`: <bdi>${note}</bdi>`}</li>`,
  )}</ul></details>
${!isShown && decide("show", t`Publish`, false, "quiet")}
${
  !hiddenAt &&
  html`<details class="qa"><summary>Hide</summary>${decide(
    "hide",
    t`Hide`,
    field({
      name: "reason",
      id: `reason-${id}`,
      label: t`Reason`,
      hint: t`The owner reads this and can appeal.`,
      autocomplete: "off",
      maxLength: LONGEST_REASON,
    }),
    "danger",
  )}</details>`
}</article>`;
}
