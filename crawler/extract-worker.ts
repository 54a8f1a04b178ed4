import { answerWith } from "#core/runtime/thread.ts";
import type { PageKind, PageLink } from "#domain/drafts/site.ts";
import { readClaimTags } from "./claim-tags.ts";
import { extractHtml } from "./extract.ts";
import { findBadge, type Wanted } from "./find-badge.ts";
import type { SheetTexts } from "./page-sheets.ts";
import { rankPages } from "./pages.ts";
import { preflight } from "./preflight.ts";
import { readSitemap } from "./sitemap.ts";

/** Jobs off the main thread. Everything that scales with website input belongs here. */
const JOBS = {
  "extract-page": ({ html, url, id, kind }: { html: string; url: string; id: string; kind: PageKind }) =>
    extractHtml(preflight(html), url, { id, kind }),
  "claim-tags": ({ html }: { html: string }) => readClaimTags({ html: preflight(html) }),
  "find-badge": ({ html, page, wanted, texts }: { html: string; page: string; wanted: Wanted; texts?: SheetTexts }) => {
    preflight(html); // for its limit on nesting; where it cuts, a browser may read on
    return findBadge(html, page, wanted, texts);
  },
  "rank-pages": ({ home, links }: { home: string; links: PageLink[] }) => rankPages(home, links),
  "read-sitemap": readSitemap,
};
export type Jobs = typeof JOBS;

answerWith(JOBS);
