import { AppError } from "#core/errors/errors.ts";
import { CRAWL_WORDS, crawlText } from "#domain/drafts/crawl-words.ts";
import { joined, type Text, t } from "#languages/words.ts";
import { checkUrl, type Overrides } from "./address.ts";
import { OutboundError } from "./outbound-error.ts";
import { makersDomain, siteKey } from "./site-key.ts";

/** A listing's website: normalized URL, host without www, and its identifying key. */
export type SiteAddress = {
  url: string;
  domain: string;
  key: string;
  /** The domain whose other websites probably belong to the same maker. */
  makersDomain?: string | undefined;
};
export type ReadSiteAddress = (text: string) => SiteAddress;

/** Parses a submitted URL. Throws `website_not_allowed` with the reason. */
export const createReadSiteAddress =
  (overrides: Overrides): ReadSiteAddress =>
  (text) => {
    try {
      const url = checkUrl(text, overrides);
      const key = siteKey(url.href);
      if (key === undefined) throw new OutboundError("address_refused", CRAWL_WORDS.notPublic(url.hostname));
      return { url: url.href, domain: url.hostname.replace(/^www\./, ""), key, makersDomain: makersDomain(url.href) };
    } catch (error) {
      if (error instanceof OutboundError) throw refused(crawlText(error.message));
      throw error;
    }
  };

const refused = (reason: Text) =>
  new AppError(
    "website_not_allowed",
    joined([reason, t`Enter the public URL of the product’s website, like https://example.com.`], " "),
    {
      faults: [{ pointer: "/url", code: "format", detail: reason }],
    },
  );
