import { getDomain } from "tldts";
import { phrasesIn } from "#core/runtime/phrases.ts";
import type { SitePage } from "#domain/drafts/site.ts";
import { type Candidate, type Finder, quoteAround, unique } from "../candidate.ts";
import { type Corpus, decoded, isImprint, pathOf } from "../corpus.ts";
import { nodesOf, stringsOf } from "../json-ld.ts";
import { bare } from "../text.ts";

const phrases = phrasesIn("contact");

/** The parts before and after an @, limited as in RFC 5321 4.5.3.1. */
const LOCAL = /[\p{L}\p{N}._%+-]+$/u;
const DOMAIN = /^(?:[\p{L}\p{N}-]+\.)+[a-z]{2,}/iu;
const MOST_LOCAL = 64;
const MOST_DOMAIN = 255;
const GENERAL = new RegExp(phrases("general mailboxes"));
const NOT_FOR_ALL = new RegExp(phrases("not for all"));
const EXAMPLE = new RegExp(phrases("example"), "i");
const FREE_MAIL = new RegExp(phrases("free mail"), "i");

type Seen = Candidate & { score: number; mailto: boolean };
/** The only address of a website is for everybody. */
const ONLY = 0.1;

/**
 * The general address: own domain first, general mailboxes first, never a role such as privacy@.
 */
export const findContactEmail: Finder = (corpus, { name }) => {
  const seen: Seen[] = [];
  const all = new Set<string>();
  const add = (page: SitePage, raw: string, quote: string, mailto: boolean, region: string): void => {
    if (raw.length > MOST_LOCAL + MOST_DOMAIN) return;
    const value = raw
      .trim()
      .replace(/[.,;]+$/, "")
      .toLowerCase();
    if (
      !value ||
      region === "quote" ||
      (EXAMPLE.test(value) && !(isOwn(value, corpus) && GENERAL.test(value.replace(/@.*/, ""))))
    )
      return;
    all.add(value);
    const score = scoreOf(value, page, mailto, region, corpus, name) || (mayBeOnly(value, quote, corpus) ? ONLY : 0);
    if (score > 0) seen.push({ value, page: page.id, quote, score, mailto });
  };
  for (const page of corpus.pages) {
    for (const node of nodesOf(page))
      for (const email of stringsOf(node.email)) add(page, email.replace(/^mailto:/i, ""), email, true, "main");
    for (const block of page.blocks) {
      if (!/@|\(at\)|\[at\]/i.test(block.text)) continue;
      for (const email of addressesIn(block.text))
        add(page, email, quoteAround(block.text, email), false, block.region);
    }
    for (const link of page.links) {
      if (!link.href.startsWith("mailto:")) continue;
      const address = decoded(link.href.slice("mailto:".length).replace(/\?.*/s, ""));
      const quote = link.text.toLowerCase().includes(address.toLowerCase())
        ? link.text
        : link.href.includes(address)
          ? link.href
          : decoded(link.href);
      for (const email of address.split(",").slice(0, 1)) add(page, email, quote.slice(0, 380), true, link.region);
    }
  }
  seen.sort((a, b) => b.score - a.score);
  // "E-mailhello@acme.com": a label without a space before a linked address.
  const linked = seen.filter(({ mailto }) => mailto);
  const isGlued = ({ value, mailto }: Seen): boolean =>
    !mailto && linked.some((link) => link.value !== value && value.endsWith(link.value));
  const whole = seen.filter((one) => !isGlued(one));
  const wanted = all.size === 1 ? whole : whole.filter(({ score }) => score > ONLY);
  // All quotes of each, because the best may span several places.
  const byAddress = [...Map.groupBy(wanted, ({ value }) => value).values()].flat();
  return unique(byAddress, ({ value, page, quote }) => `${value} ${page} ${quote}`).map(({ value, page, quote }) => ({
    value,
    page,
    quote,
  }));
};

/**
 * Email addresses in a text, searched from each @ outwards: a single pattern would be quadratic.
 */
function addressesIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const local = LOCAL.exec(text.slice(Math.max(from, at - MOST_LOCAL - 1), at))?.[0];
    const domain = DOMAIN.exec(text.slice(at + 1, at + 1 + MOST_DOMAIN))?.[0];
    if (local === undefined || local.length > MOST_LOCAL || domain === undefined) continue;
    found.push(`${local}@${domain}`);
    from = at + 1 + domain.length;
  }
  return found;
}

const isOwn = (email: string, { domain }: Corpus): boolean =>
  domain !== null && getDomain(email.split("@")[1] ?? "", { allowPrivateDomains: true }) === domain;

/**
 * Whether an address may be general if it is the only one; not "For Rival accounts:
 * help@rival.com".
 */
function mayBeOnly(email: string, quote: string, { home, domain }: Corpus): boolean {
  const [local = "", host = ""] = email.split("@");
  if (NOT_FOR_ALL.test(local)) return false;
  // Shared hosts such as github.io have no mailboxes.
  if (FREE_MAIL.test(email) || (home && domain !== getDomain(home.url))) return true;
  const label = bare(host.split(".").slice(0, -1).join(""));
  return GENERAL.test(local) && !bare(quote.toLowerCase().replaceAll(email, "")).includes(label);
}

const MAILBOX = /^(info|contact|contacto|contatti|contato|kontakt|hello|hola|bonjour|office)$/;
const LEGAL = new RegExp(phrases("legal"));

function scoreOf(
  email: string,
  page: SitePage,
  mailto: boolean,
  region: string,
  corpus: Corpus,
  name: string | null,
): number {
  const [local = "", host = ""] = email.split("@");
  // Addresses in privacy policies and terms serve only that purpose.
  const isLegal = LEGAL.test(pathOf(page)) && !isImprint(page);
  const label = bare(host.split(".").slice(0, -1).join(""));
  const names = [name ?? "", corpus.label, ...corpus.selfNames].map(bare);
  const isIn = (text: string): boolean => names.some((own, at) => own.length > (at < 2 ? 2 : 4) && text.includes(own));
  const isForAll = FREE_MAIL.test(email)
    ? isIn(bare(local))
    : (isOwn(email, corpus) || isIn(label)) && MAILBOX.test(local);
  if ((isLegal && !isForAll) || NOT_FOR_ALL.test(local)) return 0;
  const here =
    page.kind === "contact" || isImprint(page) ? 2 : page === corpus.home || page.kind === "about" ? 1.2 : 0.4;
  const general = GENERAL.test(local) ? 1.5 : 0;
  if (isOwn(email, corpus))
    return 5 + here + general + (mailto ? 0.5 : 0) + (/^(support|help|sales)$/.test(local) ? -0.7 : 0);
  // An address at another domain must contain the product's name or be among contact details.
  const named = isIn(bare(local)) || isIn(label);
  if (named) return 3 + here + general;
  const place =
    page.kind === "contact" || isImprint(page) || (region === "footer" && mailto) || (page.kind === "about" && mailto);
  if (!place) return 0;
  return FREE_MAIL.test(email) ? 1.5 + here : mailto ? 1 + here : 0;
}
