/** A later redirect counts as a page. */
const AT_ONCE_SECONDS = 5;
const SCRIPTED = /\blocation(?:\.href)?\s{0,9}(?:=|\.(?:replace|assign)\()\s{0,9}["'`]([^"'`\s]{1,500})["'`]/;

/** The target of `<meta http-equiv="refresh" content="0; url=/en/">`, if it is immediate. */
export function refreshTarget(content: string, base: string): string | null {
  const [, seconds, target] =
    /^\s*(\d+)(?:\.\d*)?\s*[;,\s]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content.slice(0, 2_000)) ?? [];
  return target && Number(seconds) <= AT_ONCE_SECONDS ? (URL.parse(target.trim(), base)?.href ?? null) : null;
}

/** Where the script of an otherwise empty page leads: `location.replace("/en/")`. */
export const scriptedTarget = (html: string, base: string): string | null => {
  const target = SCRIPTED.exec(html.slice(0, 50_000))?.[1];
  return target ? (URL.parse(target, base)?.href ?? null) : null;
};
