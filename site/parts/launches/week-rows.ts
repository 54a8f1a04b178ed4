import type { Request, Response } from "express";
import type { Deps } from "#actions/context.ts";
import { type Html, html } from "#core/text/html.ts";
import { SUBMIT_LABEL } from "#domain/site/nouns.ts";
import { plural, t, wordsWith } from "#languages/words.ts";
import { votesFor } from "../community/toggles.ts";
import { emptyState, listingRows } from "../listings/listing-parts.ts";
import { type Looks, veiled } from "../listings/looks.ts";
import { launchDay } from "./calendar.ts";
import type { Race } from "./races.ts";

/** Of the race that runs. */
export const NONE_YET = wordsWith("weekly", t`No launches this week yet`, t`No launches today yet`);

export async function weekRows(
  [req, res]: [Request, Response],
  { items: all, state }: Pick<Race, "items" | "state">,
  { deps, looks, first = 1, isDay }: { deps: Pick<Deps, "store">; looks: Looks; first?: number; isDay?: boolean },
): Promise<Html> {
  if (all.length === 0)
    return state === "past"
      ? emptyState(
          isDay ? t`No launches on this day` : t`No launches this week`,
          isDay ? t`Try another day.` : t`Try another week.`,
        )
      : emptyState(
          isDay ? t`No launches on this day yet` : t`No launches this week yet`,
          html`<a href="/submit">${SUBMIT_LABEL}</a>.`,
        );
  const items = all.slice(first - 1);
  if (state === "future") return listingRows(items, { figures: items.map(launchDay), looks: veiled(looks) });
  // The board of a week counts the votes of that week; the vote button counts those of all time.
  const shown =
    state === "past"
      ? { figures: items.map(({ week_votes: count }) => plural(count, "vote")) }
      : {
          votes: await votesFor(
            req,
            res,
            deps,
            items.map(({ slug }) => slug),
          ),
        };
  return listingRows(items, { firstRank: first, looks, ...shown });
}
