import type { Response } from "express";
import { onSale } from "#actions/orders/on-sale.ts";
import { CURRENCY } from "#actions/orders/price.ts";
import { ownTextIn, pageTextIn } from "#actions/site/standard-texts.ts";
import type { Settings } from "#core/settings/config.ts";
import { teamPages } from "#core/settings/policies.ts";
import { type Html, html } from "#core/text/html.ts";
import { moneyText } from "#domain/orders/money.ts";
import type { Product } from "#domain/orders/product.ts";
import { SUBMIT_LABEL } from "#domain/site/nouns.ts";
import { firstParagraph, SITE_PAGES, type SitePageSlug } from "#domain/site/site-pages.ts";
import { plainMarkdown } from "#domain/text/plain-markdown.ts";
import { excerpt } from "#domain/text/text.ts";
import { stored, t, wordsWith } from "#languages/words.ts";
import { inOther, languageOf } from "../../kit/language.ts";
import { renderMarkdown } from "../../kit/markdown.ts";
import { showDay, showStored } from "../../kit/show.ts";
import { isActingAdmin, notFound, type Site, sessionOf } from "../../kit/site.ts";

/** Pages of words about the site. One that the settings have elsewhere leads there. */
export function sitePages(site: Site): void {
  const { deps, router } = site;

  for (const slug of ["about", "terms", "privacy", "imprint"] as const)
    router.get(`/${slug}`, (_req, res) => {
      const address = slug === "about" ? undefined : teamPages(deps.settings)[slug];
      return address && !address.startsWith(`${deps.settings.BASE_URL}/`)
        ? res.redirect(302, address)
        : showSitePage(res, site, slug);
    });

  router.get("/pricing", async (_req, res) => {
    const products = await onSale(deps.store);
    await showSitePage(res, site, "pricing", products.length > 0 && priceList(products, deps.settings));
  });

  router.get("/p/:name", async (req, res) => {
    const found = await deps.store.sitePages.find(`p/${req.params.name}`);
    if (!found?.title || (found.isHidden && !(sessionOf(res)?.account && isActingAdmin(res, deps.settings))))
      notFound();
    const { slug, title, isHidden, updatedAt } = found;
    const { markdown, tag } = await ownTextIn(languageOf(res), found, deps);
    site.pages.render(res, {
      title: stored("page", slug, "title", title),
      description: excerpt(plainMarkdown(firstParagraph(markdown)), 160),
      isPublic: !isHidden,
      width: "reading",
      body: html`${isHidden && html`<div class="notice"><p>This page is hidden. Only admins see it. <a href="/admin/pages/${slug}">Edit</a></p></div>`}
<h1>${showStored("page", slug, "title", title)}</h1>
<div class="post"${inOther(tag, res)}>${renderMarkdown(markdown)}</div>
<p class="small muted">Last updated ${showDay(updatedAt)}.</p>`,
    });
  });
}

async function showSitePage(
  res: Response,
  { deps, pages }: Pick<Site, "deps" | "pages">,
  slug: SitePageSlug,
  more: Html | false = false,
): Promise<void> {
  const { title, description } = SITE_PAGES[slug];
  const { markdown, isOwn, updatedAt, tag } = await pageTextIn(languageOf(res), slug, deps);
  pages.render(res, {
    title,
    description,
    isPublic: true,
    width: "reading",
    body: html`<h1>${title}</h1>
<div class="post"${inOther(tag, res)}>${renderMarkdown(markdown)}</div>
${more}
${updatedAt && html`<p class="small muted">Last updated ${showDay(updatedAt)}.</p>`}
${
  !isOwn &&
  (slug === "terms" || slug === "privacy") &&
  html`<p class="small muted">${t`This is the default text of the software that runs this site.`}${
    tag !== languageOf(res).tag && html` ${t`It is only available in English.`}`
  }</p>`
}`,
  });
}

const VAT_WORDS = {
  oss: t`Prices exclude VAT. In the EU, we add the VAT of your country at checkout. Companies with a valid VAT number in an EU country other than ours pay no VAT and account for it themselves (reverse charge). Outside the EU, we add no VAT.`,
  home: t`Prices exclude VAT. We add the VAT of our country at checkout. Companies with a valid VAT number in another EU country pay no VAT and account for it themselves (reverse charge). Outside the EU, we add no VAT.`,
  off: t`We add no VAT to these prices.`,
} as const;

const priceList = (
  products: readonly Product[],
  { VAT_MODE, FREE_WEEKS_MIN, FREE_WEEKS_MAX }: Settings,
): Html => html`<h2>Prices</h2>
<dl class="prices"><div><dt>${wordsWith("launches", t`Free launch`, t`Free listing`)}</dt><dd><strong>${t`Free`}</strong>
<p>${wordsWith(
  "launches",
  wordsWith(
    "votes",
    t`Show our badge on your website. You launch in ${FREE_WEEKS_MIN} to ${FREE_WEEKS_MAX} weeks, and are ranked like everyone else.`,
    t`Show our badge on your website. You launch in ${FREE_WEEKS_MIN} to ${FREE_WEEKS_MAX} weeks.`,
  ),
  t`Show our badge on your website. Your listing is public as soon as we find it.`,
)}</p></dd></div>${products.map(
  ({ name, description, priceCents, options }) => html`<div><dt>${showStored("plan", name, "name", name)}</dt><dd>
<strong>${
    options.some(({ key }) => key === "amount_cents")
      ? t`from ${moneyText(priceCents, CURRENCY)}`
      : moneyText(priceCents, CURRENCY)
  }</strong>
<p>${showStored("plan", name, "description", description)}</p></dd></div>`,
)}</dl>
<p>${VAT_WORDS[VAT_MODE]}</p>
<h2>What you cannot buy</h2>
<p>${wordsWith(
  "votes",
  t`Votes, ranks, awards, reviews and places in search results.`,
  t`Reviews, ranks and places in search results.`,
)} Paid placements are marked as paid.</p>
<p><a class="button" href="/submit">${SUBMIT_LABEL}</a></p>`;
