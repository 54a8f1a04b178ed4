import type { RequestHandler } from "express";
import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { lackedBy } from "#domain/site/site-shape.ts";
import type { Feature } from "#languages/language.ts";
import { t } from "#languages/words.ts";

/** Pages, feeds and forms that a site without launches, votes or awards does not have. */
const NEEDED: readonly (readonly [RegExp, Feature])[] = [
  [/^\/(launches|awards(?!\/)|tell-me|feeds\/(launches|weeks|days))(?![\w-])/, "launches"],
  [/^\/(feeds|account)\/(.*\.ics|calendar)(\/|$)/, "launches"],
  [/^\/account\/listings\/\d+\/(day|move|join-list|leave-list|take-place)$/, "launches"],
  [/^\/(awards\/|feeds\/awards|launches\/(months|years)\/|leaderboards\/community-weekly)/, "awards"],
  [/^\/(how-ranking-works|leaderboards\/community-all-time)(?![\w-])/, "votes"],
  [/^\/(listings\/[^/]+\/vote|account\/profile\/votes)(\/|$)/, "votes"],
];

/** Whether the site has the page of a path, for lists of links. */
export const isOn = (path: string, lacks: readonly Feature[]): boolean =>
  !NEEDED.some(([paths, feature]) => lacks.includes(feature) && paths.test(path));

export const onlyWith =
  ({ store }: Pick<Deps, "store">): RequestHandler =>
  ({ path }, _res, next) => {
    if (!isOn(path, lackedBy(store.siteLook().shape))) throw new AppError("not_found", t`Page not found.`);
    next();
  };
