import { getDomain } from "tldts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import { looksLikeInstruction } from "#domain/drafts/instruction-like.ts";
import type { PageLink } from "#domain/drafts/site.ts";
import { type Corpus, canonical, decoded } from "./corpus.ts";
import { isProfile } from "./fields/socials.ts";

const phrases = phrasesIn("links");

const MOST = 40;
const MOST_ADDRESS = 300;
const MOST_TEXT = 80;

const STORE = new RegExp(phrases("stores"), "i");

const rankOf = (href: string): number =>
  href.startsWith("mailto:") ? 0 : isProfile(href) ? 1 : STORE.test(canonical(href)) ? 2 : 3;

/**
 * Where each page leads outside the website, by page: contacts, profiles and stores first. An
 * address is named once, on the first page that links it.
 */
export function outboundLinks({ pages, domain }: Pick<Corpus, "pages" | "domain">): Map<string, string[]> {
  const seen = new Set<string>();
  return new Map(
    pages.map(({ id, links }) => {
      const fresh = links
        .map((link) => ({ ...link, href: link.href.replace(/(?<=^mailto:[^?]*)\?.*$/s, "") }))
        .filter(({ href }) => {
          const key = canonical(href);
          if (seen.has(key) || href.length > MOST_ADDRESS || !leadsAway(href, domain)) return false;
          return !looksLikeInstruction(decoded(href)) && seen.add(key) !== undefined;
        });
      const sorted = fresh
        .map((link) => ({ link, rank: rankOf(link.href) }))
        .sort((one, other) => one.rank - other.rank);
      return [id, sorted.slice(0, MOST).map(({ link }) => lineOf(link))];
    }),
  );
}

const leadsAway = (href: string, domain: string | null): boolean =>
  href.startsWith("mailto:") ||
  (/^https?:/.test(href) && (getDomain(href, { allowPrivateDomains: true }) ?? domain) !== domain);

function lineOf({ href, text, region }: PageLink): string {
  const words = text.slice(0, MOST_TEXT);
  const isPlain = words === "" || href.includes(words) || looksLikeInstruction(words);
  return `${region === "quote" ? "(said by others) " : ""}Link: ${href}${isPlain ? "" : ` (${words})`}`;
}
