import type { Settings } from "./config.ts";
import { type Html, href, html } from "./html.ts";

export type Policies = Pick<Settings, "PRIVACY_URL" | "TERMS_URL" | "SUPPORT_URL">;

/** The pages of the site's team that are set, with their labels. */
export const policyPages = ({ PRIVACY_URL, TERMS_URL, SUPPORT_URL }: Policies): (readonly [string, string])[] =>
  [
    [PRIVACY_URL, "Privacy policy"] as const,
    [TERMS_URL, "Terms of use"] as const,
    [SUPPORT_URL, "Support"] as const,
  ].flatMap(([url, label]) => (url ? [[url, label] as const] : []));

/** What people agree to by doing something, like "signing up". A link opens a tab: a form stays as it is. */
export function agreement(doing: string, { PRIVACY_URL, TERMS_URL }: Policies): Html | false {
  const link = (url: string, label: string): Html =>
    html`<a href="${href(url)}" target="_blank" rel="noopener">${label}</a>`;
  if (!TERMS_URL && !PRIVACY_URL) return false;
  return html`<p class="small muted">${TERMS_URL && html`By ${doing}, you agree to the ${link(TERMS_URL, "terms of use")}. `}${
    PRIVACY_URL && html`The ${link(PRIVACY_URL, "privacy policy")} says what happens to your data.`
  }</p>`;
}
