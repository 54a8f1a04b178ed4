import {
  type CheckResult,
  type Claim,
  type ClaimSite,
  claimTag,
  claimValue,
  recordNames,
} from "#domain/listings/claim.ts";
import { CLAIM_WORDS } from "#domain/listings/claim-words.ts";
import { cleanLine } from "#domain/text/text.ts";
import { inEnglish, type Text } from "#languages/words.ts";
import { decode } from "./charset.ts";
import { claimSiteOf } from "./claim-site.ts";
import { OutboundError } from "./outbound-error.ts";
import type { Extractor } from "./parse-html.ts";
import type { SafeFetch } from "./safe-fetch.ts";
import { registrableDomain } from "./site-key.ts";
import type { LookUpTxt } from "./txt-records.ts";

/** `detail` tells the claimant what was seen and where. */
export type ProofCheck = { result: CheckResult; detail: string };

export type Proofs = {
  siteOf(url: string): ClaimSite;
  /**
   * Looks for proof by dns, meta or file. `not_found`: the website or DNS answered without it;
   * `unreachable`: unknown. Throws only the reason of an aborted signal.
   */
  find(claim: Pick<Claim, "method" | "token">, url: string, signal?: AbortSignal): Promise<ProofCheck>;
};

const MOST_SHOWN = 4;
const PAGE_BYTES = 1_000_000;
const FILE_BYTES = 2_000;

class Elsewhere extends Error {}

/** Shortens untrusted text for a message. */
const quote = (text: string): string => {
  const line = cleanLine(text);
  return line === "" ? "nothing" : `"${line.length > 100 ? `${line.slice(0, 100)}…` : line}"`;
};
const quotes = (texts: string[]): string =>
  [
    ...texts.slice(0, MOST_SHOWN).map(quote),
    ...(texts.length > MOST_SHOWN ? [`${texts.length - MOST_SHOWN} more`] : []),
  ].join(", ");

const found = (detail: Text): ProofCheck => ({ result: "found", detail: inEnglish(detail) });
const missing = (...details: Text[]): ProofCheck => ({
  result: "not_found",
  detail: details.map(inEnglish).join(" "),
});

const withoutWww = (hostname: string): string => hostname.replace(/^www\./, "");

export function createProofs({
  fetch,
  run,
  lookUpTxt,
}: {
  fetch: SafeFetch;
  run: Extractor["run"];
  lookUpTxt: LookUpTxt;
}): Proofs {
  async function findRecord({ domain }: ClaimSite, token: string): Promise<ProofCheck> {
    const value = claimValue(token);
    const answers = await Promise.allSettled(
      recordNames(domain).map(async (name) => ({ name, texts: await lookUpTxt(name) })),
    );
    const seen = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    // People paste the quotes that some DNS providers display.
    const holder = seen.find(({ texts }) => texts.some((text) => text.trim().replace(/^"(.*)"$/, "$1") === value));
    if (holder) return found(CLAIM_WORDS.record(holder.name));
    const failure = answers.find((answer) => answer.status === "rejected");
    if (failure) throw failure.reason;
    const places = seen.map(({ name, texts }) =>
      texts.length ? CLAIM_WORDS.otherRecords(name, quotes(texts)) : CLAIM_WORDS.noRecord(name),
    );
    return missing(...places, CLAIM_WORDS.wanted(`"${value}"`));
  }

  async function read(
    url: string,
    { isHome, maxBytes, signal }: { isHome: (next: URL) => boolean; maxBytes: number; signal: AbortSignal | undefined },
  ): Promise<{ text: string; where: string } | ProofCheck> {
    try {
      const {
        status,
        body,
        headers,
        url: where,
      } = await fetch(url, {
        maxBytes,
        ...(signal && { signal }),
        onRedirect(next) {
          if (!isHome(next)) throw new Elsewhere(inEnglish(CLAIM_WORDS.redirects(url, next.host)));
        },
      });
      if (status === 200) return { text: decode(body, headers["content-type"]), where };
      if (status === 404 || status === 410) return missing(CLAIM_WORDS.gone(where, String(status)));
      return {
        result: "unreachable",
        detail: inEnglish(CLAIM_WORDS.status(where, String(status))),
      };
    } catch (error) {
      if (error instanceof Elsewhere) return missing(error.message);
      throw error;
    }
  }

  async function findTag({ page, domain }: ClaimSite, token: string, signal?: AbortSignal): Promise<ProofCheck> {
    const isHome = (next: URL) => registrableDomain(next.hostname) === domain;
    const answer = await read(page, { isHome, maxBytes: PAGE_BYTES, signal });
    if ("result" in answer) return answer;
    const { text, where } = answer;
    const { head, elsewhere } = await run("claim-tags", { html: text }, signal);
    if (head.includes(token)) return found(CLAIM_WORDS.tag(where));
    const wanted = CLAIM_WORDS.wanted(claimTag(token));
    if (head.length) return missing(CLAIM_WORDS.otherTag(where, quotes(head)), wanted);
    if (elsewhere.length) return missing(CLAIM_WORDS.tagElsewhere(where), wanted);
    if (text.includes(token)) return missing(CLAIM_WORDS.noTagButValue(where), wanted);
    return missing(CLAIM_WORDS.noTag(where), wanted);
  }

  async function findFile({ file }: ClaimSite, token: string, signal?: AbortSignal): Promise<ProofCheck> {
    const host = withoutWww(new URL(file).hostname);
    const isHome = (next: URL) => withoutWww(next.hostname) === host;
    const answer = await read(file, { isHome, maxBytes: FILE_BYTES, signal });
    if ("result" in answer) return answer;
    const { text, where } = answer;
    if (text.trim() === claimValue(token)) return found(CLAIM_WORDS.file(where));
    return missing(CLAIM_WORDS.otherFile(where, quote(text), `"${claimValue(token)}"`));
  }

  return {
    siteOf: claimSiteOf,
    async find({ method, token }, url, signal) {
      const site = claimSiteOf(url);
      const look = { dns: findRecord, meta: findTag, file: findFile, email: undefined }[method];
      if (!look || token === null) throw new Error(`A claim by ${method} has nothing to check.`);
      try {
        return await look(site, token, signal);
      } catch (error) {
        if (signal?.aborted || !(error instanceof OutboundError)) throw error;
        return { result: "unreachable", detail: error.message };
      }
    },
  };
}
