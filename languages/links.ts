import type { Program, Step } from "./language.ts";

/** What is the same in every language: interfaces of programs, flows with other sites, and files. */
const SHARED =
  /^\/(?:api|assets|auth|authorize|badges|embed|feeds|fonts|icons|interaction|live|mcp|oauth|pictures|previews|style|token|uploads|webhooks|\.well-known)(?:[/?#]|$)|^\/[^?#]*\.(?!md(?:[?#]|$))[a-z\d]{2,11}(?:[?#]|$)/;

/** Files that have words: their address is the same in every language, and `lang` asks for one. */
const ASKED = /^\/(?:embed|feeds|previews)\//;

/** Whether a path has a version in each language. Other addresses are nobody's page. */
export const hasLanguages = (path: string): boolean => /^\/(?![/\\])/.test(path) && !SHARED.test(path);

/** A path of a page below the prefix of a language. */
export const prefixed = (prefix: string, path: string): string =>
  ASKED.test(path) && prefix !== "" && !/[?&]lang=/.test(path)
    ? `${path}${path.includes("?") ? "&" : "?"}lang=${prefix.slice(1)}`
    : prefix === "" || !hasLanguages(path) || isBelow(prefix, path)
      ? path
      : `${prefix}${path.replace(/^\/(?=[?#]|$)/, "")}`;

export const unprefixed = (prefix: string, path: string): string =>
  prefix !== "" && isBelow(prefix, path) ? path.slice(prefix.length).replace(/^(?!\/)/, "/") : path;

const isBelow = (prefix: string, path: string): boolean =>
  path.startsWith(prefix) && /^(?:[/?#]|$)/.test(path.slice(prefix.length));

const LINK = /((?:href|action|formaction|src)=")(\/[^"]*)(?="(?! hreflang)|$)/g;
const BEFORE_LINK = /(?:href|action|formaction|src)="$/;

/** Links and forms of a page lead to pages of its language, except a link with `hreflang`. */
export function linksIn(prefix: string, steps: Program): Program {
  if (prefix === "") return steps;
  return steps.map((step, at): Step => {
    const [before, after] = [steps[at - 1], steps[at + 1]];
    if (typeof step === "string")
      return step.replace(LINK, (found, start: string, path: string, index: number) => {
        // A path that goes on in a part: its slash must stay.
        const isWhole = index + found.length < step.length || after === undefined;
        return start + (isWhole ? prefixed(prefix, path) : hasLanguages(path) ? prefix + path : path);
      });
    const isLink = typeof step === "number" && typeof before === "string" && BEFORE_LINK.test(before);
    const isAsItIs = typeof after === "string" && after.startsWith('" hreflang');
    return isLink && !isAsItIs ? { write: (parts, show) => prefixed(prefix, show(parts[step])) } : step;
  });
}
