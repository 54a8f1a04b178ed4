import type { Settings } from "#core/settings/config.ts";
import { type Html, href, html } from "#core/text/html.ts";
import { formatted } from "#languages/words.ts";
import { cardHtml, cardPath } from "#pictures/badges/embed.ts";
import { copyable } from "../../kit/show.ts";

export const embedSection = (
  { slug, name }: { slug: string; name: string },
  { BASE_URL: baseUrl, SITE_NAME: siteName }: Pick<Settings, "BASE_URL" | "SITE_NAME">,
): Html => html`<section aria-labelledby="embed"><div class="section-head"><h2 id="embed">Live card</h2>
<p class="row"><a href="${href(cardPath(slug))}">Preview</a><a href="${href(`/listings/${slug}/share`)}">Share kit</a></p></div>
<p>Show the listing on any website. The card updates itself.
On websites that embed links, such as WordPress, paste the address of the listing instead.</p>
${copyable(
  "embed-code",
  formatted((language) => cardHtml({ baseUrl, siteName, slug, name, language })),
)}</section>`;
