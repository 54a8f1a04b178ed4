import type { Request, Response } from "express";
import type { z } from "zod";
import { chooseDay, daysFor } from "#actions/launches/launch-day.ts";
import { movesOf } from "#actions/launches/reschedule.ts";
import { acceptPlace, type FullWeek, fullWeeksFor, joinWeekList, leaveWeekList } from "#actions/launches/week-list.ts";
import { firstFreeWeek } from "#actions/listings/choose-free-plan.ts";
import { roomsIn } from "#actions/orders/price.ts";
import { type Html, html, type Part, partWith } from "#core/text/html.ts";
import { type LateLaunch, lateLaunch, timeLeft } from "#domain/launches/late-launch.ts";
import { weekAfter, weekOf } from "#domain/launches/launch-week.ts";
import { moneyText } from "#domain/orders/money.ts";
import { grantsOf, type SlotKind } from "#domain/orders/quote.ts";
import { hasLaunches } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";
import { dayText } from "#domain/time/date-words.ts";
import { stored, type Text, t, type Words, wordsWith } from "#languages/words.ts";
import { invoke } from "#tools/invoke.ts";
import { moveLaunch } from "#tools/launches/move-launch.ts";
import { withdrawListing } from "#tools/listings/withdraw-listing.ts";
import { createCheckout } from "#tools/orders/create-checkout.ts";
import { listProducts } from "#tools/orders/list-products.ts";
import type { ProductView } from "#tools/schemas/product.ts";
import { attempt, attemptTo, plainWords } from "../../kit/attempt.ts";
import { choice, type Faults, field, formFault, formText, formTo, hidden, type Option } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { type Notice, withNotice } from "../../kit/notices.ts";
import { showStored } from "../../kit/show.ts";
import { accountOf, accountOnly, type Site, seeOther } from "../../kit/site.ts";
import { weekDays } from "../../parts/launches/calendar.ts";
import { catalogPlans } from "../../parts/launches/catalog-plans.ts";
import { moveSection, offerNotices, reminderSection, waitingSection } from "../../parts/launches/launch-moves.ts";
import { launchPlans, launchSteps, type OfferedWeek } from "../../parts/launches/launch-plans.ts";
import { planOf } from "../../parts/launches/room.ts";
import { categoryOptions } from "../../parts/listings/category-options.ts";
import { createDashboard, dashboardPath, type Owned } from "../../parts/listings/dashboard.ts";

type Product = z.output<typeof ProductView>;
type Options = readonly Option[];
type Given = { product: string; week: string; categories: string[]; amount: string };

/** How many weeks a form offers. The API takes any week on sale. */
const WEEKS_OFFERED = 16;
const MOVES_SHOWN = 10;
const BEFORE_PAYING = t`You will see the total with VAT before you pay.`;
const weekName = (monday: string): Words => wordsWith("launches", t`Week of ${dayText(monday)}`, weekDays(monday));

/** Choosing a launch, free or paid, and extras. Payment happens on the checkout page. */
export function launchDashboardPages(site: Site): void {
  const { store, settings, now } = site.deps;
  const dashboard = createDashboard(site);
  const { router } = site;

  /** Weeks with room; the current one only for products that are sold in it. */
  async function weeksFor(kind: SlotKind): Promise<OfferedWeek[]> {
    const mondays = Array.from({ length: WEEKS_OFFERED }, (_, ahead) => mondayIn(ahead));
    const rooms = await roomsIn(store, kind, mondays, site.deps);
    return mondays
      .map((monday, ahead) => ({ monday, room: given(rooms[ahead]), ahead }))
      .filter(({ room, ahead }) => room > 0 && (ahead > 0 || kind === "featured"));
  }

  const mondayIn = (weeks: number): string => weekOf(now(), settings.SITE_TIMEZONE, weeks).monday;

  async function freeWeek(): Promise<OfferedWeek | undefined> {
    const monday = await firstFreeWeek(store, settings, now());
    if (monday === undefined) return undefined;
    const [room = 0] = await roomsIn(store, "launch", [monday], site.deps);
    const { FREE_WEEKS_MIN: first, FREE_WEEKS_MAX: last } = settings;
    const ahead = Array.from({ length: last - first + 1 }, (_, more) => first + more);
    return { monday, room, ahead: ahead.find((weeks) => mondayIn(weeks) === monday) ?? first };
  }

  /** Moves, waiting lists and reminders of a listing that has not launched. */
  async function comingParts(res: Response, listing: Owned) {
    const kept =
      listing.launched_at === null && (await store.listings.findOwned(listing.listing_id, accountOf(res).id));
    if (!kept) return undefined;
    const isPlaced = kept.status === "scheduled" || kept.status === "awaiting_badge";
    const waits = await store.weekWaits.openOf(kept.id);
    const waiting = await Promise.all(waits.map(async (wait) => ({ wait, ahead: await store.weekWaits.ahead(wait) })));
    const lines = await store.orders.paidLinesOf(kept.id);
    const moving = isPlaced && {
      plan: planOf(kept, site.deps),
      days: daysFor(kept, site.deps),
      moves: await movesOf(kept, store, site.deps),
      before: await store.launchMoves.ofListing(kept.id, MOVES_SHOWN),
      featured: lines.flatMap(({ product, options }) => (product === "featured-week" ? (options.week ?? []) : [])),
    };
    const full = await fullWeeksFor(kept, store, site.deps);
    return {
      offers: offerNotices(res, listing, waiting, now()),
      rest: html`${moving && moveSection(res, listing, moving)}
${waitingSection(res, listing, { waiting, full, now: now() })}
${isPlaced && reminderSection}`,
    };
  }

  async function show(res: Response, listing: Owned, wrong?: { given: Given; faults: Faults; fault: Text }) {
    const { items } = (await invoke(listProducts, {}, { deps: site.deps, caller: VISITOR, interface: "site" })).output;
    const categories = await categoryOptions(store, languageOf(res), "slug");
    const shown = items.filter((product) => isUseful(product, listing));
    const week = weekOf(now(), settings.SITE_TIMEZONE);
    const late = lateLaunch(now(), week, weekAfter(week, settings.SITE_TIMEZONE));
    // Nothing is featured before it is live.
    const from = listing.status === "live" ? week.monday : (listing.launch_week ?? mondayIn(1));
    const featured = (await weeksFor("featured")).filter(({ monday }) => monday >= from);
    const weeks = { launch: await weeksFor("launch"), featured };
    const left = timeLeft(now(), week);
    const mine = (product: string) => (wrong?.given.product === product ? wrong : undefined);
    const offersFor = (product: string) => ({
      weeks: (product === "featured-week" ? weeks.featured : weeks.launch).map(
        ({ monday, ahead }) => [monday, ahead > 0 ? weekName(monday) : t`${weekName(monday)}, ${left} left`] as const,
      ),
      categories,
      left: featured[0]?.ahead === 0 ? left : undefined,
      late,
    });
    const card = (product: Product) =>
      productCard(res, listing, product, offersFor(product.product), mine(product.product));
    const launch = shown.find(({ product }) => product === "launch");
    const others = shown.filter((product) => product !== launch).map(card);
    const canChoose = listing.status === "draft";
    const coming = await comingParts(res, listing);
    const priceOf = (name: string) => items.find(({ product }) => product === name)?.price_cents;
    const isCatalog = !hasLaunches(store);
    const plans =
      canChoose &&
      !isCatalog &&
      launchPlans(res, listing, {
        free: await freeWeek(),
        weeks: weeks.launch,
        prices: { launch: launch?.price_cents, story: priceOf("story-unlock"), media: priceOf("media-unlock") },
        given: mine("launch")?.given.week,
        fault: mine("launch")?.faults["launch.week"],
        fields: moreCategories("launch", false, offersFor("launch"), mine("launch")),
      });
    dashboard.render(res, listing, {
      tab: "launch",
      title: isCatalog
        ? canChoose
          ? t`Publish ${listing.name}`
          : t`Plan and extras`
        : canChoose
          ? t`When should ${listing.name} launch?`
          : t`Launch and extras`,
      status: wrong ? 400 : 200,
      width: canChoose ? "wide" : "reading",
      body: html`${formFault(wrong && Object.keys(wrong.faults).length === 0 ? wrong.fault : undefined)}
${partWith("launches", coming?.offers)}
${
  canChoose &&
  html`<p class="lead">${wordsWith(
    "launches",
    wordsWith(
      "votes",
      t`Same voting, same awards. Pay to choose your week and show more on the page.`,
      t`Pay to choose your week and show more on the page.`,
    ),
    t`Pay to be listed without our badge and show more on the page.`,
  )} ${BEFORE_PAYING}</p>`
}
${canChoose && partWith("launches", launchSteps("week"))}
${!canChoose && html`${partWith("launches", coming?.rest)}<p class="lead">${BEFORE_PAYING}</p>`}
${plans || (isCatalog && canChoose ? catalogPlans(res, listing, launch && card(launch)) : launch && html`<div class="choices">${card(launch)}</div>`)}
${canChoose && partWith("launches", coming?.rest)}
${
  others.length > 0 &&
  html`<h2>Extras</h2><p class="muted">${wordsWith("votes", t`Extras do not affect votes, community rankings or awards.`, t`Extras do not affect rankings.`)}</p><div class="choices">${others}</div>`
}`,
    });
  }

  router.get("/account/listings/:id/launch", accountOnly, async (req, res) =>
    show(res, await dashboard.find(req, res)),
  );

  router.post("/account/listings/:id/order", accountOnly, async (req, res) => {
    const listing = await dashboard.find(req, res);
    const given = readOrder(req);
    const item = {
      product: given.product,
      listing_id: listing.listing_id,
      ...(given.week && { week: given.week }),
      ...(given.categories.length > 0 && { categories: given.categories }),
      ...(given.amount && { amount_cents: Math.round(Number(given.amount.replace(",", ".")) * 100) }),
    };
    const { output, error } = await attempt(createCheckout, { items: [item] }, dashboard.call(req, res));
    if (output?.checkout_url) return seeOther(res, new URL(output.checkout_url).pathname);
    const faults = Object.fromEntries(
      (error?.faults ?? []).flatMap(({ pointer = "", detail }) => {
        const [, , , key = "", at] = pointer.split("/");
        const name = key === "amount_cents" ? "amount" : key === "categories" ? `categories.${at ?? 0}` : key;
        return ["week", "amount"].includes(name) || key === "categories"
          ? [[`${given.product}.${name}`, plainWords(detail)]]
          : [];
      }),
    );
    await show(res, listing, { given, faults, fault: plainWords(error?.detail ?? "") });
  });

  const siteCall = (req: Request, res: Response) => ({ ...dashboard.call(req, res), interface: "site" }) as const;

  /** Runs what a form of this page asks for; a refusal is shown above the page as it is now. */
  async function act(req: Request, res: Response, work: (listing: Owned) => Promise<Notice | undefined>) {
    const listing = await dashboard.find(req, res);
    const { output, error } = await attemptTo(async () => ({ notice: await work(listing) }));
    if (error) return show(res, await dashboard.find(req, res), refused(plainWords(error.detail)));
    const path = dashboardPath(listing, "launch");
    if (!res.headersSent) seeOther(res, output.notice ? withNotice(path, output.notice) : path);
  }

  router.post("/account/listings/:id/move", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id }) => {
      await invoke(moveLaunch, { listing_id, week: formText(req, "week") }, siteCall(req, res));
      return "launch-moved";
    }),
  );

  router.post("/account/listings/:id/day", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id: listingId }) => {
      await chooseDay({ listingId, date: formText(req, "day") }, accountOf(res).id, site.deps);
      return "launch-day";
    }),
  );

  router.post("/account/listings/:id/withdraw", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id }) => {
      await invoke(withdrawListing, { listing_id }, siteCall(req, res));
      return "launch-withdrawn";
    }),
  );

  router.post("/account/listings/:id/join-list", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id: listingId }) => {
      const [plan = "", week = ""] = formText(req, "place").split(":");
      const wanted: FullWeek = { week, plan: plan === "free" ? "free" : "launch" };
      const outcome = await joinWeekList(listingId, wanted, accountOf(res), site.deps);
      return outcome === "joined" ? "list-joined" : "verify-first";
    }),
  );

  router.post("/account/listings/:id/leave-list", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id: listingId }) => {
      await leaveWeekList(listingId, formText(req, "week"), accountOf(res).id, site.deps);
      return "list-left";
    }),
  );

  router.post("/account/listings/:id/take-place", accountOnly, (req, res) =>
    act(req, res, async ({ listing_id: listingId }) => {
      const week = formText(req, "week");
      const accepted = await acceptPlace(listingId, week, accountOf(res).id, site.deps);
      if (accepted !== "pay") return accepted === "moved" ? "launch-moved" : "free-chosen";
      const items = [{ product: "launch", listing_id: listingId, week }];
      const { output } = await invoke(createCheckout, { items }, siteCall(req, res));
      if (output.checkout_url) seeOther(res, new URL(output.checkout_url).pathname);
      return undefined;
    }),
  );
}

/** What was typed for no product. */
const refused = (fault: Text) => ({
  given: { product: "", week: "", categories: [], amount: "" },
  faults: {},
  fault,
});

const VISITOR = { kind: "anonymous", address: "" } as const;

/** Leaves out what the listing has and what it cannot buy. */
const isUseful = ({ product, needs_listing: isFor }: Product, { plan, unlocked_sections: open }: Owned): boolean => {
  const grants = grantsOf(product);
  if (!isFor || (product === "launch" && plan === "launch")) return false;
  return grants.length === 0 || !grants.every((section) => open.includes(section));
};

function readOrder(req: Request): Given {
  const product = formText(req, "product");
  const at = (name: string) => formText(req, `${product}.${name}`);
  return {
    product,
    week: at("week"),
    amount: at("amount"),
    categories: [0, 1, 2].map((index) => at(`categories.${index}`)).filter(Boolean),
  };
}

function productCard(
  res: Response,
  listing: Owned,
  { product, name, description, price_cents: price, currency, options }: Product,
  offers: Offers,
  wrong: Wrong,
): Html {
  const { given, faults = {} } = wrong ?? {};
  const place = (key: string) => `${product}.${key}`;
  const input = ({ key, required, minimum }: Product["options"][number]): Part => {
    if (key === "week")
      return (
        (product !== "launch" || listing.status !== "live") &&
        choice({
          name: place(key),
          label: wordsWith("launches", t`Week`, t`Days`),
          value: given?.week ?? (product === "launch" ? offers.late?.monday : undefined),
          hint:
            product === "launch"
              ? offers.late &&
                t`This week ends in ${offers.late.left}. If you launch on Monday, you have a full week of voting.`
              : offers.left && t`Only ${offers.left} left of the first one, at the full price.`,
          fault: faults[place(key)],
          options: offers.weeks,
          none: required ? wordsWith("launches", t`Choose a week`, t`Choose days`) : t`Now`,
        })
      );
    if (key === "categories") return moreCategories(product, required, offers, wrong);
    return field({
      name: place("amount"),
      label: t`Amount in US dollars`,
      hint: minimum !== null && t`At least ${moneyText(minimum, currency)}.`,
      value: given?.amount,
      fault: faults[place("amount")],
      autocomplete: "off",
      maxLength: 12,
    });
  };
  const isOpen = options.some(({ key }) => key === "amount_cents");
  return html`<section class="card" aria-labelledby="${product}"><div class="section-head">
<h2 id="${product}">${showStored("plan", name, "name", name)}</h2><strong>${
    isOpen ? t`from ${moneyText(price, currency)}` : moneyText(price, currency)
  }</strong></div>
<p>${showStored("plan", name, "description", description)}</p>
${formTo(res, dashboardPath(listing, "order"))}${hidden("product", product)}
${options.map(input)}
<p><button class="${product !== "launch" && "quiet"}">Continue to payment<span class="unseen">:
${stored("plan", name, "name", name)}</span></button></p></form></section>`;
}

type Offers = { weeks: Options; categories: Options; late: LateLaunch | undefined; left: Words | undefined };
type Wrong = { given: Given; faults: Faults } | undefined;

const moreCategories = (
  product: string,
  isOpen: boolean,
  { categories }: Pick<Offers, "categories">,
  wrong: Wrong,
): Html =>
  html`<details${(isOpen || (wrong?.given.categories.length ?? 0) > 0) && html` open`}><summary>Up to three more categories</summary>${[
    0, 1, 2,
  ].map((index) => {
    const name = `${product}.categories.${index}`;
    return choice({
      name,
      label: t`Category ${index + 1}`,
      value: wrong?.given.categories[index],
      fault: wrong?.faults[name],
      options: categories,
    });
  })}</details>`;
