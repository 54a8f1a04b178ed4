import { phrasesIn } from "#core/runtime/phrases.ts";
import type { Block, SitePage } from "#domain/drafts/site.ts";
import { isHeading } from "../candidate.ts";
import { LEGAL_FORM } from "./postal.ts";

const phrases = phrasesIn("places");

/** Legal notices also contain addresses of hosts, authorities and arbitrators. */
const OTHERS = new RegExp(phrases("addresses of others"), "iu");
/** Services whose addresses occur in privacy policies. */
const SERVICE = new RegExp(phrases("services at an address"), "u");
const MOST_LABEL = 90;
/** Labels that name the site's owner. */
const OURS = new RegExp(phrases("our address"), "iu");
/** "Acme Hosting Ltd" is a company, "Hosted by Acme Ltd" a label. */
const isCompany = (text: string): boolean =>
  LEGAL_FORM.test(text) && !/[:：]|\b(?:by|par|von|bei|por|da|przez|door|av)\b/i.test(text);
/** Lines after a label that belong to it, up to the next heading. */
const LINES = 6;

const known = new WeakMap<SitePage, Set<Block>>();

/** Blocks with somebody else's address, below a heading or label that says so. */
export function othersAddresses(page: SitePage): Set<Block> {
  const found = known.get(page) ?? findBlocks(page);
  known.set(page, found);
  return found;
}

function findBlocks({ blocks }: SitePage): Set<Block> {
  const others = new Set<Block>();
  let level: number | null = null;
  let left = 0;
  for (const block of blocks) {
    const isLabel =
      block.text.length <= MOST_LABEL && OTHERS.test(block.text) && !OURS.test(block.text) && !isCompany(block.text);
    if (isHeading(block)) {
      const own = Number(block.tag[1]);
      left = 0;
      // Smaller headings divide the host's section.
      if (level === null || own <= level) level = isLabel ? own : null;
    } else if (isLabel || (block.text.length <= MOST_LABEL && SERVICE.test(block.text))) left = LINES;
    if (level !== null || left > 0 || isLabel || SERVICE.test(block.text)) others.add(block);
    left = Math.max(0, left - 1);
  }
  return others;
}
