import type { Request, Response } from "express";
import type { z } from "zod";
import type { Member } from "#actions/context.ts";
import { teamStore } from "#actions/moderation/edit-as-team.ts";
import { notFound } from "#core/errors/errors.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { readableHost } from "#core/text/readable-host.ts";
import type { ListingStatus } from "#domain/listings/listing.ts";
import { keysOf } from "#domain/text/keys.ts";
import { type Text, t, type Words, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getMyListing } from "#tools/listings/get-my-listing.ts";
import type { OwnedListing } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import type { Width } from "../../kit/page.ts";
import { accountOf, isActingAdmin, memberOf, type Site } from "../../kit/site.ts";
import type { PutBack } from "../../kit/undo.ts";
import { nextStepLine, nextStepOf, type Stepping } from "./next-step.ts";

export type Owned = z.output<typeof OwnedListing>;

export type Stepped = Owned &
  Pick<Stepping, "order"> & {
    /** An admin edits a listing of others. */
    isTeam?: boolean;
  };

const STATUSES: Record<ListingStatus, readonly [tone: string, words: Words]> = {
  draft: ["", wordsWith("launches", t`not launched`, t`not public`)],
  awaiting_badge: ["warm", t`awaiting badge`],
  scheduled: ["good", t`scheduled`],
  live: ["good", t`live`],
  pending_review: ["warm", t`under review`],
  rejected: ["bad", t`rejected`],
  paused: ["", t`paused`],
  hidden: ["bad", t`hidden`],
  suspended: ["bad", t`suspended`],
  removed: ["bad", t`removed`],
};

export function statusTag({ status }: { status: string }): Html {
  const [tone, words] = STATUSES[status as ListingStatus];
  return html`<span class="tag ${tone}">${words}</span>`;
}

/** Pages of the owner's listings with other paths also belong to "My listings" in the navigation. */
export const dashboardPlace = "/account/listings/";

export const dashboardPath = ({ listing_id: id }: { listing_id: number }, page = ""): string =>
  `/account/listings/${id}${page && `/${page}`}`;

const TABS = {
  "": t`Overview`,
  launch: wordsWith("launches", t`Launch and extras`, t`Plan and extras`),
  figures: t`Analytics`,
  edit: t`Content`,
  proof: t`Proof`,
  updates: t`Updates`,
  milestones: t`Milestones`,
  story: t`Story`,
  pictures: t`Pictures`,
  history: t`History`,
} as const;
export type Tab = keyof typeof TABS;

const isOver = (listing: Pick<Owned, "status">): boolean =>
  listing.status === "removed" || listing.status === "suspended";

/** Pages that the site team can use. Plans, payments, updates and invites stay with owners. */
const TEAM_TABS: readonly Tab[] = ["edit", "pictures", "milestones", "story", "proof", "figures"];

/** Pages that a removed listing no longer needs. */
const tabsOf = (listing: Stepped): readonly Tab[] =>
  listing.isTeam ? TEAM_TABS : keysOf(TABS).filter((tab) => !isOver(listing) || tab === "" || tab === "history");

export const dashboardHead = (listing: Stepped, tab: Tab, res: Response, now: Date): Html => html`<p class="eyebrow">${
  listing.isTeam ? html`<a href="/admin/listings">Listings</a>` : html`<a href="/account/listings">My listings</a>`
}</p>
<div class="dashboard-head">${logo(listing)}
<div class="grow">${
  tab === ""
    ? html`<h1 class="dashboard-name">${listing.name} ${statusTag(listing)}</h1>`
    : html`<p class="dashboard-name">${listing.name} ${statusTag(listing)}</p>`
}
<p class="small muted"><a href="${href(listing.url)}" rel="noopener">${readableHost(new URL(listing.url).hostname)}</a>${
  listing.status === "live" && html` · <a href="/listings/${listing.slug}">View listing</a>`
}</p></div></div>
<nav class="tabs" aria-label="Pages of ${listing.name}">${
  listing.isTeam && html`<a href="/admin/listings/${listing.listing_id}">Admin</a>\n`
}${tabsOf(listing).map(
  (each) =>
    html`<a href="${href(dashboardPath(listing, each))}"${each === tab && html` aria-current="page"`}>${TABS[each]}</a>\n`,
)}</nav>
${tab !== "" && !listing.isTeam && nextStepLine(nextStepOf(listing, now), res)}`;

type Shown = {
  tab: Tab;
  title: Text;
  status?: number;
  width?: Width;
  refreshSeconds?: number | undefined;
  head?: Part;
  body: Part;
};

export type Opened = Awaited<ReturnType<ReturnType<typeof createDashboard>["open"]>>;

export function createDashboard({ deps, pages, undo }: Site) {
  async function withOrder(listing: Owned, accountId: string): Promise<Stepped> {
    const order = (await deps.store.orders.openLaunches(accountId, deps.now())).get(listing.listing_id);
    return order ? { ...listing, order } : listing;
  }
  async function read(req: Request, res: Response, caller: Member): Promise<Stepped> {
    const typed = String(req.params.id);
    if (!/^[1-9]\d{0,14}$/.test(typed)) throw notFound("listing of yours", typed, "See your listings.");
    const call = { deps, caller, interface: "site" } as const;
    const { output } = await invoke(getMyListing, { listing_id: Number(typed) }, call);
    return withOrder(output, accountOf(res).id);
  }
  return {
    call: (req: Request, res: Response) => ({ deps, caller: memberOf(req, res) }),
    /** The listing of the URL. Throws not_found if it does not belong to the person. */
    find: (req: Request, res: Response): Promise<Stepped> => read(req, res, memberOf(req, res)),
    /**
     * For pages about content: the same for its owners, and for the site team. Every change of an
     * admin is then in the audit log, and its owners are told.
     */
    async open(req: Request, res: Response) {
      const member = memberOf(req, res);
      const isOwn = async () =>
        (await deps.store.listings.findOwned(Number(req.params.id), member.accountId)) !== undefined;
      if (!isActingAdmin(res, deps.settings) || (await isOwn())) {
        const keep = (back: PutBack) => undo.keep(member.accountId, back);
        return { listing: await read(req, res, member), call: { deps, caller: member }, keep };
      }
      const caller = { ...member, isTeam: true } as const;
      const listing = { ...(await read(req, res, caller)), isTeam: true };
      const store = teamStore(deps, caller, listing.listing_id);
      // The history of the listing is its undo: others see it, too.
      return { listing, call: { deps: { ...deps, store }, caller }, keep: async () => undefined };
    },
    render(
      res: Response,
      listing: Stepped,
      { tab, title, status = 200, width = "reading", refreshSeconds, head, body }: Shown,
    ): void {
      pages.render(res, {
        status,
        title: tab === "" ? listing.name : t`${title}: ${listing.name}`,
        width,
        refreshSeconds,
        head,
        body: html`${dashboardHead(listing, tab, res, deps.now())}
${tab !== "" && html`<h1>${title}</h1>`}
${body}`,
      });
    },
  };
}
