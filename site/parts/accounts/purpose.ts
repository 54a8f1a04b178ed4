import { findByLink } from "../../../actions/claims/mail-link.ts";
import { findTalked } from "../../../actions/community/found-comment.ts";
import type { Deps } from "../../../actions/context.ts";
import { findInvite } from "../../../actions/drafts/invite-cofounder.ts";
import { hashToken } from "../../../core/credentials/tokens.ts";
import { type Html, html } from "../../../core/text/html.ts";
import { keyOfSlug } from "../../../domain/community/collection.ts";
import { TELL_ME } from "../search/search-title.ts";

/** What someone signs in for: "vote for" and "Tideline". */
export type Purpose = { act: string; name?: string };
type Needs = Pick<Deps, "store" | "now" | "settings">;
type Place = { params: Record<string, string | undefined>; query: URLSearchParams; fragment: string };
type Rule = readonly [path: RegExp, of: (place: Place, deps: Needs) => Promise<Purpose | undefined>];

const LISTING_ACTS = new Map([
  ["vote", "vote for"],
  ["follow", "follow"],
  ["save", "save"],
  ["review", "review"],
  ["comment", "comment on"],
]);

const always = (act: string) => async (): Promise<Purpose> => ({ act });

/**
 * Names come from the database: of what everyone sees, or behind a secret that the address holds.
 * Nothing that a stranger writes into an address is shown.
 */
const RULES: readonly Rule[] = [
  [
    /^\/listings\/(?<slug>[^/]+)(?<claim>\/claim)?$/,
    async ({ params: { slug = "", claim }, fragment }, { store }) => {
      const act = claim ? "claim" : LISTING_ACTS.get(fragment);
      const listing = act === undefined ? undefined : await findTalked(slug, store);
      return act !== undefined && listing ? { act, name: listing.name } : undefined;
    },
  ],
  [
    /^\/invite$/,
    async ({ query }, { store, now }) => {
      const found = await findInvite(store, query.get("token") ?? "", now());
      const name = found?.draft.content.fields.name?.value;
      return found && { act: "accept the invitation to", name: typeof name === "string" ? name : found.draft.url };
    },
  ],
  [
    /^\/claim$/,
    async ({ query }, { store, now }) => {
      const found = await findByLink(store, query.get("token") ?? "", now());
      return found && { act: "claim", name: found.listing.name };
    },
  ],
  [
    /^\/interaction\/(?<uid>[\w-]+)$/,
    async ({ params: { uid = "" } }, { store }) => {
      const found = await store.oauth.find("Interaction", hashToken(uid));
      // An app chooses its own name. Where its answer goes is a fact.
      const host = found && redirectHostOf(JSON.parse(found.payload));
      return found && (host ? { act: "continue to", name: host } : { act: "connect an app on this device" });
    },
  ],
  [/^\/search$/, async ({ fragment }) => (fragment === TELL_ME ? { act: "get alerts for new results" } : undefined)],
  [/^\/account\/searches$/, always("see your saved searches")],
  [
    /^\/listings\/(?<slug>[^/]+)\/collect$/,
    async ({ params: { slug = "" } }, { store }) => {
      const listing = await store.listings.findLive(slug);
      return listing && { act: "collect", name: listing.name };
    },
  ],
  [
    /^\/collections\/(?<slug>[^/]+)$/,
    async ({ params: { slug = "" }, fragment }, { store }) => {
      const key = fragment === "follow" ? keyOfSlug(slug) : undefined;
      const found = key === undefined ? undefined : await store.collections.findShown(key);
      return found && { act: "follow", name: found.collection.title };
    },
  ],
  [/^\/account\/collections(\/|$)/, always("see your collections")],
  [/^\/submit$/, always("launch your product")],
  [/^\/submit\/[^/]+\/save$/, always("save your page")],
  [/^\/drafts(\/|$)/, always("continue your draft")],
  [/^\/account\/listings\/\d+\/launch$/, always("choose your launch")],
  [/^\/account\/listings(\/|$)/, always("manage your listing")],
  [/^\/account\/orders(\/|$)/, always("see your orders")],
  [/^\/checkout\//, always("pay for your order")],
];

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/;

/** The host that an authorization leads back to, unless that is a program on the person's device. */
function redirectHostOf({ params }: { params?: { redirect_uri?: unknown } }): string | undefined {
  const url = URL.parse(String(params?.redirect_uri));
  return url && /^https?:$/.test(url.protocol) && !LOOPBACK.test(url.hostname) ? url.host : undefined;
}

/** What a path of this site is for; undefined for pages that need no words. */
export async function purposeOf(returnTo: string, deps: Needs): Promise<Purpose | undefined> {
  const url = URL.parse(returnTo, deps.settings.BASE_URL);
  if (url?.origin !== deps.settings.BASE_URL) return undefined;
  for (const [path, of] of RULES) {
    const match = path.exec(url.pathname);
    if (match) return of({ params: match.groups ?? {}, query: url.searchParams, fragment: url.hash.slice(1) }, deps);
  }
  return undefined;
}

const words = ({ act, name }: Purpose): Html => html`${act}${name && html` <bdi>${name}</bdi>`}`;

/** What comes after a step on the way. */
export const thenWords = (purpose: Purpose): Html => html`Then you can ${words(purpose)}.`;

/** "Sign in to vote for Tideline", as a title and as a heading. */
export const withPurpose = (start: string, purpose: Purpose | undefined): { title: string; heading: Html } => ({
  title: [start, purpose && `to ${purpose.act}`, purpose?.name].filter(Boolean).join(" "),
  heading: html`<h1>${start}${purpose && html` to ${words(purpose)}`}</h1>`,
});
