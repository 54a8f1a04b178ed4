import { AppError } from "../core/errors/errors.ts";
import { checkUrl, type Overrides } from "./address.ts";
import { OutboundError } from "./outbound-error.ts";
import { siteKey } from "./site-key.ts";

/** A listing's website: normalized URL, host without www, and its identifying key. */
export type SiteAddress = { url: string; domain: string; key: string };
export type ReadSiteAddress = (text: string) => SiteAddress;

/** Parses a submitted URL. Throws `website_not_allowed` with the reason. */
export const createReadSiteAddress =
  (overrides: Overrides): ReadSiteAddress =>
  (text) => {
    try {
      const url = checkUrl(text, overrides);
      const key = siteKey(url.href);
      if (key === undefined)
        throw new OutboundError("address_refused", `${url.hostname} is not the name of a public website.`);
      return { url: url.href, domain: url.hostname.replace(/^www\./, ""), key };
    } catch (error) {
      if (error instanceof OutboundError) throw refused(error.message);
      throw error;
    }
  };

const refused = (reason: string) =>
  new AppError(
    "website_not_allowed",
    `${reason} Give the public address of the product's website, like https://example.com.`,
    {
      faults: [{ pointer: "/url", code: "format", detail: reason }],
    },
  );
