import type { Deps } from "#actions/context.ts";
import { type Html, href, html, type Part } from "#core/text/html.ts";
import { collectionPath } from "#domain/community/collection.ts";
import { type PublicPerson, shownName } from "#domain/profiles/profile.ts";
import { countOfNoun } from "#domain/site/nouns.ts";
import { t } from "#languages/words.ts";
import type { CollectionEntry, CountedCollection } from "#store/repos/community/collections.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { logo } from "../../kit/faces.ts";
import { renderComment } from "../../kit/markdown.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";

import { listingMeta, nameOf, withSave } from "../listings/listing-parts.ts";
import { hueClass, type Looks, picture } from "../listings/looks.ts";
import { type Votes, votePill } from "./toggles.ts";

export const descriptionOf = (text: string | null): Html | false =>
  text !== null && html`<div class="collection-words"${asTheirs(text)}>${renderComment(text)}</div>`;

export const collectionRows = (
  entries: readonly CollectionEntry[],
  { looks, votes, baseUrl, start }: { looks: Looks; votes: Votes; baseUrl: string; start: number },
): Html =>
  html`<ol class="rows collected" start="${start}">${entries.map(({ listing, note }) => {
    const shown = viewSummary(listing, { baseUrl });
    const mark = logo(shown);
    return html`<li class="${hueClass(shown.slug, looks)}">${mark}
<div class="body">${nameOf(shown)}${shown.tagline && html`<p>${theirs(shown.tagline, shown.language)}</p>`}${
      note && html`<blockquote class="note"><p><bdi>${note}</bdi></p></blockquote>`
    }${withSave(listingMeta(shown, looks), shown, votes)}</div>
<div class="thumb">${picture(shown, looks, { mark })}</div>
${votePill(shown, votes)}</li>`;
  })}</ol>`;

const FIRST = 4;

export type CollectionCard = CountedCollection & { first: CollectionEntry[]; person: PublicPerson | undefined };

export async function collectionCardsOf(
  found: readonly CountedCollection[],
  { store }: Pick<Deps, "store">,
): Promise<CollectionCard[]> {
  const people = await store.profiles.people(found.map(({ collection }) => collection.accountId));
  return Promise.all(
    found.map(async (one) => ({
      ...one,
      first: await store.collections.entries(one.collection.id, { page: 1, perPage: FIRST }),
      person: people.get(one.collection.accountId),
    })),
  );
}

export const collectionCards = (cards: readonly CollectionCard[], level: 2 | 3 = 2, isSigned = true): Html =>
  html`<ul class="collections">${cards.map(({ collection, count, first, person }) => {
    const title = html`<a href="${href(collectionPath(collection))}"><bdi>${collection.title}</bdi></a>`;
    const products = countOfNoun(count);
    const member = person ? shownName(person) : t`a member`;
    const about: Part = isSigned ? html`${products}, by <bdi>${member}</bdi>` : products;
    return html`<li class="card">${
      first.length > 0 &&
      html`<span class="logos">${first.map(({ listing }) =>
        logo({ slug: listing.slug, name: listing.name, logo_url: listing.logoUrl }),
      )}</span>`
    }
${level === 2 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`}<p class="small muted">${about}</p></li>`;
  })}</ul>`;
