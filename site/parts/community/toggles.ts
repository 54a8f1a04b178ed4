import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import type { ListingPage, ListingReader } from "#actions/listings/listing-page.ts";
import { type Html, href, html, type Part, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import type { VoteDoubt } from "#domain/community/votes.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { as, decimal, noun, ONE_DIGIT, plural, say, t, type Words } from "#languages/words.ts";
import { drawnOnce } from "../../kit/drawn-once.ts";
import { csrfField, formText, formTo, hidden } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { icons } from "../../kit/icons.ts";
import { hereOf, languageOf } from "../../kit/language.ts";
import { prefersJson } from "../../kit/prefers-json.ts";

import { returnPath, seeOther, sessionOf } from "../../kit/site.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { type PlaceNow, placeNow } from "../launches/live.ts";

export type ToggleName = "vote" | "follow" | "save";

const WORDS = {
  vote: { off: as("verb")`Vote`, on: t`Take back my vote`, one: "vote" },
  follow: { off: as("verb")`Follow`, on: t`Unfollow`, one: "follower" },
  save: { off: as("verb")`Save`, on: t`Saved`, one: "" },
} as const;

const actionOf = (slug: string, name: ToggleName): string => `/listings/${slug}/${name}`;
/** Where on its page someone wants to do something with a listing; `purposeOf` knows the words. */
export const placeOf = (slug: string, act: ToggleName | "review" | "comment"): string => `/listings/${slug}#${act}`;
export const signInFirst = (slug: string, act: ToggleName | "review" | "comment"): string =>
  `/sign-in?return_to=${encodeURIComponent(placeOf(slug, act))}`;

/** What a reader of a list can do with its listings: who is not signed in is led to sign in. */
export type Votes = {
  res: Response;
  isSignedIn: boolean;
  voted: ReadonlySet<string>;
  saved: ReadonlySet<string>;
  back: string;
};

export async function votesFor(
  req: Request,
  res: Response,
  { store }: Pick<Deps, "store">,
  slugs: string[],
): Promise<Votes> {
  const account = sessionOf(res)?.account;
  const voted = new Set(account ? await store.votes.votedFor(account.id, slugs) : []);
  const saved = new Set(account ? await store.collections.savedAmong(account.id, slugs) : []);
  return { res, isSignedIn: account !== undefined, voted, saved, back: hereOf(req) };
}

type Named = { slug: string; name: string };
type Counted = Named & { votes: number };

/** The same for everyone who is not signed in. */
const pillOfVisitors = drawnOnce(
  ({ slug, name, votes }: Counted) => [slug, name, votes],
  (listing) => ({ pill: drawPill(listing) }),
);
const saveOfVisitors = drawnOnce(
  ({ slug, name }: Named) => [slug, name],
  (listing) => ({ button: drawSave(listing) }),
);

export const votePill = (listing: Counted, reader: Votes): Html =>
  partWith("votes", reader.isSignedIn ? drawPill(listing, reader) : pillOfVisitors(listing).pill);

function drawPill({ slug, name, votes }: Counted, reader?: Votes): Html {
  const isOn = reader?.voted.has(slug) ?? false;
  const label = isOn ? t`Take back my vote for ${name}` : t`Vote for ${name}`;
  const form = reader
    ? html`<form method="post"
action="/listings/${slug}/vote" data-toggle data-on="${String(isOn)}">
${csrfField(reader.res)}${hidden("vote", isOn ? "off" : "on")}${hidden("back", reader.back)}<button
aria-label="${label}" data-off="Vote for ${name}" data-on="Take back my vote for ${name}">${icons.up}</button></form>`
    : visitorForm(slug, "vote", html`<button aria-label="${label}">${icons.up}</button>`);
  return html`<div class="vote">${form}<p data-off="${as("in a narrow button")`Vote`}" data-on="${as("in a narrow button")`Voted`}">${figure(slug, "vote", votes, "said")}</p></div>`;
}

export const saveButton = (listing: Named, reader: Votes): Html =>
  reader.isSignedIn ? drawSave(listing, reader) : saveOfVisitors(listing).button;

/** The same for all visitors, so it has no token: who presses it signs in, and then it is done. */
const visitorForm = (slug: string, name: ToggleName, content: Html, look: Part = ""): Html =>
  html`<form method="post" action="${href(actionOf(slug, name))}"${look}>${hidden(name, "on")}${content}</form>`;

function drawSave({ slug, name }: Named, reader?: Votes): Html {
  const isOn = reader?.saved.has(slug) ?? false;
  const { on, off } = WORDS.save;
  const button = html`<button data-off="${off}" data-on="${on}">${icons.save}<span>${isOn ? on : off}</span><span
class="unseen"> ${name}</span></button>`;
  return reader
    ? html`<form class="save" method="post"
action="/listings/${slug}/save" data-toggle data-on="${String(isOn)}">
${csrfField(reader.res)}${hidden("save", isOn ? "off" : "on")}${hidden("back", reader.back)}${button}</form>`
    : visitorForm(slug, "save", button, html` class="save"`);
}

export const closedVotes = (votes: number): Html =>
  partWith(
    "votes",
    html`<div class="vote closed">${icons.up}<p>${votes}<span class="said"> ${t`${noun(votes, "vote")}, voting is over`}</span></p></div>`,
  );

const counter = (slug: string, name: ToggleName, count: number): Html =>
  html`<span data-count-of="${actionOf(slug, name)}"${count < FEW && html` data-few`}>${count}</span>`;

function figure(slug: string, name: ToggleName, count: number, look = ""): Html {
  const { one } = WORDS[name];
  return html`${counter(slug, name, count)}<span${
    look && html` class="${look}"`
  } data-noun-of="${actionOf(slug, name)}" data-one="${one}"> ${
    name === "vote" ? noun(count, "vote") : noun(count, "follower")
  }</span>`;
}

/**
 * Vote and follow, with their counts, for the head of a listing's page. Visitors who are not signed
 * in are sent to sign in, and see a page that can be cached.
 */
export function communityBar(
  { listing, collections }: Pick<ListingPage, "listing" | "collections">,
  reader: ListingReader | undefined,
  res: Response,
  visit: Html,
  standing?: PlaceNow,
): Html {
  const { slug } = listing;
  const figures = html`<p class="small muted" id="community">${partWith("votes", html`${figure(slug, "vote", listing.votes)} · `)}${figure(
    slug,
    "follow",
    listing.followers,
  )}${
    listing.ratingCount > 0 &&
    html` · ★ ${decimal(listing.ratingSum / listing.ratingCount, ONE_DIGIT)} of 5 in <a href="#reviews">${plural(
      listing.ratingCount,
      "review",
    )}</a>`
  }${
    collections >= FEW &&
    html` · <a href="${href(`/listings/${slug}/collections`)}">in ${plural(collections, "collection")}</a>`
  }${standing && partWith("awards", placeNow(slug, standing))}</p>`;
  const share = html`<button type="button" class="bare" data-share hidden>${icons.share}<span>Share</span></button>`;
  const follow = reader
    ? toggleForm(slug, "follow", reader.isFollowing, res, html`class="bare" id="follow"`)
    : visitorForm(slug, "follow", html`<button class="bare" id="follow">${WORDS.follow.off}</button>`);
  const save = reader
    ? toggleForm(slug, "save", reader.isSaved, res, html`class="bare" id="save"`)
    : visitorForm(slug, "save", html`<button class="bare" id="save">${icons.save}${WORDS.save.off}</button>`);
  const collect = html`<a class="button bare" href="${href(`/listings/${slug}/collect`)}" rel="nofollow">Add to collection</a>`;
  const doubt = reader?.vote?.withdrawnAt === null ? noteOf(reader.vote.reason) : null;
  return html`<div class="row">${partWith("votes", votePlate(listing, reader, res))}${visit}${follow}</div>
<div class="row">${figures}<div class="row keeping">${save}${collect}${share}</div></div>
${doubt && partWith("votes", html`<p class="small muted">${doubt} <a href="/account">Your account</a></p>`)}`;
}

function votePlate({ slug, votes }: Listing, reader: ListingReader | undefined, res: Response): Html {
  return html`<div class="vote wide" id="vote">${
    reader
      ? toggleForm(slug, "vote", hasVoted(reader), res)
      : visitorForm(slug, "vote", html`<button>${icons.up}<span>${WORDS.vote.off}</span></button>`)
  }<p aria-hidden="true">${counter(slug, "vote", votes)}</p></div>`;
}

const hasVoted = ({ vote }: ListingReader): boolean => vote !== undefined && vote.withdrawnAt === null;

export function dock(listing: Listing, reader: ListingReader | undefined, res: Response, face: Html): Html {
  const { slug, name, tagline, language, votes } = listing;
  const about = html`${face}<div><p${asTheirs(name, language)}><b>${name}</b></p><p class="tiny muted"${asTheirs(tagline, language)}>${tagline}</p></div>`;
  const count = html`<p aria-hidden="true">${counter(slug, "vote", votes)}</p>`;
  if (!reader)
    return visitorForm(
      slug,
      "vote",
      html`${about}<div class="vote wide"><button>${icons.up}${WORDS.vote.off}</button>${count}</div>`,
      html` class="dock"`,
    );
  const isOn = hasVoted(reader);
  const { on, off } = WORDS.vote;
  return html`<form class="dock" method="post"
action="/listings/${slug}/vote" data-toggle data-on="${String(isOn)}">${csrfField(res)}${hidden("vote", isOn ? "off" : "on")}${about}
<div class="vote wide"><button data-off="${off}" data-on="${on}">${icons.up}<span>${isOn ? on : off}</span></button>${count}</div></form>`;
}

function toggleForm(slug: string, name: ToggleName, isOn: boolean, res: Response, look: Part = ""): Html {
  const { on, off } = WORDS[name];
  return html`${formTo(
    res,
    `/listings/${slug}/${name}`,
    html` data-toggle
data-on="${String(isOn)}"${name === "follow" && formTool("follow_listing")}`,
  )}<input type="hidden" name="${name}"
value="${isOn ? "off" : "on"}">
<button ${look} data-off="${off}"
data-on="${on}">${name === "vote" && icons.up}${name === "save" && icons.save}<span>${isOn ? on : off}</span></button></form>`;
}

/** Why a vote does not count, if the voter can change it. Other reasons would teach how to get around the checks. */
export function noteOf(reason: VoteDoubt | null | undefined): Words | null {
  if (reason === "unverified") return t`Your vote counts once you confirm your email address.`;
  if (reason === "own_listing") return t`This is your own listing, so your vote does not count.`;
  return null;
}

export function answerToggle(
  req: Request,
  res: Response,
  slug: string,
  { note, ...state }: { on: boolean; count: number; note: Words | null },
): void {
  if (prefersJson(req))
    res.set("Cache-Control", "private, no-store").json({ ...state, note: note && say(note, languageOf(res)) });
  else seeOther(res, returnPath(formText(req, "back"), `/listings/${slug}#community`));
}
