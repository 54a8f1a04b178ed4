import { partsIn, phrasesIn } from "#core/runtime/phrases.ts";
import type { PageLink, SitePage } from "#domain/drafts/site.ts";
import type { Candidate } from "../candidate.ts";
import { type Corpus, canonical, labelsOf } from "../corpus.ts";
import { isA, nodesOf, ORGANISATION, PRODUCT, stringsOf } from "../json-ld.ts";
import { bare, similarity } from "../text.ts";

const phrases = phrasesIn("links");

/** Profile URLs by platform; the first group is the handle. Excludes posts, shares and intents. */
const PROFILES: [platform: string, pattern: RegExp][] = [
  ["x", /^(?:x|twitter)\.com\/@?(\w{1,30})$/i],
  ["linkedin", /^(?:\w{2}\.)?linkedin\.com\/(?:company|school|showcase|in)\/([\w%.-]+)(?:\/about)?$/i],
  ["github", /^github\.com\/(?:orgs\/)?([\w-]+(?:\/[\w.-]+)?)$/i],
  ["facebook", /^(?:[\w-]+\.)?facebook\.com\/(?:pg\/|groups\/|people\/)?([\w.-]{3,})(?:\/\d+)?$/i],
  ["facebook", /^(?:[\w-]+\.)?facebook\.com\/(?:share\/([\w-]{8,})|profile\.php\?id=(\d+))$/i],
  ["instagram", /^instagram\.com\/([\w.]+)$/i],
  ["tiktok", /^tiktok\.com\/@([\w.]+)$/i],
  ["youtube", /^youtube\.com\/(?:c\/|user\/|channel\/)?(@?[\w.-]+)(?:\/(?:videos|featured))?$/i],
  ["threads", /^threads\.(?:net|com)\/@([\w.]+)$/i],
  ["pinterest", /^(?:\w{2}\.)?pinterest\.[a-z.]{2,6}\/([\w-]+)$/i],
  ["reddit", /^(?:old\.)?reddit\.com\/(?:r|user|u)\/([\w-]+)$/i],
  ["producthunt", /^producthunt\.com\/(?:products|posts|@)\/?([\w-]+)$/i],
  ["medium", /^(?:medium\.com\/@?([\w-]+)|([\w-]+)\.medium\.com)$/i],
  [
    "custom",
    /^(?:(?:mastodon|fosstodon|mstdn|hachyderm|mas|social|floss)\.[\w.-]+|[\w-]+\.(?:social|town))\/@([\w.-]+)$/i,
  ],
];
const NOT_A_HANDLE = new RegExp(phrases("not a handle"), "i");

type Found = Candidate & { platform: string; score: number };

export type Social = { platform: string; candidate: Candidate };

export function findSocials(corpus: Corpus, name: string | null): Social[] {
  const best = new Map<string, Found>();
  for (const item of ownProfiles(corpus, name)) {
    const known = best.get(item.platform);
    if (!known || item.score > known.score) best.set(item.platform, item);
  }
  return [...best.values()].map(({ platform, value, page, quote }) => ({
    platform,
    candidate: { value, page, quote },
  }));
}

/** Profiles named like the product, or linked where companies link theirs. */
export function ownProfiles(corpus: Corpus, name: string | null): Found[] {
  const found: Found[] = [];
  for (const page of corpus.pages) {
    for (const node of nodesOf(page)) {
      if (!isA(node, ORGANISATION) && !isA(node, PRODUCT) && !isA(node, /^WebSite$/)) continue;
      for (const href of stringsOf(node.sameAs, "@id"))
        collect(found, { href, text: "", rel: "me", region: "footer" }, page, corpus, name, 1.5);
    }
    for (const link of page.links)
      if (link.region !== "quote" && /^https?:/.test(link.href)) collect(found, link, page, corpus, name, 0);
  }
  return found;
}

function collect(
  found: Found[],
  link: PageLink,
  page: SitePage,
  corpus: Corpus,
  name: string | null,
  bonus: number,
): void {
  const address = canonical(withoutQuery(link.href));
  for (const [platform, pattern] of PROFILES) {
    const match = pattern.exec(address);
    if (!match) continue;
    const handle = decodeURIComponent(safe(match[1] ?? match[2] ?? "")).trim();
    const [owner = "", repository] = handle.split("/");
    if (!handle || NOT_A_HANDLE.test(owner)) continue;
    if (platform === "youtube" && !/youtube\.com\/(c|user|channel)\/|@/.test(address) && owner.length < 3) return;
    const alike = Math.max(
      likeness(owner, corpus, name),
      repository ? likeness(repository, corpus, name) * 0.95 : 0,
      platform === "youtube" && /\/channel\//.test(address) ? 0.3 : 0,
    );
    const placed =
      link.region === "footer" || link.region === "header" || link.region === "nav" || /\bme\b/.test(link.rel);
    // In running text, a profile link counts only if the handle is the product's.
    const labelled = isPlatformName(link.text, platform);
    if (alike < 0.5 && !(placed && (labelled || bonus > 0))) return;
    if (platform === "github" && (alike < 0.5 || (repository && likeness(repository, corpus, name) < 0.6))) return;
    if (platform === "linkedin" && /\/in\//.test(address) && alike < 0.5) return;
    if (platform === "reddit" && alike < 0.5) return;
    // Prefers an organization over one of its repositories.
    const repositoryCost =
      platform === "github" && repository ? (similarity(owner, name ?? corpus.label) >= 0.6 ? 0.3 : 0) : 0;
    const score = alike * 2 + (placed ? 0.6 : 0) + (page === corpus.home ? 0.3 : 0) + bonus - repositoryCost;
    found.push({
      platform,
      score,
      value: profileUrl(address, link.href),
      page: page.id,
      quote: link.href.slice(0, 380),
    });
    return;
  }
}

/** Whether an address has the form of a profile, whoever it belongs to. */
export const isProfile = (href: string): boolean => {
  const address = canonical(withoutQuery(href));
  return PROFILES.some(([, form]) => form.test(address));
};

/** A profile without a name is identified by a number in its query. */
const withoutQuery = (href: string): string =>
  /\/profile\.php\?id=\d+$/.test(href) ? href : href.replace(/\?.*$/s, "");

const safe = (text: string): string => text.replace(/%(?![0-9a-f]{2})/gi, "");

const profileUrl = (address: string, href: string): string =>
  `https://${/^https?:\/\/www\./i.test(href) && !address.startsWith("x.com/") ? "www." : ""}${address}`;

const likeness = (handle: string, corpus: Corpus, name: string | null): number => {
  const plain = bare(handle).replace(/(app|hq|io|official|team|dev|org|com|inc|software)$/, "");
  return Math.max(
    ...[name ?? "", ...labelsOf(corpus)].flatMap((own) =>
      bare(own).length < 2 ? [0] : [similarity(handle, own), plain && plain === bare(own) ? 1 : 0],
    ),
  );
};

/** Platform names in other scripts. */
const SPELLED = new Map(
  [...partsIn("platforms")].map(([name, words]) => [name, new RegExp(words.join("|"), "u")] as const),
);

function isPlatformName(text: string, platform: string): boolean {
  const plain = text.toLowerCase();
  if (plain === "" || plain.length > 40) return plain === "";
  return (
    plain.includes(platform) ||
    SPELLED.get(platform)?.test(plain) ||
    (platform === "x" && /twitter|\bx\b|𝕏/.test(plain)) ||
    (platform === "custom" && /mastodon|fediverse/.test(plain)) ||
    /follow|icon|logo/.test(plain)
  );
}
