import { Router } from "express";
import type { Deps } from "#actions/context.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import { isPaid } from "#domain/listings/listing.ts";
import { hueOfText } from "#domain/pictures/hues.ts";
import { searchWords } from "#domain/search/search-text.ts";
import type { Language } from "#languages/language.ts";
import { say } from "#languages/words.ts";
import { picturePath } from "#pictures/key.ts";
import { remember } from "#tools/kept.ts";
import { languageOf } from "../kit/language.ts";
import { categoryWords } from "../kit/show.ts";
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
    const language = languageOf(res);
    const body = await remember(
      { name: "suggestions" },
      { q, language: language.tag },
      deps,
      () => suggest(q, language),
      () => true,
    );
    sendDocument(req, res, { type: "application/json; charset=utf-8", body, maxAgeSeconds: MAX_AGE_SECONDS });
  });

  async function suggest(q: string, language: Language): Promise<string> {
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
        .map((one) => ({ slug: one.slug, name: say(categoryWords(one), language) }))
        .filter(({ name }) => startsEach(words, searchWords(name)))
        .slice(0, CATEGORIES)
        .map(({ slug, name }) => ({ name, path: `/categories/${slug}` })),
    });
  }

  return router;
}

const startsEach = (typed: readonly string[], name: readonly string[]): boolean =>
  typed.every((word) => name.some((each) => each.startsWith(word)));
