import { hash } from "node:crypto";
import { trusted } from "#core/text/html.ts";
import { type HeadTag, isData, type SiteHead, sourcesOf } from "#domain/site/head.ts";
import { onceEach } from "#domain/text/once.ts";
import { escapeText } from "#languages/escape.ts";

/** Its name tells its content, so it is the same for good. */
export const ownCssPath = (css: string): string => `/style/own-${css}.css`;

const hashOf = (code: string): string => `'sha256-${hash("sha256", code, "base64")}'`;

export const tagOf = ({ name, attributes, code = "" }: HeadTag): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => (value === "" ? ` ${key}` : ` ${key}="${escapeText(value)}"`))
    .join("")}>${name === "script" ? `${code}</script>` : ""}\n`;

/** What the policy of public pages gains, by directive. */
export function policyWith(head: Pick<SiteHead, "tags" | "hosts">): Record<string, string[]> {
  const { scripts, reached } = sourcesOf(head);
  const inline = head.tags.flatMap(({ code, attributes }) =>
    code === undefined || isData(attributes.type) ? [] : hashOf(code),
  );
  return { "script-src": [...scripts, ...inline], "connect-src": reached, "img-src": reached };
}

/** The tags of the team, and a policy with what they need. Made once for each state of the settings. */
export const ownHeadOf = onceEach((head: SiteHead) => {
  const more = policyWith(head);
  const extended = (policy: string): string =>
    policy.replace(/([a-z-]+) [^;]+/g, (directive, name: string) => [directive, ...(more[name] ?? [])].join(" "));
  // Checked when they were read: no name of an attribute is free, and no code ends its script.
  return { tags: trusted(head.tags.map(tagOf).join("")), extended };
});
