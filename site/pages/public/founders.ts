import type { z } from "zod";
import { type Html, href, html } from "#core/text/html.ts";
import { makerPath, profilePath } from "#domain/profiles/profile.ts";
import { plural, t } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getFounder } from "#tools/profiles/get-founder.ts";
import { listFounders } from "#tools/profiles/list-founders.ts";
import type { FounderView } from "#tools/schemas/founder.ts";
import { face } from "../../kit/faces.ts";
import { inLanguage } from "../../kit/language.ts";
import { cardPath } from "../../kit/preview.ts";
import { reader, type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { asTheirs, theirs } from "../../kit/theirs.ts";
import { founderThings } from "../../machines/schema-org.ts";
import { sameTwin } from "../../machines/twins.ts";
import { emptyState, socialLinks } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";
import { awardsWon, founderStory, madeHit, worksWith } from "../../parts/profiles/profile-parts.ts";

export function founderPages({ deps, pages, router }: Site): void {
  const { settings } = deps;

  router.get("/founders", async (req, res) => {
    const page = pageOf(req);
    const filters = { q: queryOf(req, "q")?.slice(0, 120), country: queryOf(req, "country") };
    const { output } = await invoke(
      listFounders,
      { ...(filters.q && { q: filters.q }), ...(filters.country && { country: filters.country }), page },
      { deps, caller: reader(req, res), interface: "site" },
    );
    const handles = await deps.store.profiles.handlesOfFounders(output.items.map(({ slug }) => slug));
    pages.render(res, {
      heading: t`Makers`,
      description: t`The people behind the products on ${settings.SITE_NAME}.`,
      isPublic: true,
      query: listQuery(filters, page),
      body: html`<p class="lead">The people behind the products on ${settings.SITE_NAME}.</p>
<form method="get" action="/founders" role="search" aria-label="Search makers" class="search-bar">
<label><span class="unseen">Name or product</span><input type="search" name="q" value="${filters.q}"
maxlength="120" placeholder="Name or product"></label>
<button>Search</button></form>
<h2 class="count">${plural(output.total, "person", "people")}</h2>
${
  output.items.length > 0
    ? html`<ul class="rows pairs">${output.items.map((founder) => row(founder, handles))}</ul>`
    : emptyState(filters.q ? t`No makers found` : t`No makers yet`, html`<a href="/founders">See all makers</a>`)
}
${pager("/founders", filters, output)}`,
    });
  });

  router.get("/founders/:slug", async (req, res) => {
    const handle = (await deps.store.profiles.handlesOfFounders([req.params.slug])).get(req.params.slug);
    if (handle !== undefined) return res.redirect(302, inLanguage(sameTwin(profilePath(handle), res), res));
    const { output: founder } = await invoke(
      getFounder,
      { slug: req.params.slug },
      { deps, caller: visitor(req), interface: "site" },
    );
    const first = founder.companies[0];
    const slugs = founder.companies.map(({ slug }) => slug);
    const looks = await looksOf(deps, slugs);
    const trophies = await deps.store.trophies.ofSlugs(slugs);
    pages.render(res, {
      title: founder.name,
      description: first
        ? t`${founder.name}, ${founder.title ?? t`founder`}: ${first.name} on ${settings.SITE_NAME}`
        : founder.name,
      isPublic: true,
      things: founderThings(founder),
      preview: cardPath("founders", founder.slug, [
        founder.name,
        founder.title,
        founder.avatar_url,
        founder.listing_count,
      ]),
      previewKind: "profile",
      width: "full",
      body: html`<div class="sky cover"></div>
<div class="wrap"><header class="makerhead">${face({ name: founder.name, avatarUrl: founder.avatar_url }, "big")}
<div><h1><bdi>${founder.name}</bdi></h1>
${founder.title && html`<p class="lead">${theirs(founder.title)}</p>`}</div>
<p class="row">${Object.keys(founder.socials).length > 0 && socialLinks(founder.socials)}</p></header>
${first && (await teamBar(first.slug, res, deps))}<div class="columns after-title"><div class="about">
<section aria-labelledby="made"><h2 id="made">Products</h2>
<ul class="hits">${founder.companies.map((company) => madeHit(company, looks, [founder.slug]))}</ul></section>
${founder.bio && html`<section><h2>About</h2><p class="prose"${asTheirs(founder.bio)}>${founder.bio}</p></section>`}
${founder.stories.map((each) => html`<section>${founderStory(each)}</section>`)}</div>
<aside aria-label="More about this maker">${awardsWon(trophies)}${worksWith(founder.companies, looks, [founder.slug])}</aside></div></div>`,
    });
  });
}

const row = (founder: z.output<typeof FounderView>, handles: ReadonlyMap<string, string>): Html => html`<li>
${face({ name: founder.name, avatarUrl: founder.avatar_url })}
<div class="body"><h3><a href="${href(makerPath(founder.slug, handles))}">${theirs(founder.name)}</a></h3>
<p dir="auto">${founder.title && `${founder.title}, `}${founder.companies.map(({ name }) => name).join(", ")}</p></div>
</li>`;
