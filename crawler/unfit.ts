import { phrasesIn } from "#core/runtime/phrases.ts";
import { CRAWL_WORDS } from "#domain/drafts/crawl-words.ts";
import { type CrawlErrorCode, pageText, type SitePage } from "#domain/drafts/site.ts";
import type { Words } from "#languages/words.ts";
import { OutboundError } from "./outbound-error.ts";

const phrases = phrasesIn("unfit-pages");

/** Pages that stand in place of a product's website, and what their owner can do. */
type Unfit = {
  code: CrawlErrorCode;
  /** Longer pages say more than that. */
  words: number;
  says: RegExp;
  /** Only pages with a password field. */
  asksPassword?: true;
  detail: (host: string) => Words;
};

export const MISSING = new RegExp(phrases("missing"), "iu");

const CHALLENGE = new RegExp(phrases("challenge"), "iu");

const UNFIT: Unfit[] = [
  {
    code: "challenge",
    words: 150,
    says: CHALLENGE,
    detail: CRAWL_WORDS.challenge,
  },
  {
    code: "parked",
    words: 150,
    says: new RegExp(phrases("parked"), "iu"),
    detail: CRAWL_WORDS.parked,
  },
  {
    code: "not_found",
    words: 80,
    says: MISSING,
    detail: CRAWL_WORDS.noPage,
  },
  {
    code: "maintenance",
    words: 100,
    says: new RegExp(phrases("maintenance"), "iu"),
    detail: CRAWL_WORDS.maintenance,
  },
  {
    code: "sign_in",
    words: 120,
    asksPassword: true,
    says: new RegExp(phrases("sign in"), "iu"),
    detail: CRAWL_WORDS.signIn,
  },
  {
    code: "coming_soon",
    words: 50,
    says: new RegExp(phrases("coming soon"), "iu"),
    detail: CRAWL_WORDS.comingSoon,
  },
];

const PASSWORD = /<input\b[^<>]{0,2000}\btype\s{0,9}=\s{0,9}["']?password/i;

/** Words, or pairs of characters in scripts without spaces. */
export const countWords = (text: string): number =>
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2}|[\p{L}\p{N}]+/gu) ?? []).length;

/** Why a page describes no product: it is an error page, a challenge or a placeholder. */
export function unfitness(page: SitePage, html: string): OutboundError | undefined {
  const text = pageText(page);
  const words = countWords(text);
  const heading = page.blocks.find(({ tag }) => /^h[12]$/.test(tag))?.text ?? "";
  const opening = [page.title ?? "", heading, text.slice(0, 200)];
  const found = UNFIT.find(
    (kind) =>
      words < kind.words && opening.some((each) => kind.says.test(each)) && (!kind.asksPassword || PASSWORD.test(html)),
  );
  return found && new OutboundError(found.code, found.detail(new URL(page.url).hostname));
}

/** A challenge that comes with the status of a refusal. */
export function challengeIn(status: number, headers: Record<string, string>, text: string, host: string) {
  const isOne = headers["cf-mitigated"] === "challenge" || (status !== 401 && CHALLENGE.test(text.slice(0, 5_000)));
  return isOne ? new OutboundError("challenge", CRAWL_WORDS.challenge(host)) : undefined;
}
