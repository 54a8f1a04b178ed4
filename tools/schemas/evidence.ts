import type { Deps } from "#actions/context.ts";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { type Evidence, isStale } from "#domain/listings/evidence.ts";
import { provenFacts } from "#domain/listings/fact-check.ts";
import { labelOf } from "#domain/listings/fields.ts";
import type { Listing } from "#domain/listings/listing.ts";
import { viewTimeOrNull } from "./common.ts";
import type { Site } from "./listing.ts";

export const seenAt = (evidence: Evidence, checkedAt: string | null): string | null => evidence.seenAt ?? checkedAt;

function viewEvidence(listing: Listing, { baseUrl }: Site) {
  const checkedAt = viewTimeOrNull(listing.evidenceCheckedAt);
  return {
    slug: listing.slug,
    name: listing.name,
    listing_url: `${baseUrl}/listings/${listing.slug}`,
    website: listing.url,
    checked_at: checkedAt,
    facts: provenFacts(listing).map(({ field, value, evidence }) => ({
      field,
      label: labelOf(field),
      value,
      still_stated: !isStale(evidence),
      quotes: evidence.map((one) => ({
        quote: one.quote,
        url: one.url,
        seen_at: seenAt(one, checkedAt),
        gone_since: one.goneAt ?? null,
        ...(one.statedIn && { stated_in: one.statedIn }),
      })),
    })),
    not_found_on_website: listing.profile.notFound,
  };
}

export const readEvidence = async (slug: string, { store, settings }: Pick<Deps, "store" | "settings">) =>
  viewEvidence(await getLiveListing(slug, store), { baseUrl: settings.BASE_URL });
