import type { Request, Response } from "express";
import type { z } from "zod";
import type { Deps } from "#actions/context.ts";
import { type Html, html } from "#core/text/html.ts";
import { plural, t } from "#languages/words.ts";
import type { getLaunchWeek } from "#tools/launches/get-launch-week.ts";

import { votesFor } from "../community/toggles.ts";
import { emptyState, listingRows } from "../listings/listing-parts.ts";
import { type Looks, veiled } from "../listings/looks.ts";
import { launchDay } from "./calendar.ts";

export type Week = z.output<(typeof getLaunchWeek)["output"]>;

export async function weekRows(
  [req, res]: [Request, Response],
  { items: all, state }: Week,
  { deps, looks, first = 1 }: { deps: Pick<Deps, "store">; looks: Looks; first?: number },
): Promise<Html> {
  if (all.length === 0)
    return state === "past"
      ? emptyState(t`No launches this week`, t`Try another week.`)
      : emptyState(t`No launches this week yet`, html`<a href="/submit">Submit a product</a> and be the first.`);
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
