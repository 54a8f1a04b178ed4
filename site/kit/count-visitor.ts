import type { Deps } from "#actions/context.ts";
import { addressKey } from "#core/limits/limiter.ts";
import type { VisitKind } from "#store/repos/listings/visit-figures.ts";
import { addressOf } from "./site.ts";
import { type Asking, visitOf } from "./visitor-hash.ts";

type Visited = { listingId: number; kind: VisitKind; isOfTeam?: () => Promise<boolean> };

/**
 * Counts a visitor of a listing or of its website once a day: people only, and not its own team.
 * Whatever happens here, they get where they want.
 */
export async function countVisitor(
  req: Asking,
  { listingId, kind, isOfTeam }: Visited,
  deps: Pick<Deps, "visits" | "now" | "limiter" | "log" | "settings">,
): Promise<void> {
  const { visits, limiter, log } = deps;
  try {
    const visit = await visitOf(req, listingId, kind, deps);
    if (!visit || visits.isCounted(visit) || (await isOfTeam?.())) return;
    if (!(await limiter.take("view", addressKey(addressOf(req)))).allowed) return;
    visits.count(visit);
  } catch (error) {
    log.warn({ err: error, listingId }, "a visitor was not counted");
  }
}
