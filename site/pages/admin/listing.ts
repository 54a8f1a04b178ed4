import type { Response } from "express";
import { deleteListing, undeleteListing } from "#actions/moderation/delete-listing.ts";
import { tellOwners } from "#actions/moderation/edit-as-team.ts";
import { mergeListings, moderateListing, setAttributes } from "#actions/moderation/moderate-listing.ts";
import { weekAfter, weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { readRevenue } from "#domain/listings/revenue.ts";
import { MODERATION_STEPS, needsReason } from "#domain/moderation/moderation.ts";
import { SLUG } from "#domain/text/slug.ts";
import { beginningOf } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formList, formText } from "../../kit/form.ts";
import type { Notice } from "../../kit/notices.ts";
import { notFound, orNotFound, seeOther } from "../../kit/site.ts";
import { type Fault, listingCards } from "./listing-parts.ts";

const DONE = {
  review: "listing-in-review",
  approve: "listing-approved",
  reject: "listing-rejected",
  suspend: "listing-suspended",
  restore: "listing-restored",
} as const satisfies Record<(typeof MODERATION_STEPS)[number], Notice>;

const pathOf = (id: number): string => `/admin/listings/${id}`;
const numberOf = (text: string | undefined): number => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0);

export function listingAdminPage({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;
  const find = (id: string | undefined) => store.listings.find(numberOf(id));

  async function show(res: Response, listing: Listing, fault?: Fault): Promise<void> {
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const slugs = listing.profile.categories.map(({ slug }) => slug);
    const [held, team, alternatives, picks, revenue, labels, audit, doubts, endsAt] = await Promise.all([
      store.moderation.held(listing.id),
      store.listings.team(listing.id),
      store.moderation.alternatives(listing.id),
      store.moderation.pickedWeeks(listing.id),
      store.figures.revenue(listing.id),
      store.reference.compareAttributes(slugs),
      store.audit.list({ kind: "listing", objectId: String(listing.id) }, { page: 1, perPage: 8 }),
      store.votes.doubts(listing.id),
      store.deletions.endOf(listing.id),
    ]);
    const weeks = [week, weekAfter(week, settings.SITE_TIMEZONE), weekAfter(week, settings.SITE_TIMEZONE, 2)];
    const body = listingCards(res, {
      ...{ listing, held, team, alternatives, picks, revenue, labels, audit: audit.items, doubts, endsAt, fault },
      weeks: weeks.map(({ monday }) => monday),
      today: now().toISOString().slice(0, 10),
    });
    pages.render(res, { status: fault ? 400 : 200, title: listing.name, body });
  }

  router.get("/admin/listings/:id", async (req, res) => {
    const listing = orNotFound(await find(req.params.id));
    await show(res, listing);
  });

  act("/admin/listings/:id/moderate", "listing.moderate", async (req, res, audited) => {
    const listing = await find(req.params.id);
    const step = MODERATION_STEPS.find((known) => known === formText(req, "step"));
    if (!listing || !step) notFound();
    const reason = beginningOf(formText(req, "reason"), 500) || null;
    if (needsReason(step) && !reason)
      return show(res, listing, { form: "moderate", text: t`Enter a reason for the owners.` });
    const ruling = { step, reason, by: audited.by };
    const isDone = await audited.store.change((tx) => moderateListing(tx, listing.id, ruling, deps));
    deps.wakeJobs();
    const notice = isDone === "own" ? "report-own" : isDone ? DONE[step] : "listing-changed";
    seeOther(res, pathOf(listing.id), notice);
  });

  act("/admin/listings/:id/delete", "listing.delete", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    const reason = beginningOf(formText(req, "reason"), 500) || null;
    const team = await store.listings.members(listing.id);
    if (team.length > 0 && !reason)
      return show(res, listing, { form: "delete", text: t`Enter a reason for the owners.` });
    if (reason) audited.because(reason);
    const outcome = await audited.store.change((tx) => deleteListing(tx, listing.id, reason, deps));
    deps.wakeJobs();
    if (outcome === "deleted") return seeOther(res, "/admin/listings", "listing-deleted");
    seeOther(res, pathOf(listing.id), outcome === "removed" ? "listing-removed" : "gone");
  });

  act("/admin/listings/:id/undelete", "listing.undelete", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    const isBack = await audited.store.change((tx) => undeleteListing(tx, listing.id, deps));
    deps.wakeJobs();
    seeOther(res, pathOf(listing.id), isBack ? "listing-undeleted" : "gone");
  });

  act("/admin/listings/:id/merge", "listing.merge", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    const intoSlug = slugIn(formText(req, "into"));
    const outcome = await audited.store.change((tx) => mergeListings(tx, { fromId: listing.id, intoSlug }, deps));
    deps.wakeJobs();
    if (outcome === "done") return seeOther(res, pathOf(listing.id), "listing-merged");
    const text =
      outcome === "paid"
        ? t`This listing has paid orders. Merge the other one into it, or refund the orders first.`
        : t`There is no other listing with this slug or URL.`;
    await show(res, listing, { form: "merge", text, value: formText(req, "into") });
  });

  act("/admin/listings/:id/pick", "listing.pick", async (req, res, audited) => {
    const listing = await find(req.params.id);
    const week = weekOfDay(formText(req, "week"), settings.SITE_TIMEZONE);
    if (!listing || !week) notFound();
    const isPicked = formText(req, "pick") === "on";
    await audited.store.change((tx) => tx.moderation.setPick(listing.id, week.monday, isPicked, now()));
    seeOther(res, `${pathOf(listing.id)}#pick`, isPicked ? "listing-picked" : "listing-unpicked");
  });

  act("/admin/listings/:id/revenue", "listing.revenue", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    if (formText(req, "drop") === "yes") {
      await audited.store.change((tx) => tx.figures.dropRevenue(listing.id));
      return seeOther(res, `${pathOf(listing.id)}#revenue`, "revenue-dropped");
    }
    const typed = {
      amount: formText(req, "amount"),
      currency: formText(req, "currency"),
      usd: formText(req, "usd"),
      day: formText(req, "as_of"),
    };
    const figure = readRevenue(typed, now());
    if ("fault" in figure) return show(res, listing, { form: "revenue", text: figure.fault });
    const by = { listingId: listing.id, verifiedBy: `admin ${audited.by}`, recordedAt: now() };
    await audited.store.change((tx) => tx.figures.saveRevenue({ ...figure, ...by }));
    seeOther(res, `${pathOf(listing.id)}#revenue`, "revenue-saved");
  });

  act("/admin/listings/:id/attributes", "listing.attributes", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    const labels = await store.reference.compareAttributes(listing.profile.categories.map(({ slug }) => slug));
    const values = formList(req, "value");
    const attributes = Object.fromEntries(
      labels.flatMap((label, index) => {
        const text = beginningOf((values[index] ?? "").trim(), 200);
        return text ? [[label, text]] : [];
      }),
    );
    await audited.store.change((tx) =>
      tellOwners(tx, listing.id, audited, () => setAttributes(tx, listing.id, attributes, audited)),
    );
    deps.wakeJobs();
    seeOther(res, `${pathOf(listing.id)}#attributes`, "attributes-saved");
  });

  act("/admin/listings/:id/alternatives", "listing.alternatives", async (req, res, audited) => {
    const listing = orNotFound(await find(req.params.id));
    const value = formText(req, "alternatives");
    const slugs = [
      ...new Set(
        value
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(slugIn),
      ),
    ];
    const found = await Promise.all(slugs.map((slug) => store.moderation.findBySlug(slug)));
    const unknown = slugs.filter((_, index) => !found[index] || found[index].id === listing.id);
    if (unknown.length > 0 || slugs.length > 20) {
      const text = unknown.length ? t`There is no other listing ${unknown.join(", ")}.` : t`Enter at most 20.`;
      return show(res, listing, { form: "alternatives", text, value });
    }
    const ids = found.flatMap((alternative) => alternative?.id ?? []);
    await audited.store.change((tx) => tx.alternatives.approve(listing.id, ids, now()));
    seeOther(res, `${pathOf(listing.id)}#alternatives`, "alternatives-saved");
  });
}

function slugIn(text: string): string {
  const last = /([^/]+)\/?$/.exec(text.replace(/[?#].*$/, ""))?.[1] ?? "";
  return SLUG.test(last) ? last : "";
}
