import { hash } from "node:crypto";
import { readAccent } from "#domain/site/accent.ts";

/** The style sheet of an accent; undefined for a colour that the site cannot have. */
export function accentCss(accent: string): string | undefined {
  const read = readAccent(accent);
  return "fault" in read ? undefined : read.css;
}

const paths = new Map<string, string>();

/** Its address, with a hash of its content: a page that is kept elsewhere still gets its own colours. */
export function accentPath(accent: string): string {
  const known = paths.get(accent);
  if (known !== undefined) return known;
  const path = `/style/accent-${accent.slice(1).toLowerCase()}.css?v=${hash("sha256", accentCss(accent) ?? "", "hex").slice(0, 12)}`;
  paths.clear();
  paths.set(accent, path);
  return path;
}
