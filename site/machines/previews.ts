import { type Request, Router } from "express";
import type { Deps } from "#actions/context.ts";
import { addressKey, takeQuota } from "#core/limits/limiter.ts";
import type { Call } from "#tools/invoke.ts";
import { languageOf } from "../kit/language.ts";
import { type CardKind, isShareFormat, SMALL_WIDTH } from "../kit/preview.ts";
import { addressOf, visitor } from "../kit/site.ts";
import { brandOf } from "./brand-of.ts";
import { type Card, cardIn } from "./cards/card.ts";
import { compareCard, listingCard } from "./cards/listing-cards.ts";
import {
  awardCard,
  categoryCard,
  collectionCard,
  dayCard,
  makerCard,
  postCard,
  siteCard,
  weekCard,
} from "./cards/page-cards.ts";
import { profileCard } from "./cards/profile-card.ts";
import { sendDocument } from "./document.ts";
import type { Drawer } from "./drawer.ts";

const DAY_SECONDS = 86_400;
/** Of a card whose address has no version. */
const SOON_SECONDS = 300;

/** The card of each kind by its key in the address. That of a comparison names both: `one/other`. */
const CARDS: Record<CardKind, (key: string, call: Call) => Promise<Card>> = {
  listings: (slug, { deps }) => listingCard(slug, deps),
  weeks: weekCard,
  days: dayCard,
  awards: awardCard,
  founders: makerCard,
  profiles: (handle, { deps }) => profileCard(handle, deps),
  categories: categoryCard,
  blog: postCard,
  collections: collectionCard,
  compare(key, { deps }) {
    const [one = "", other = ""] = key.split("/");
    return compareCard(one, other, deps);
  },
};

export function previewRoutes(deps: Deps, drawer: Drawer): Router {
  const { limiter } = deps;
  const router = Router();

  const route = (path: string, find: (key: string, call: Call) => Promise<Card>): void => {
    const width = path.endsWith(".webp") ? SMALL_WIDTH : undefined;
    const type = width === undefined ? "image/png" : "image/webp";
    router.get(path, async (req, res, next) => {
      const { format }: { format?: string } = req.params;
      if (format !== undefined && !isShareFormat(format)) return next();
      const card = await find(keyOf(req), { deps, caller: visitor(req), interface: "site" });
      const brand = await brandOf(deps);
      const admit = () => takeQuota(limiter, "drawing", addressKey(addressOf(req)));
      const maxAgeSeconds = req.query.v === undefined ? SOON_SECONDS : DAY_SECONDS;
      const body = await drawer.card(cardIn(languageOf(res), card), brand, admit, { format, width });
      sendDocument(req, res, { type, body, maxAgeSeconds });
    });
  };

  route("/previews/site.png", (_key, call) => siteCard(call));
  for (const [kind, find] of Object.entries(CARDS))
    route(`/previews/${kind}/${kind === "compare" ? ":key/:other.png" : ":key.png"}`, find);
  for (const path of [":key/:format.png", ":key/:format.webp", ":key.webp"])
    route(`/previews/listings/${path}`, CARDS.listings);
  return router;
}

const keyOf = ({ params: { key, other } }: Request): string => [key, other].filter(Boolean).join("/");
