import { BOARDS, boards } from "#actions/launches/boards.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { moneyText, showMoney } from "#domain/orders/money.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import type { Feature } from "#languages/language.ts";
import { joined, plural, type Text, t, type Words } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getLeaderboard } from "#tools/launches/get-leaderboard.ts";
import { inLanguage } from "../../kit/language.ts";
import { isOn } from "../../kit/only-with.ts";
import { showTime } from "../../kit/show.ts";
import { type Site, visitor } from "../../kit/site.ts";
import { listQuery, pageOf, pager, queryOf } from "../../kit/table.ts";
import { votesFor } from "../../parts/community/toggles.ts";
import { weekDays } from "../../parts/launches/calendar.ts";
import { emptyState, listingRows } from "../../parts/listings/listing-parts.ts";
import { looksOf } from "../../parts/listings/looks.ts";

const ABOUT: Record<(typeof BOARDS)[number], Words> = {
  "community-weekly": t`Launches of one week, by votes in that week.`,
  "community-all-time": t`All listings, by total votes.`,
  billboard: t`Listings by the amount paid for this board. Nothing else counts.`,
  "domain-rating": t`Listings by links from other websites, measured by a third party.`,
  revenue: t`Listings by monthly revenue, verified by a payment provider or an admin in the last 35 days.`,
};

export function leaderboardPages({ deps, pages, router }: Site): void {
  router.get("/leaderboards", (_req, res) => {
    const lacks = lackedBy(deps.store.siteLook().shape);
    const first = BOARDS.find((board) => isOn(`/leaderboards/${board}`, lacks));
    res.redirect(302, inLanguage(`/leaderboards/${first}`, res));
  });

  router.get("/leaderboards/:board", async (req, res) => {
    const page = pageOf(req);
    const week = queryOf(req, "week");
    const { output } = await invoke(
      getLeaderboard,
      { board: req.params.board, ...(week && { week }), page },
      { deps, caller: visitor(req), interface: "site" },
    );
    const { board } = output;
    const { title } = boards[board];
    const listings = output.items.map(({ listing }) => listing);
    const isWeekly = board === "community-weekly";
    const isVotes = output.metric.key === "votes" && !isWeekly;
    const votes = isVotes
      ? await votesFor(
          req,
          res,
          deps,
          listings.map(({ slug }) => slug),
        )
      : undefined;
    const looks = await looksOf(
      deps,
      listings.map(({ slug }) => slug),
    );
    const figures = isVotes
      ? undefined
      : output.items.map(({ metric }) => (isWeekly ? plural(metric.value, "vote") : inTheirMoney(metric)));
    pages.render(res, {
      title: output.paid ? t`${title} (paid)` : title,
      description: joined([ABOUT[board], boards[board].disclosure], " "),
      isPublic: true,
      query: listQuery({ week }, page),
      body: html`<h1>Leaderboards</h1>
${tabs(board, lackedBy(deps.store.siteLook().shape))}
<div class="columns"><section aria-labelledby="board">
<div class="section-head"><h2 id="board">${title} ${
        output.paid && html`<span class="tag warm">Paid placement</span>`
      }</h2>${output.week && html`<span class="muted small">${weekDays(output.week)}</span>`}</div>
${boards[board].disclosure && html`<p class="notice">${boards[board].disclosure}</p>`}
${
  listings.length > 0
    ? listingRows(listings, { firstRank: given(output.items[0]).rank, figures, votes, looks })
    : emptyState(t`This board is empty`, EMPTY[board])
}
${pager(`/leaderboards/${board}`, { week }, output)}
</section>
<aside aria-label="About this board"><div class="card"><h2>How it works</h2><p>${ABOUT[board]}</p>
<p class="small muted">${html`${boards[board].metric.label}, as of ${showTime(new Date(output.as_of))}.`}${
        output.items.some(({ tied }) => tied) &&
        html` ${t`Equal figures are tied; the first to reach them is listed first.`}`
      }</p>
<p class="small">${partWith("votes", html`<a href="/how-ranking-works">All ranking rules</a>`)}${partWith("awards", html` · <a href="/awards">Awards</a>`)}</p></div></aside></div>`,
    });
  });
}

const EMPTY: Record<(typeof BOARDS)[number], Html> = {
  "community-weekly": html`<a href="/launches">Vote for a launch of this week</a>.`,
  "community-all-time": partWith("launches", html`<a href="/launches">Vote for a launch of this week</a>.`),
  billboard: html`Places on this board are paid.`,
  "domain-rating": html`Figures are updated once a week.`,
  revenue: html`Figures appear once they are verified.`,
};

const tabs = (current: string, lacks: readonly Feature[]): Html =>
  html`<nav class="tabs" aria-label="Leaderboards">${BOARDS.filter((name) => isOn(`/leaderboards/${name}`, lacks)).map(
    (name) =>
      html`<a href="${href(`/leaderboards/${name}`)}"${
        name === current && html` aria-current="page"`
      }>${boards[name].title}${boards[name].disclosure && html` <span class="tag warm">Paid</span>`}</a>`,
  )}</nav>`;

/** Tools write amounts in English. Those in other currencies stay so, because only their dollars are known here. */
const inTheirMoney = ({ value, display }: { value: number; display: string }): Text =>
  display === showMoney(value, "USD") ? moneyText(value, "USD") : display;
