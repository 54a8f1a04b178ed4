import type { Request } from "express";
import type { Deps } from "../../actions/context.ts";
import type { Listing } from "../../domain/listings/listing.ts";
import { countVisitor } from "./count-visitor.ts";

/** Counts somebody who saw the badge of a listing on the listing's own website, once a day. */
export async function countBadgeView(
  req: Request,
  { id, url }: Pick<Listing, "id" | "url">,
  deps: Pick<Deps, "visits" | "now" | "limiter" | "log" | "proofs" | "settings">,
): Promise<void> {
  // Browsers say what a request is for, and scripts of other websites cannot say it for them.
  if (req.headers["sec-fetch-dest"] !== "image") return;
  const referer = URL.parse(req.headers.referer ?? "");
  if (!referer || !/^https?:$/.test(referer.protocol)) return;
  const { domain, refusals } = deps.proofs.siteOf(url);
  // On a host that many share, the Referer names the host and not the project.
  if (refusals.file !== undefined || deps.proofs.siteOf(referer.href).domain !== domain) return;
  await countVisitor(req, { listingId: id, kind: "badgeViews" }, deps);
}
