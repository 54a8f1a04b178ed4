import { type RequestHandler, Router } from "express";
import { once } from "../../domain/once.ts";

/** A first part without parameters, which matches in any case. */
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

const inOrder = (routers: readonly Router[]): Router => {
  const all = Router();
  for (const router of routers) all.use(router);
  return all;
};

/**
 * These routers in their order, without asking those whose routes all begin with another part than the path does. Express
 * compares each route with each path, which took longer than some pages.
 */
export function byFirstPart(routers: readonly Router[]): RequestHandler & Pick<Router, "stack"> {
  const named = routers.map((router) => ({ router, parts: firstPartsOf(router) }));
  // Made when first asked: a start would compile some hundred paths, of which most are never asked for.
  const answering = (part?: string) =>
    once(() =>
      inOrder(named.flatMap(({ router, parts }) => (!parts || parts.some((its) => its === part) ? router : []))),
    );
  const known = new Map(named.flatMap(({ parts }) => parts ?? []).map((part) => [part, answering(part)]));
  const others = answering();
  const handle: RequestHandler = (req, res, next) => {
    const { path } = req;
    const end = path.indexOf("/", 1);
    const part = path.slice(1, end === -1 ? undefined : end).toLowerCase();
    (known.get(part) ?? others)()(req, res, next);
  };
  const all = once(() => inOrder(routers).stack);
  return Object.defineProperty(handle, "stack", { get: all }) as RequestHandler & Pick<Router, "stack">;
}
