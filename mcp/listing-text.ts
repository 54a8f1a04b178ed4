import type { z } from "zod";
import { readableUrl } from "#core/text/readable-host.ts";
import { sentencesOf, whyFound } from "#domain/search/why-found.ts";
import { excerpt } from "#domain/text/text.ts";
import type { Statements } from "#store/repos/listings/statements.ts";
import type { Store } from "#store/store.ts";
import type { getListing } from "#tools/listings/get-listing.ts";
import type { searchListings } from "#tools/listings/search-listings.ts";

export async function listingWords(
  query: string,
  items: readonly Found[],
  { listings }: Pick<Store, "listings">,
): Promise<(item: Found) => string> {
  const said = await listings.statements(items.map(({ slug }) => slug));
  const whyOf = whyFound(query);
  return (item) => [saying(whyOf, said.get(item.slug)), factsOf(item)].filter(Boolean).join(" ");
}

const LONGEST = 300;

function saying(whyOf: ReturnType<typeof whyFound>, said: Statements | undefined): string {
  const why = said && whyOf(sentencesOf(said));
  const quote = why?.url && `Its website states: “${why.sentence.map(({ text }) => text).join("")}” (${why.url}).`;
  return [said?.description && excerpt(said.description, LONGEST), quote].filter(Boolean).join(" ");
}

/** What a short answer needs, so that not every result must be fetched. */
const factsOf = ({ category, pricing_model, stage, votes, rating, url, is_paid, reason }: Found): string =>
  [
    category && `Category: ${category.name}`,
    pricing_model && `Pricing: ${pricing_model}`,
    stage && `Stage: ${stage}`,
    rating.average !== null && `Rating: ${rating.average} of 5`,
    `Votes: ${votes}`,
    `Website: ${readableUrl(url)}`,
    is_paid && "Paid placement",
    reason && `Found by ${reason}`,
  ]
    .filter(Boolean)
    .join(". ");

type Found = z.output<typeof searchListings.output>["items"][number];
type Profile = z.output<typeof getListing.output>;

/** A profile as paragraphs. Names facts that were not found on the website, so that nobody invents them. */
export function listingText(profile: Profile): string {
  const list = (title: string, items: string[]) =>
    items.length > 0 && `${title}:\n${items.map((item) => `- ${item}`).join("\n")}`;
  const pricing = [profile.pricing.model, profile.pricing.summary].filter(Boolean).join(": ");
  return [
    profile.tagline,
    profile.paid_disclosure,
    profile.description ?? profile.summary ?? profile.short_description,
    list("Features", profile.features),
    list("Unique selling points", profile.usps),
    pricing && `Pricing: ${pricing}`,
    list(
      "Categories",
      profile.categories.map(({ name }) => name),
    ),
    list(
      "Founders",
      profile.founders.map(({ name, title }) => (title ? `${name}, ${title}` : name)),
    ),
    list(
      "Questions",
      profile.faqs.map(({ question, answer }) => `${question} ${answer}`),
    ),
    list("Not found on the pages of the website that were read", profile.not_found_on_website),
  ]
    .filter(Boolean)
    .join("\n\n");
}
