import { type Text, t } from "../../languages/words.ts";
import { type Html, href, html } from "../text/html.ts";
import type { Settings } from "./config.ts";

export type Policies = Pick<Settings, "BASE_URL" | "PRIVACY_URL" | "TERMS_URL" | "IMPRINT_URL" | "SUPPORT_URL">;

export type TeamPages = { terms: string; privacy: string; imprint: string; contact: string };

export const teamPages = ({ BASE_URL, PRIVACY_URL, TERMS_URL, IMPRINT_URL, SUPPORT_URL }: Policies): TeamPages => ({
  terms: TERMS_URL ?? `${BASE_URL}/terms`,
  privacy: PRIVACY_URL ?? `${BASE_URL}/privacy`,
  imprint: IMPRINT_URL ?? `${BASE_URL}/imprint`,
  contact: SUPPORT_URL ?? `${BASE_URL}/contact`,
});

export function policyPages(policies: Policies): (readonly [string, Text])[] {
  const { terms, privacy, imprint, contact } = teamPages(policies);
  return (
    [
      [terms, t`Terms of use`],
      [privacy, t`Privacy policy`],
      [imprint, t`Imprint`],
      [contact, t`Contact`],
    ] as const
  ).map(([url, label]) => [url.replace(`${policies.BASE_URL}/`, "/"), label]);
}

/** What people accept by `doing`, like "signing up". Links open a tab, so that a form keeps its input. */
export function agreement(doing: string, policies: Policies): Html {
  const { terms, privacy } = teamPages(policies);
  const link = (url: string, label: string): Html =>
    html`<a href="${href(url)}" target="_blank" rel="noopener">${label}</a>`;
  const [rules, data] = [link(terms, "terms of use"), link(privacy, "privacy policy")];
  return html`<p class="small muted">By ${doing}, you agree to the ${rules}. The ${data} says what happens to your data.</p>`;
}
