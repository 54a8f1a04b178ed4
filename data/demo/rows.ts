import { weekOf } from "../../domain/launches/launch-week.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { MAKERS, POSTS, type Product } from "./catalogue.ts";
import { faceUrl, logoUrl, screenUrl } from "./drawings.ts";

/** `questions` are those of the interview that the site asks. */
export type Calendar = { now: Date; zone: string };
type Question = { id: number; question: string };
/** What a line of an export does not tell: a listing that waits for its week, or shows a badge. */
export type Terms = Pick<Listing, "plan" | "status" | "createdAt">;

const DAY_MS = 24 * 3600_000;
/** An hour apart from the moment, so that nothing is posted in the very second of seeding. */
const HOUR_MS = 3600_000;

const daysBefore = (now: Date, days: number): string => new Date(now.getTime() - days * DAY_MS - HOUR_MS).toISOString();

/** When a product launches, and whether it has. */
export function launchOf({ week: weeks }: Pick<Product, "week">, { now, zone }: Calendar) {
  const week = weekOf(now, zone, weeks);
  return { week, isLive: week.startsAt <= now };
}

/** A product as a line of an export has it, with what such a line does not tell. */
export function productRow(
  product: Product,
  calendar: Calendar,
  questions: readonly Question[],
): { value: Record<string, unknown>; terms: Terms; attributes: Record<string, string> } {
  const { slug, from, price, makers, screens } = product;
  const { week, isLive } = launchOf(product, calendar);
  const [country, city, founded] = from;
  const createdAt = new Date(Math.min(week.startsAt.getTime(), calendar.now.getTime()) - 9 * DAY_MS);
  const value = {
    slug,
    name: product.name,
    url: `https://${slug}.example/`,
    tagline: product.tagline,
    short_description: product.short,
    description: product.about.join("\n\n"),
    categories: product.categories,
    features: product.features,
    usps: product.usps,
    keywords: product.keywords,
    tags: product.keywords.slice(0, 3),
    pricing_model: price[0],
    pricing_summary: price[1],
    stage: product.stage,
    country,
    city,
    founded_year: String(founded),
    contact_email: `hello@${slug}.example`,
    logo_url: logoUrl(slug),
    is_paid: product.isPaid ?? false,
    launched_at: week.startsAt.toISOString(),
    launch_week: week.monday,
    updated_at: (isLive ? week.startsAt : createdAt).toISOString(),
    founders: Object.entries(makers).map(([maker, title]) => founderRow(maker, title, questions)),
    faqs: product.faqs.map(([question, answer]) => ({ question, answer })),
    latest_updates: product.updates.map(([days, title, body]) => ({
      ...{ title, body },
      published_at: daysBefore(calendar.now, days),
    })),
    media: screens.map(([, alt], index) => ({ url: screenUrl(slug, index), alt })),
    ...(product.milestones && { milestones: product.milestones.map(([date, title]) => ({ date, title })) }),
    ...(product.story && { story: product.story }),
  };
  const plan = product.isPaid ? ("launch" as const) : ("free" as const);
  const terms = { plan, status: isLive ? ("live" as const) : ("scheduled" as const), createdAt };
  return { value, terms, attributes: product.compared };
}

function founderRow(slug: string, title: string, questions: readonly Question[]) {
  const { name, bio, country, face: _face, interview = {} } = MAKERS[slug]!;
  const answers = questions.flatMap(({ id, question }) => {
    const answer = interview[id];
    return answer === undefined ? [] : [{ question_id: id, question, answer }];
  });
  return { name, title, slug, page: { name, bio, country, avatar_url: faceUrl(slug), interview: answers } };
}

/** The posts of the demo as lines of an export have them. */
export const postRows = ({ now }: Calendar): Record<string, unknown>[] =>
  POSTS.map(({ daysAgo, bodyMarkdown, ...post }) => {
    const at = daysBefore(now, daysAgo);
    return { ...post, cover_url: null, published_at: at, updated_at: at, body_markdown: bodyMarkdown };
  });
