import { type Text, t } from "#languages/words.ts";
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

const ACCEPTED = {
  "signing up": (terms: string) =>
    html`By signing up, you agree to the <a href="${href(terms)}" target="_blank" rel="noopener">terms of use</a>.`,
  "saving it": (terms: string) =>
    html`By saving it, you agree to the <a href="${href(terms)}" target="_blank" rel="noopener">terms of use</a>.`,
  "allowing this": (terms: string) =>
    html`By allowing this, you agree to the <a href="${href(terms)}" target="_blank" rel="noopener">terms of use</a>.`,
  ordering: (terms: string) =>
    html`By ordering, you agree to the <a href="${href(terms)}" target="_blank" rel="noopener">terms of use</a>.`,
  paying: (terms: string) =>
    html`By paying, you agree to the <a href="${href(terms)}" target="_blank" rel="noopener">terms of use</a>.`,
};

/** What people accept by `doing` something. Links open a tab, so that a form keeps its input. */
export function agreement(doing: keyof typeof ACCEPTED, policies: Policies): Html {
  const { terms, privacy } = teamPages(policies);
  return html`<p class="small muted">${ACCEPTED[doing](terms)} ${html`The <a href="${href(
    privacy,
  )}" target="_blank" rel="noopener">privacy policy</a> says what happens to your data.`}</p>`;
}
