import type { Response } from "express";
import { missingPage } from "#actions/site/missing-page.ts";
import { pageText, standardText } from "#actions/site/standard-texts.ts";
import { teamPages } from "#core/settings/policies.ts";
import { type Html, html, type Part } from "#core/text/html.ts";
import { isSitePage, SITE_PAGE_MAX, SITE_PAGE_SLUGS, SITE_PAGES, type SitePageSlug } from "#domain/site/site-pages.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { field, formText, formTo } from "../../kit/form.ts";
import { renderMarkdown } from "../../kit/markdown.ts";
import { showDay, showUrl } from "../../kit/show.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

type TextEditor = { path: string; markdown: string; fault: Text | undefined; above?: Html; more: Part };

/** A form with a text in Markdown and its preview. */
export const textEditor = (res: Response, { path, markdown, fault, above, more }: TextEditor): Html =>
  html`<div class="writing">
${formTo(res, path, html` data-preview="page-preview"`)}
${above}
${field({
  name: "markdown",
  label: t`Text`,
  type: "textarea",
  value: markdown,
  hint: t`Markdown: ## for a heading, **bold**, [a link](https://…), - for a list.`,
  fault,
  autocomplete: "off",
  maxLength: SITE_PAGE_MAX,
  rows: 24,
})}
<p class="row"><button name="do" value="save" class="sun">Save</button>
<button name="do" value="preview" class="quiet" formnovalidate>Preview</button>
${more}</p>
</form>
<section class="card preview" aria-labelledby="preview" tabindex="0"><h2 class="eyebrow" id="preview">Preview</h2>
<div id="page-preview" aria-busy="false"><div class="post" dir="auto">${renderMarkdown(markdown)}</div></div></section>
</div>`;

export const textFault = (markdown: string): Text | undefined =>
  markdown === ""
    ? t`Enter a text.`
    : lengthOf(markdown) > SITE_PAGE_MAX
      ? t`Use at most ${SITE_PAGE_MAX.toLocaleString("en")} characters.`
      : undefined;

/** The words of terms, privacy policy, imprint and the like: the standard texts, or the team's own. */
export function sitePageAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  /** Where the settings say that the page is, if it is not here. */
  function elsewhere(slug: SitePageSlug): string | undefined {
    const address = { ...teamPages(settings), about: "", pricing: "" }[slug];
    return address === "" || address.startsWith(`${settings.BASE_URL}/`) ? undefined : address;
  }

  router.get("/admin/pages", async (_req, res) => {
    const own = await store.sitePages.list();
    const custom = own.filter(({ title }) => title !== null);
    const missing = missingPage(
      settings,
      own.map(({ slug }) => slug),
    );
    pages.render(res, {
      heading: t`Pages`,
      body: html`<p class="lead">Each page has a standard text based on your settings. Review it, and adapt it to your site.</p>
${missing && html`<div class="notice bad"><p><strong>Nobody can see who runs this site.</strong> ${missing}</p></div>`}
${table(
  [t`Page`, t`Text`, t`Changed`],
  SITE_PAGE_SLUGS.map((slug) => {
    const mine = own.find((row) => row.slug === slug);
    const away = elsewhere(slug);
    return [
      html`<a href="/admin/pages/${slug}">${SITE_PAGES[slug].title}</a>`,
      away
        ? html`<span class="tag">external</span> ${showUrl(away)}`
        : mine
          ? html`<span class="tag good">edited</span>`
          : html`<span class="tag">standard</span>`,
      mine ? showDay(mine.updatedAt) : "",
    ];
  }),
)}
<h2>Your pages</h2>
${
  custom.length > 0 &&
  table(
    [t`Page`, t`Address`, t`Changed`],
    custom.map(({ slug, title, isHidden, updatedAt }) => [
      html`<a href="/admin/pages/${slug}"><bdi>${title}</bdi></a>${isHidden && html` <span class="tag">hidden</span>`}`,
      `/${slug}`,
      showDay(updatedAt),
    ]),
  )
}
<p><a class="button quiet" href="/admin/pages/new">Add a page</a></p>`,
    });
  });

  type Editor = { slug: SitePageSlug; markdown: string; isOwn: boolean; fault?: Text };
  function show(res: Response, { slug, markdown, isOwn, fault }: Editor): void {
    const away = elsewhere(slug);
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: SITE_PAGES[slug].title,
      above: ["/admin/pages", t`Pages`],
      body: html`${
        away
          ? html`<div class="notice"><p>Your settings link this page to ${away}, so visitors do not see the text below.</p></div>`
          : html`<p><a href="/${slug}">View page</a></p>`
      }
${textEditor(res, {
  path: `/admin/pages/${slug}`,
  markdown,
  fault,
  more: isOwn && html`<button name="do" value="standard" class="quiet" formnovalidate>Restore standard text</button>`,
})}`,
    });
  }

  router.get("/admin/pages/:slug", async (req, res) => {
    const { slug } = req.params;
    if (!isSitePage(slug)) notFound();
    show(res, { slug, ...(await pageText(slug, deps)) });
  });

  act("/admin/pages/:slug", "page.save", async (req, res, audited) => {
    const { slug = "" } = req.params;
    if (!isSitePage(slug)) notFound();
    const markdown = formText(req, "markdown");
    const what = formText(req, "do");
    const isOwn = (await store.sitePages.find(slug)) !== undefined;
    if (what === "preview") return show(res, { slug, markdown, isOwn });
    if (what === "standard") {
      await audited.store.change((tx) => tx.sitePages.remove(slug));
      return seeOther(res, `/admin/pages/${slug}`, "page-standard");
    }
    const fault = textFault(markdown);
    if (fault) return show(res, { slug, markdown, isOwn, fault });
    // A text that was not changed stays the standard one, and follows the settings.
    if (isOwn || markdown !== (await standardText(slug, deps)))
      await audited.store.change((tx) => tx.sitePages.save({ slug, markdown, updatedAt: now() }));
    seeOther(res, `/admin/pages/${slug}`, "page-saved");
  });
}
