import type { Response } from "express";
import { html } from "#core/text/html.ts";
import { weekAfter, weekOf, weekOfDay } from "#domain/launches/launch-week.ts";
import { given } from "#domain/text/given.ts";
import { dayText } from "#domain/time/date-words.ts";
import { joined, plural, type Text, t } from "#languages/words.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formFault, formText, formTo } from "../../kit/form.ts";
import { notFound, seeOther } from "../../kit/site.ts";
import { meter, table } from "../../kit/table.ts";
import { weekDays } from "../../parts/launches/calendar.ts";

const NEAR = [t`this week`, t`next week`];
const AHEAD = 16;
const MOST = 10_000;

export function weekAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { store, settings, now } = deps;

  async function show(res: Response, fault?: Text): Promise<void> {
    const first = weekOf(now(), settings.SITE_TIMEZONE);
    const mondays = Array.from({ length: AHEAD }, (_, ahead) => weekAfter(first, settings.SITE_TIMEZONE, ahead).monday);
    const weeks = await store.launches.places(mondays, now());
    const held = await store.orders.countHeld(mondays, now());
    pages.render(res, {
      status: fault ? 400 : 200,
      heading: t`Launch weeks`,
      body: html`<p class="lead">Each week has ${settings.WEEK_CAPACITY} places for free and paid launches, unless you set another number here. Free launches take a place once their badge is found.</p>
${formFault(fault)}
${table(
  [t`Week`, t`Taken`, { label: t`Left`, end: true }, t`Places`],
  weeks.map(({ free, paid, awaited, offered, waiting, own }, index) => {
    const monday = given(mondays[index]);
    const capacity = own ?? settings.WEEK_CAPACITY;
    const taken = free + paid + offered;
    const left = Math.max(0, capacity - taken);
    return [
      html`<a href="/launches/weeks/${monday}"><bdi>${weekDays(monday)}</bdi></a> ${
        NEAR[index] && html`<span class="tag">${NEAR[index]}</span>`
      }`,
      html`<span class="taken">${meter(taken, capacity)}<span class="small muted">${joined(
        [
          joined(
            [
              taken === 0 && t`none yet`,
              taken > 0 && plural(free, "free launch", "free launches"),
              taken > 0 &&
                (held[index]
                  ? t`${plural(paid, "paid launch", "paid launches")}, of which ${held[index]} held for a payment`
                  : plural(paid, "paid launch", "paid launches")),
              offered > 0 && t`${offered} offered to the waiting list`,
            ],
            ", ",
          ),
          awaited > 0 && t`${awaited} without a badge yet`,
          waiting.length > 0 && t`${waiting.length} on the waiting list`,
        ],
        "; ",
      )}</span></span>`,
      left === 0 ? html`<span class="tag bad">full</span>` : left,
      html`${formTo(res, `/admin/weeks/${monday}`, "row tight")}<input name="capacity" value="${own ?? ""}"
placeholder="${settings.WEEK_CAPACITY}" inputmode="numeric" maxlength="5" size="4" class="short" autocomplete="off"
aria-label="Places in the week of ${dayText(monday)}"><button class="quiet slim">Save<span class="unseen">
the week of ${dayText(monday)}</span></button></form>`,
    ];
  }),
)}`,
    });
  }

  router.get("/admin/weeks", (_req, res) => show(res));

  act("/admin/weeks/:monday", "week.capacity", async (req, res, audited) => {
    const monday = req.params.monday ?? "";
    if (weekOfDay(monday, settings.SITE_TIMEZONE)?.monday !== monday) notFound();
    const text = formText(req, "capacity");
    if (text !== "" && !(/^\d{1,5}$/.test(text) && Number(text) <= MOST))
      return show(
        res,
        t`Enter a whole number up to ${MOST} for the week of ${dayText(monday)}, or leave it empty for the default.`,
      );
    await audited.store.change((tx) => tx.launches.setCapacity(monday, text === "" ? null : Number(text)));
    seeOther(res, "/admin/weeks", "week-saved");
  });
}
