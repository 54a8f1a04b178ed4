import { type Html, html } from "#core/text/html.ts";
import { plural, t } from "#languages/words.ts";
import { showUrl } from "../../kit/show.ts";
import type { DraftView } from "./draft-form.ts";

export const POLL_SECONDS = 3;

export function draftProgress({ url, status, crawl }: DraftView): Html {
  const isRead = status !== "crawling";
  return html`<h1>We are reading your website</h1>
<p class="lead">This takes about a minute. You can leave this page and find the draft in <a href="/drafts">your drafts</a>.</p>
<div data-poll="${POLL_SECONDS}" aria-live="polite">
<ol class="dashboard-steps">
<li class="${isRead ? "done" : "now"}">${
    isRead ? t`Read ${plural(crawl.pages.length, "page")} of ${showUrl(url)}` : t`Reading ${showUrl(url)}`
  }</li>
<li class="${isRead && "now"}">${isRead ? t`Writing the draft, with quotes from your site` : t`Then we write the draft`}</li>
<li>Then you check it</li>
</ol>
</div>`;
}
