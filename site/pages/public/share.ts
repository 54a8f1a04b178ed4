import { type Html, href, html, partWith } from "#core/text/html.ts";
import { type Trophy, titleOf } from "#domain/launches/trophy.ts";
import { COMING, type Listing } from "#domain/listings/listing.ts";
import { hasAwards, hasLaunches } from "#domain/site/site-shape.ts";
import { keysOf } from "#domain/text/keys.ts";
import { SLUG } from "#domain/text/slug.ts";
import { formatted, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import { cardHtml, cardPath } from "#pictures/badges/embed.ts";
import { findBadgeSubject, viewBadges } from "#tools/schemas/badge.ts";
import { viewSummary } from "#tools/schemas/listing.ts";
import { languageOf } from "../../kit/language.ts";
import {
  listingCardPath,
  PREVIEW_SIZE,
  SHARE_FORMATS,
  type ShareFormat,
  sharePath,
  smallPath,
} from "../../kit/preview.ts";
import { copyable, copyableBlock } from "../../kit/show.ts";
import { notFound, type Site } from "../../kit/site.ts";
import { standingOf } from "../../parts/launches/live.ts";
import { dayOfPlan, planOf } from "../../parts/launches/room.ts";
import { type Phase, type ShareText, shareTexts } from "../../parts/launches/share-texts.ts";
import { teamBar } from "../../parts/listings/owner-bar.ts";

const NEWS_MS = 30 * 24 * 3600_000;

export function sharePages({ deps, pages, router }: Site): void {
  const { store, settings, now } = deps;
  const { BASE_URL: baseUrl } = settings;

  async function phaseOf(listing: Listing, trophies: readonly Trophy[]): Promise<Phase> {
    if (COMING.includes(listing.status)) {
      const plan = planOf(listing, deps);
      return { kind: "coming", day: plan && dayOfPlan(plan) };
    }
    if (!hasLaunches(store)) return { kind: "live" };
    const won = trophies.find(({ awardedAt }) => now().getTime() - awardedAt.getTime() < NEWS_MS);
    if (won) return { kind: "won", title: titleOf(won) };
    return { kind: (await standingOf(listing, deps)) ? "week" : "live" };
  }

  router.get("/listings/:slug/share", async (req, res) => {
    const { slug } = req.params;
    const found = SLUG.test(slug)
      ? ((await store.listings.findLive(slug)) ?? (await store.listings.findComing(slug)))
      : undefined;
    if (!found) notFound();
    const { name, tagline } = found;
    const siteName = settings.SITE_NAME;
    const isLive = found.status === "live";
    const trophies = isLive ? await store.trophies.ofSlugs([slug]) : [];
    const url = `${baseUrl}/listings/${slug}`;
    const phase = await phaseOf(found, trophies);
    const texts = shareTexts({ name, tagline, url, siteName, phase, language: languageOf(res) });
    const card = listingCardPath(viewSummary(found, { baseUrl }));
    const subject = await findBadgeSubject(store, slug);
    const style = { shape: "standard", mode: "auto", size: "m" } as const;
    const badges = subject ? viewBadges(subject, { baseUrl, siteName }, style) : [];
    const badge = badges.findLast(({ kind, eligible }) => (isLive ? eligible : kind === "listed"));
    pages.render(res, {
      title: t`Share ${name}`,
      width: "reading",
      body: html`<p class="eyebrow"><a href="${href(`/listings/${slug}`)}">${name}</a></p>
${await teamBar(slug, res, deps)}<h1>Share <bdi>${name}</bdi></h1>
<p class="lead">${LEADS[phase.kind]} ${t`Texts and pictures update automatically.`}</p>
${copyable("address", url)}
<section aria-labelledby="texts"><h2 id="texts">Texts</h2>
${partWith("votes", html`<p class="small muted">These texts do not ask for votes, because solicited votes are often not counted.</p>`)}
${texts.map(networkText)}</section>
<section aria-labelledby="pictures"><h2 id="pictures">Pictures</h2><ul class="share-cards">${linkCard(card, slug)}${(
        keysOf(SHARE_FORMATS)
      ).map((format) => picture(card, slug, format))}</ul></section>
${
  badge &&
  html`<section aria-labelledby="badge"><div class="section-head"><h2 id="badge">Badge</h2>
<a href="${href(`/listings/${slug}/badges`)}">All badges</a></div>
${copyable("badge-code", badge.html)}</section>`
}
${
  isLive &&
  html`<section aria-labelledby="card"><div class="section-head"><h2 id="card">Live card</h2>
<a href="${href(cardPath(slug))}">Preview</a></div>
<p>${wordsWith("votes", t`Shows votes and rank on your website and updates automatically.`, t`Shows the listing on your website and updates automatically.`)}</p>
${copyable(
  "card-code",
  formatted((language) => cardHtml({ baseUrl, siteName, slug, name, language })),
)}</section>`
}
${
  trophies.length > 0 &&
  hasAwards(store) &&
  html`<section aria-labelledby="awards"><h2 id="awards">Awards</h2>
<ul>${trophies.map((trophy) => html`<li><a href="${href(`/awards/${trophy.id}`)}">${titleOf(trophy)}</a></li>`)}</ul>
<p class="small muted">Each award has a page and a picture.</p></section>`
}`,
    });
  });
}

const LEADS: Record<Phase["kind"], Words> = {
  coming: t`Tell people about the launch.`,
  week: wordsWith(
    "weekly",
    t`The launch week has started. Tell people about it.`,
    t`The launch day has started. Tell people about it.`,
  ),
  won: t`It won an award. Tell people, and thank them.`,
  live: t`Tell people about it.`,
};

const networkText = ({ id, label, network, most, length, text, open }: ShareText): Html =>
  html`<h3>${label} <span class="small muted">${length} of ${most} characters</span></h3>
${copyableBlock(`text-${id}`, text)}${
  open &&
  html`<p><a class="button quiet slim" href="${href(open)}" rel="noopener nofollow" target="_blank">Open
${network}</a></p>`
}`;

const linkCard = (path: string, slug: string): Html =>
  cardItem({
    path,
    file: `${slug}-link.png`,
    label: t`Link preview`,
    where: t`X, Bluesky, LinkedIn, Slack`,
    ...PREVIEW_SIZE,
  });

const picture = (card: string, slug: string, format: ShareFormat): Html =>
  cardItem({ ...SHARE_FORMATS[format], path: sharePath(card, format), file: `${slug}-${format}.png` });

type Picture = { path: string; file: string; label: Text; where: Text; width: number; height: number };
const cardItem = ({ path, file, label, where, width, height }: Picture): Html =>
  html`<li><a href="${href(path)}" download="${file}"><img src="${href(smallPath(path))}" alt="" width="${width}"
height="${height}" loading="lazy"><b>${label}</b> <span class="small muted">${where}<br>${width} × ${height}</span></a></li>`;
