import { type Html, href, html } from "#core/text/html.ts";
import { alternativesPath, type Replaced } from "#domain/listings/alternative-to.ts";
import type { Text } from "#languages/words.ts";

/** Links to the alternatives of products, with how many there are. */
export const replacedChips = (found: readonly Replaced[], title?: Text): Html | false =>
  found.length > 0 &&
  html`${title && html`<h2>${title}</h2>`}<ul class="chips">${found.map(
    ({ name, ids }) =>
      html`<li><a class="chip" href="${href(alternativesPath(name))}"><bdi>${name}</bdi>
<span class="muted">${ids.length}</span></a></li>`,
  )}</ul>`;
