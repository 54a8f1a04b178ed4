import { Router } from "express";
import type { Deps } from "../../actions/context.ts";
import { addressKey, takeQuota } from "../../core/limits/limiter.ts";
import { isPaid } from "../../domain/listings/listing.ts";
import { hueOfText } from "../../domain/pictures/hues.ts";
import { searchWords } from "../../domain/search/search-text.ts";
import { picturePath } from "../../pictures/key.ts";
import { remember } from "../../tools/kept.ts";
import { addressOf } from "../kit/site.ts";
import { queryOf } from "../kit/table.ts";
import { sendDocument } from "./document.ts";

const LONGEST = 200;
const LISTINGS = 6;
const CATEGORIES = 2;
const MAX_AGE_SECONDS = 60;

export function suggestionRoutes(deps: Deps): Router {
  const { store, limiter } = deps;
  const router = Router();

  router.get("/search/suggestions.json", async (req, res) => {
    await takeQuota(limiter, "read-anonymous", addressKey(addressOf(req)));
    const q = queryOf(req, "q")?.replace(/\s+/g, " ").slice(0, LONGEST) ?? "";
    const body = await remember(
      { name: "suggestions" },
      { q },
      deps,
      () => suggest(q),
      () => true,
    );
    sendDocument(req, res, { type: "application/json; charset=utf-8", body, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  async function suggest(q: string): Promise<string> {
    const words = searchWords(q);
    if (words.length === 0) return JSON.stringify({ listings: [], categories: [] });
    const { items } = await store.listings.search(
      { q, status: "live", sort: "relevance" },
      { page: 1, perPage: LISTINGS },
    );
    return JSON.stringify({
      listings: items.map((listing) => ({
        name: listing.name,
        tagline: listing.tagline,
        path: `/listings/${listing.slug}`,
        hue: hueOfText(listing.slug),
        logo: listing.logoUrl === null ? null : picturePath(listing.logoUrl, 96),
        is_paid: isPaid(listing),
      })),
      categories: (await store.reference.categoryNames())
        .filter(({ name }) => startsEach(words, searchWords(name)))
        .slice(0, CATEGORIES)
        .map(({ slug, name }) => ({ name, path: `/categories/${slug}` })),
    });
  }

  return router;
}

const startsEach = (typed: readonly string[], name: readonly string[]): boolean =>
  typed.every((word) => name.some((each) => each.startsWith(word)));
