import type { VisitAbout } from "#domain/site/visit-figures.ts";
import { VISIT_TITLES, visitWords } from "#domain/site/visit-words.ts";
import { daysText } from "#domain/time/date-words.ts";
import { decimal, joined, plural, t, type Words } from "#languages/words.ts";
import { compose, inOneLine, type Message } from "./compose.ts";
import { greeting, type MailSite } from "./messages.ts";

type Row = { name: string; count: number };
type Figures = { visitors: number; views: number };
export type VisitorWeek = {
  days: { first: string; last: string };
  now: Figures;
  before: Figures;
  lists: readonly { about: VisitAbout; rows: readonly Row[] }[];
};

const lineOf =
  (about: VisitAbout) =>
  ({ name, count }: Row): Words =>
    joined([inOneLine(visitWords(about, name)), decimal(count)], ": ");

/** For admins who chose it: who came to the site last week. */
export const visitorsMessage = (
  site: MailSite,
  { name, days, now, before, lists, unsubscribeUrl }: VisitorWeek & { name: string | null; unsubscribeUrl: string },
): Message =>
  compose(site, {
    subject: t`${plural(now.visitors, "visitor")} on ${site.SITE_NAME} last week`,
    before: [
      greeting(name),
      t`${daysText(days.first, days.last)}: ${plural(now.visitors, "visitor")} and ${plural(now.views, "view")}. The week before: ${decimal(before.visitors)} and ${decimal(before.views)}.`,
    ],
    items: lists
      .filter(({ rows }) => rows.length > 0)
      .map(({ about, rows }) => ({ title: VISIT_TITLES[about], text: joined(rows.map(lineOf(about)), "\n") })),
    action: { label: t`View visitors`, url: `${site.BASE_URL}/admin/visitors?days=7` },
    why: t`You got this email because you are an admin of ${site.SITE_NAME} and asked for it.`,
    unsubscribeUrl,
  });
