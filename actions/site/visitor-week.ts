import type { VisitAbout } from "#domain/site/visit-figures.ts";
import type { VisitorWeek } from "#mail/visitor-message.ts";
import type { Deps } from "../context.ts";

const LISTS = [
  ["page", "views"],
  ["source", "visitors"],
  ["country", "visitors"],
  ["search", "views"],
  ["miss", "views"],
] as const satisfies readonly (readonly [VisitAbout, "views" | "visitors"])[];
const MOST = 5;

/** The figures of the last whole week, from Monday to Sunday (UTC), beside the week before. */
export async function weekOfVisits({ store, now }: Pick<Deps, "store" | "now">): Promise<VisitorWeek> {
  const today = Temporal.PlainDate.from(now().toISOString().slice(0, 10));
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  const [first, before] = [monday.subtract({ days: 7 }), monday.subtract({ days: 14 })];
  const sum = async (from: Temporal.PlainDate, to: Temporal.PlainDate) => {
    const days = await store.siteVisits.days({ from: from.toString(), to: to.toString() });
    const total = (of: "views" | "visitors") => days.reduce((all, day) => all + day[of], 0);
    return { visitors: total("visitors"), views: total("views") };
  };
  const span = { from: first.toString(), to: monday.toString() };
  const lists = await Promise.all(
    LISTS.map(async ([about, of]) => {
      const rows = await store.siteVisits.top(about, span, MOST);
      return { about, rows: rows.map((row) => ({ name: row.name, count: row[of] })) };
    }),
  );
  const days = { first: span.from, last: monday.subtract({ days: 1 }).toString() };
  return { days, now: await sum(first, monday), before: await sum(before, first), lists };
}
