import { mayList } from "#actions/drafts/submissions.ts";
import { boards } from "#actions/launches/boards.ts";
import { roomsIn } from "#actions/orders/price.ts";
import { type Html, href, html, partWith } from "#core/text/html.ts";
import { FEW } from "#domain/community/few.ts";
import { weekOf } from "#domain/launches/launch-week.ts";
import { moneyText } from "#domain/orders/money.ts";
import { oneNoun, SUBMIT_LABEL, withNoun } from "#domain/site/nouns.ts";
import { joined, PHRASES, plural, t, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { getLeaderboard } from "#tools/launches/get-leaderboard.ts";
import { faces, namesOf } from "../../kit/faces.ts";
import { csrfField } from "../../kit/form.ts";
import { formTool } from "../../kit/form-tool.ts";
import { sessionOf } from "../../kit/site.ts";
import { theirs } from "../../kit/theirs.ts";
import { votesFor } from "../community/toggles.ts";
import { countdown, dayInWords, fullDay, nextLaunchAt, weekDays } from "../launches/calendar.ts";
import { race as raceOf } from "../launches/podium.ts";
import { racePath } from "../launches/races.ts";
import { NONE_YET } from "../launches/week-rows.ts";
import { emptyState, launchCard, listingCards, listingRows, medal, paidTag } from "../listings/listing-parts.ts";
import { hueClass, picture } from "../listings/looks.ts";
import type { MakeBlock } from "./front-block.ts";
import { heroWords } from "./front-words.ts";

const SHOWN = { firsts: 3, side: 5, billboard: 3 };

export const sky: MakeBlock = async ({ race, deps }) => {
  const { week: date, total, items } = await race("this");
  return {
    show: () => html`<div class="sky"><div class="wrap hero" id="live-race" data-live-part>
<div class="hero-words"><p class="eyebrow"><span class="live"></span><span>${joined(
      [
        wordsWith("weekly", t`Week of ${dayInWords(date)}`, dayInWords(date, { weekday: true })),
        total >= FEW && plural(total, "launch", "launches"),
        wordsWith("votes", t`voting is open`),
      ],
      PHRASES,
    )}</span></p>
${heroWords(deps.store.siteLook(), "sky")}</div>
${partWith("votes", raceOf(items))}
</div></div>`,
  };
};

export const submit: MakeBlock = async ({ heading, deps }) => {
  const { store } = deps;
  const { launches } = store.siteLook().shape;
  const next = launches ? weekOf(deps.now(), deps.settings.SITE_TIMEZONE, 1).monday : undefined;
  const [free] = next ? await roomsIn(store, "launch", [next], deps) : [];
  const when = next && wordsWith("weekly", dayInWords(next, { weekday: true }), t`Week of ${dayInWords(next)}`);
  const launch = (await store.products.onSale()).find(({ product }) => product === "launch");
  const price = launch && moneyText(launch.priceCents, "USD", true);
  const offer = when
    ? html`${price ? t`Free, or ${price} to choose your week.` : t`Free.`} <span class="whole">${
        free ? t`${when}: ${plural(free, "place")} left` : t`${when}: full`
      }</span>`
    : t`Free.`;
  return {
    show: ({ res }) =>
      mayList(store.siteLook().shape.submission, sessionOf(res)?.account) &&
      html`<section class="path" aria-labelledby="launch-yours"><h2 id="launch-yours">${heading(wordsWith("launches", withNoun(t`Launch your product`, t`Launch your ${oneNoun}`), SUBMIT_LABEL))}</h2>
<p>Enter your website. We read it and draft your page, with a quote for every fact.</p>
<form method="post" action="/submit" class="search-bar"${formTool("submit_website")}>${
        res.locals.session && csrfField(res)
      }<label><span class="unseen">Your website</span><input name="url" type="text" inputmode="url" autocomplete="url"
autocapitalize="none" spellcheck="false" maxlength="2048" required
placeholder="https://example.com"></label><button class="sun">Draft my page</button></form>
<p class="tiny">${offer}</p></section>`,
  };
};

export const race: MakeBlock = async (given) => {
  const { call, deps, heading, count } = given;
  const [now, next] = [await given.race("this"), await given.race("next")];
  const { output: billboard } = await invoke(getLeaderboard, { board: "billboard", per_page: SHOWN.billboard }, call);
  const items = now.items.slice(0, count);
  const slugs = items.map(({ slug }) => slug);

  const side = async (): Promise<Html> => html`<aside aria-label="Calendar">
<div class="card">${
    now.total > 0
      ? html`<h2>${wordsWith("votes", t`Voting closes in`, wordsWith("weekly", t`This week ends in`, t`This day ends in`))}</h2>${countdown(new Date(now.ends_at), deps)}`
      : html`<h2>Next launches in</h2>${countdown(await nextLaunchAt(deps), deps)}`
  }</div>
<div class="card"><div class="section-head"><h2>${wordsWith("weekly", t`Launching Monday`, t`Launching tomorrow`)}</h2>
${
  next.items.length > 0 &&
  html`<a href="${href(racePath(next, deps.store))}">${next.total >= FEW ? t`See all ${next.total}` : t`See all`}</a>`
}</div>
${
  next.items.length > 0
    ? listingCards(next.items.slice(0, SHOWN.side))
    : html`<p class="muted">No launches planned yet. <a href="/submit">Be the first</a>.</p>`
}</div>
${
  billboard.items.length > 0 &&
  html`<div class="card"><div class="section-head"><h2>Billboard</h2><span class="tag warm">Paid</span></div>
${listingCards(billboard.items.map(({ listing }) => listing))}
<p class="small muted">${boards.billboard.disclosure} <a href="/leaderboards/billboard">See the billboard</a></p></div>`
}</aside>`;

  return {
    slugs,
    async show({ req, res, looks }) {
      const votes = await votesFor(req, res, deps, slugs);
      const [firsts, others] = [items.slice(0, SHOWN.firsts), items.slice(SHOWN.firsts)];
      const card = (listing: (typeof items)[number], index: number) =>
        html`<li class="launch ${hueClass(listing.slug, looks)}">${launchCard(listing, { place: index + 1, looks, votes })}</li>`;
      return html`<section aria-labelledby="week" id="live-week" data-live-part data-live-most="${count}">
<div class="section-head"><div><h2 id="week">${heading(wordsWith("weekly", t`This week’s launches`, t`Today’s launches`))}</h2>
${partWith(
  "votes",
  html`<p>${wordsWith(
    "weekly",
    withNoun(
      t`Vote once per product. Voting closes on Sunday at midnight, ${deps.settings.SITE_TIMEZONE}.`,
      t`Vote once per ${oneNoun}. Voting closes on Sunday at midnight, ${deps.settings.SITE_TIMEZONE}.`,
    ),
    withNoun(
      t`Vote once per product. Voting closes at midnight, ${deps.settings.SITE_TIMEZONE}.`,
      t`Vote once per ${oneNoun}. Voting closes at midnight, ${deps.settings.SITE_TIMEZONE}.`,
    ),
  )}</p>`,
)}</div>
${now.total > items.length && html`<a href="${href(racePath(now, deps.store))}">See all ${plural(now.total, "launch", "launches")}</a>`}</div>
${items.length > 0 && html`<ol class="firsts">${firsts.map(card)}</ol>`}
<div class="columns"><div>${
        items.length === 0 && emptyState(NONE_YET, html`Be the first. <a href="/launches">See the launch calendar</a>.`)
      }${others.length > 0 && listingRows(others, { firstRank: firsts.length + 1, votes, looks })}</div>${await side()}</div></section>`;
    },
  };
};

export const winners: MakeBlock = async ({ race, deps, heading, count }) => {
  const last = await race("last");
  const { week: date, items, total } = last;
  const won = items.filter(({ week_votes: votes }) => votes > 0).slice(0, count);
  const votes = items.reduce((sum, item) => sum + item.week_votes, 0);
  const facts = [
    wordsWith("weekly", weekDays(date), fullDay(date)),
    total >= FEW && plural(total, "launch", "launches"),
    votes >= FEW && plural(votes, "vote"),
  ];
  return {
    slugs: won.map(({ slug }) => slug),
    show: ({ looks }) =>
      won.length > 0 &&
      html`<section class="strip" aria-labelledby="last"><div class="section-head"><div>
<h2 id="last">${heading(wordsWith("weekly", t`Last week’s winners`, t`Yesterday’s winners`))}</h2><p>${joined(facts, PHRASES)}</p></div>
<a href="${href(racePath(last, deps.store))}">See the podium</a></div>
<ol class="winners">${won.map(
        (winner, index) => html`<li class="winner ${hueClass(winner.slug, looks)}">${picture(winner, looks)}
<div class="person">${medal(index + 1)}<h3><a href="${href(`/listings/${winner.slug}`)}"><bdi>${winner.name}</bdi></a></h3></div>
<p class="small">${theirs(winner.tagline, winner.language)}</p>
<div class="person">${faces(looks.get(winner.slug)?.makers ?? [])}
<p class="small">${joined([namesOf(looks.get(winner.slug)?.makers ?? []), winner.week_votes >= FEW && plural(winner.week_votes, "vote")])} ${paidTag(winner.is_paid)}</p></div></li>`,
      )}</ol></section>`,
  };
};
