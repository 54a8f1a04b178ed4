import type { z } from "zod";
import { findProfile, type ProfilePage, readProfilePage } from "#actions/profiles/profile-page.ts";
import { type Html, html } from "#core/text/html.ts";
import { profilePath, shownName } from "#domain/profiles/profile.ts";
import { excerpt } from "#domain/text/text.ts";
import { t } from "#languages/words.ts";
import type { Account } from "#store/repos/accounts/accounts.ts";
import { invoke } from "#tools/invoke.ts";
import { getFounder } from "#tools/profiles/get-founder.ts";
import type { FounderStory } from "#tools/schemas/founder.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { inLanguage } from "../../kit/language.ts";
import { cardPath } from "../../kit/preview.ts";
import { orNotFound, type Site, sessionOf, visitor } from "../../kit/site.ts";
import { asTheirs } from "../../kit/theirs.ts";
import { profileThings } from "../../machines/schema-org.ts";
import { sameTwin } from "../../machines/twins.ts";
import { type CollectionCard, collectionCards, collectionCardsOf } from "../../parts/community/collection-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { reportLink } from "../../parts/moderation/report-form.ts";
import {
  awardsWon,
  founderStory,
  madeHit,
  profileComments,
  profileHead,
  profileReviews,
  profileVotes,
  worksWith,
} from "../../parts/profiles/profile-parts.ts";

const DESCRIPTION = 155;

/**
 * The pages of people. One that is private or hidden answers like one that never was, except to its
 * own person.
 */
export function profilePages({ deps, pages, router }: Site): void {
  const { store, settings } = deps;

  /** The profile of who is asking, if this is its name and nobody else sees it. */
  async function ownOf(account: Account | undefined, handle: string) {
    if (!account) return undefined;
    const own = await store.profiles.find(account.id);
    return own?.handle === handle ? { ...own, name: account.name, since: account.createdAt } : undefined;
  }

  router.get(/^\/%40([a-z0-9-]+)$/i, (req, res) =>
    res.redirect(302, inLanguage(sameTwin(profilePath(req.params[0] ?? ""), res), res)),
  );

  router.get("/@:handle", async (req, res) => {
    const found = await findProfile(req.params.handle, store);
    if (found && "handle" in found) return res.redirect(302, inLanguage(sameTwin(profilePath(found.handle), res), res));
    const own = found ? undefined : await ownOf(sessionOf(res)?.account ?? undefined, req.params.handle);
    const profile = orNotFound(found?.page ?? own);
    const page = await readProfilePage(profile, store);
    const site = { name: settings.SITE_NAME, baseUrl: settings.BASE_URL };
    const products = page.products.map((listing) => viewSummary(listing, site));
    const slugs = products.map(({ slug }) => slug);
    const looks = await looksOf(deps, slugs);
    const founders = await Promise.all(
      page.founders.map((slug) => invoke(getFounder, { slug }, { deps, caller: visitor(req), interface: "site" })),
    );
    const stories = founders.flatMap(({ output }) => output.stories);
    const name = shownName(profile);
    pages.render(res, {
      title: name === `@${profile.handle}` ? name : `${name} (@${profile.handle})`,
      description: profile.bio ? excerpt(profile.bio, DESCRIPTION) : t`${name} on ${site.name}`,
      isPublic: own === undefined,
      isThin: page.isEmpty,
      things: profileThings(profile, products, site),
      preview: cardPath("profiles", profile.handle, [name, profile.bio, profile.avatarUrl, slugs.slice(0, 4)]),
      previewKind: "profile",
      width: "full",
      body: html`<div class="sky cover"></div>
<div class="wrap">${profileHead(page)}
${
  own &&
  html`<div class="notice" role="status">${
    own.hiddenAt === null
      ? html`Only you can see this page. <a href="/account/profile">Make it public</a>`
      : html`Only you can see this page. <a href="/account/profile">See why</a>`
  }</div>`
}
<div class="columns after-title"><div class="about">
${profile.bio && html`<section aria-labelledby="bio"><h2 id="bio">About</h2><p class="prose"${asTheirs(profile.bio)}>${profile.bio}</p></section>`}
${
  products.length > 0 &&
  html`<section aria-labelledby="made"><h2 id="made">Products</h2>
<ul class="hits">${products.map((product) => madeHit(product, looks, page.founders))}</ul></section>`
}
${once(stories).map((story) => html`<section>${founderStory(story)}</section>`)}
${profileCollections(
  await collectionCardsOf(await store.collections.shownOf(profile.accountId, MOST_COLLECTIONS), deps),
)}${profileReviews(page)}${profileComments(page)}${profileVotes(page)}${nothingYet(page)}</div>
<aside aria-label="More about this person">${awardsWon(await store.trophies.ofSlugs(slugs))}${worksWith(
        products,
        looks,
        page.founders,
      )}</aside></div>
${!own && html`<p class="small">${reportLink({ type: "profile", id: profile.handle }, t`this profile`)}</p>`}</div>`,
    });
  });
}

const MOST_COLLECTIONS = 6;

type Story = z.output<typeof FounderStory>;

const once = (stories: readonly Story[]): Story[] => [
  ...new Map(stories.map((story) => [story.listing?.slug, story])).values(),
];

const profileCollections = (cards: readonly CollectionCard[]): Html | false =>
  cards.length > 0 &&
  html`<section aria-labelledby="collections"><h2 id="collections">Collections</h2>${collectionCards(cards, 3, false)}</section>`;

const nothingYet = ({ isEmpty }: ProfilePage): Html | false => isEmpty && html`<p class="muted">Nothing here yet.</p>`;
