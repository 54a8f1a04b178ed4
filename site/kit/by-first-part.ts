import { type RequestHandler, Router } from "express";
import { lazily } from "#core/runtime/lazily.ts";
import { once } from "#domain/text/once.ts";

/** Pages that are loaded when the first path comes that begins with one of these parts, in lower case. */
export type LatePages = { parts: readonly string[]; load: () => Promise<Parted | Router> };

/** Handles the paths that begin with `parts`. `whole` loads all of its routes, in order. */
export type Parted = RequestHandler & { parts: readonly string[]; whole: () => Promise<Router> };

const PLAIN_PART = /^\/([^/:*{}()[\]\\?+!]*)(?=\/|$)/;

/** The first parts of the paths that a router answers; undefined if it may answer any path. */
function firstPartsOf({ stack }: Router): string[] | undefined {
  const parts: string[] = [];
  for (const { route } of stack) {
    // Of several paths, Express keeps the list.
    const paths: unknown[] = [route?.path].flat();
    for (const path of paths) {
      const part = typeof path === "string" ? PLAIN_PART.exec(path)?.[1] : undefined;
      if (part === undefined) return undefined;
      parts.push(part.toLowerCase());
    }
  }
  return parts;
}

const inOrder = (handlers: readonly RequestHandler[]): Router => {
  const all = Router();
  for (const handler of handlers) all.use(handler);
  return all;
};

const wholeOf = async (pages: Parted | Router): Promise<Router> => ("whole" in pages ? pages.whole() : pages);

function whenAsked({ parts, load }: LatePages): Parted {
  const loadChecked = async () => {
    const pages = await load();
    const lost = "parts" in pages ? pages.parts.filter((part) => !parts.includes(part)) : [];
    if (lost.length) throw new Error(`Unreachable pages below ${lost.join(", ")}: add these to their parts.`);
    return pages;
  };
  return Object.assign(lazily(loadChecked), { parts, whole: async () => wholeOf(await loadChecked()) });
}

/**
 * Runs routers in order, but skips those whose first path parts cannot match: Express tries every
 * route.
 */
export function byFirstPart(routers: readonly (Router | LatePages)[]): Parted {
  const named = routers.map((router) =>
    "load" in router
      ? { handler: whenAsked(router), parts: router.parts }
      : { handler: router, parts: firstPartsOf(router) },
  );
  // Made when first asked: a start would compile some hundred paths, of which most are never asked for.
  const answering = (part?: string) =>
    once(() =>
      inOrder(named.flatMap(({ handler, parts }) => (!parts || parts.some((its) => its === part) ? handler : []))),
    );
  const known = new Map(named.flatMap(({ parts }) => parts ?? []).map((part) => [part, answering(part)]));
  const others = answering();
  const handle: RequestHandler = (req, res, next) => {
    const { path } = req;
    const end = path.indexOf("/", 1);
    const part = path.slice(1, end === -1 ? undefined : end).toLowerCase();
    (known.get(part) ?? others)()(req, res, next);
  };
  const whole = async () => inOrder(await Promise.all(named.map(({ handler }) => wholeOf(handler))));
  return Object.assign(handle, { parts: [...known.keys()], whole });
}
