import { findByLink } from "#actions/claims/mail-link.ts";
import { findTalked } from "#actions/community/found-comment.ts";
import type { Deps } from "#actions/context.ts";
import { findInvite } from "#actions/drafts/invite-cofounder.ts";
import { hashToken } from "#core/credentials/tokens.ts";
import { type Html, html } from "#core/text/html.ts";
import { keyOfSlug } from "#domain/community/collection.ts";
import { t, type Words, wordsWith } from "#languages/words.ts";
import { TELL_ME } from "../search/search-title.ts";

/** What someone signs in for, in a title and in HTML: "vote for Tideline". */
export type Purpose = { text: Words; html: Html };
type Needs = Pick<Deps, "store" | "now" | "settings">;
type Place = { params: Record<string, string | undefined>; query: URLSearchParams; fragment: string };
type Rule = readonly [path: RegExp, of: (place: Place, deps: Needs) => Promise<Purpose | undefined>];

const LISTING_ACTS: Record<string, (name: string) => Purpose> = {
  vote: (name) => ({ text: t`vote for ${name}`, html: html`vote for <bdi>${name}</bdi>` }),
  follow: (name) => ({ text: t`follow ${name}`, html: html`follow <bdi>${name}</bdi>` }),
  save: (name) => ({ text: t`save ${name}`, html: html`save <bdi>${name}</bdi>` }),
  review: (name) => ({ text: t`review ${name}`, html: html`review <bdi>${name}</bdi>` }),
  comment: (name) => ({ text: t`comment on ${name}`, html: html`comment on <bdi>${name}</bdi>` }),
  claim: (name) => ({ text: t`claim ${name}`, html: html`claim <bdi>${name}</bdi>` }),
  collect: (name) => ({ text: t`add ${name} to a collection`, html: html`add <bdi>${name}</bdi> to a collection` }),
};
const actOn = (act: string, name: string): Purpose | undefined => LISTING_ACTS[act]?.(name);

const plainly = (text: Words): Purpose => ({ text, html: html`${text}` });
const always = (text: Words) => async (): Promise<Purpose> => plainly(text);

/**
 * Names come from the database: of what everyone sees, or behind a secret that the address holds.
 * Nothing that a stranger writes into an address is shown.
 */
const RULES: readonly Rule[] = [
  [
    /^\/listings\/(?<slug>[^/]+)(?<claim>\/claim)?$/,
    async ({ params: { slug = "", claim }, fragment }, { store }) => {
      const act = claim ? "claim" : fragment;
      const listing = Object.hasOwn(LISTING_ACTS, act) && act !== "collect" && (await findTalked(slug, store));
      return listing ? actOn(act, listing.name) : undefined;
    },
  ],
  [
    /^\/invite$/,
    async ({ query }, { store, now }) => {
      const found = await findInvite(store, query.get("token") ?? "", now());
      const name = found?.draft.content.fields.name?.value;
      if (!found) return undefined;
      const product = typeof name === "string" ? name : found.draft.url;
      return {
        text: t`accept the invitation to ${product}`,
        html: html`accept the invitation to <bdi>${product}</bdi>`,
      };
    },
  ],
  [
    /^\/claim$/,
    async ({ query }, { store, now }) => {
      const found = await findByLink(store, query.get("token") ?? "", now());
      return found && actOn("claim", found.listing.name);
    },
  ],
  [
    /^\/interaction\/(?<uid>[\w-]+)$/,
    async ({ params: { uid = "" } }, { store }) => {
      const found = await store.oauth.find("Interaction", hashToken(uid));
      // An app chooses its own name. Where its answer goes is a fact.
      const host = found && redirectHostOf(JSON.parse(found.payload));
      if (!found) return undefined;
      return host
        ? { text: t`continue to ${host}`, html: html`continue to <bdi>${host}</bdi>` }
        : plainly(t`connect an app on this device`);
    },
  ],
  [/^\/search$/, async ({ fragment }) => (fragment === TELL_ME ? plainly(t`get alerts for new results`) : undefined)],
  [/^\/account\/searches$/, always(t`see your saved searches`)],
  [
    /^\/listings\/(?<slug>[^/]+)\/collect$/,
    async ({ params: { slug = "" } }, { store }) => {
      const listing = await store.listings.findLive(slug);
      return listing && actOn("collect", listing.name);
    },
  ],
  [
    /^\/collections\/(?<slug>[^/]+)$/,
    async ({ params: { slug = "" }, fragment }, { store }) => {
      const key = fragment === "follow" ? keyOfSlug(slug) : undefined;
      const found = key === undefined ? undefined : await store.collections.findShown(key);
      return found && actOn("follow", found.collection.title);
    },
  ],
  [/^\/account\/collections(\/|$)/, always(t`see your collections`)],
  [/^\/submit$/, always(t`submit your product`)],
  [/^\/submit\/[^/]+\/save$/, always(t`save your page`)],
  [/^\/drafts(\/|$)/, always(t`continue your draft`)],
  [/^\/account\/listings\/\d+\/launch$/, always(wordsWith("launches", t`choose your launch`, t`choose a plan`))],
  [/^\/account\/listings(\/|$)/, always(t`manage your listing`)],
  [/^\/account\/orders(\/|$)/, always(t`see your orders`)],
  [/^\/checkout\//, always(t`pay for your order`)],
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

/** What comes after a step on the way. */
export const thenWords = (purpose: Purpose): Html => html`Then you can ${purpose.html}.`;

/** "Sign in to vote for Tideline", as a title and as a heading. */
export const withPurpose = (start: Words, purpose: Purpose | undefined): { title: Words; heading: Html } =>
  purpose
    ? { title: t`${start} to ${purpose.text}`, heading: html`<h1>${start} to ${purpose.html}</h1>` }
    : { title: start, heading: html`<h1>${start}</h1>` };
