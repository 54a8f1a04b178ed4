import providers from "email-providers/all.json" with { type: "json" };
import { parse } from "tldts";
import { CLAIM_FILE_PATH, type ClaimSite } from "#domain/listings/claim.ts";
import { t } from "#languages/words.ts";
import { isSharedHost } from "./site-key.ts";

const FREE_MAIL = new Set<string>([
  ...providers,
  // Known email providers and forwarders missing from the list.
  ..."anonaddy.com disroot.org duck.com fastmail.com kolabnow.com mailfence.com mozmail.com passmail.net posteo.de riseup.net".split(
    " ",
  ),
  ..."simplelogin.com skiff.com startmail.com tuta.com tutanota.com ziggo.nl zohomail.com".split(" "),
]);

/** Where a listing's website can prove ownership, and which methods are impossible. */
export function claimSiteOf(url: string): ClaimSite {
  const { hostname, origin } = new URL(url);
  const { domain, isPrivate } = parse(hostname, { allowPrivateDomains: true });
  const name = domain ?? hostname;
  return {
    page: url,
    domain: name,
    file: `${origin}${CLAIM_FILE_PATH}`,
    refusals: refusalsOf(hostname, name, isPrivate),
  };
}

function refusalsOf(hostname: string, domain: string, isPrivate: boolean | null): ClaimSite["refusals"] {
  if (isSharedHost(hostname)) {
    const reason = t`${hostname} is shared by many projects, so a record or an email address there proves nothing about one project.`;
    return { dns: reason, file: reason, email: reason };
  }
  if (isPrivate) {
    const reason = t`The records and email addresses of ${domain} belong to a hosting service.`;
    return { dns: reason, email: reason };
  }
  return FREE_MAIL.has(domain) ? { email: t`Anyone can get an email address at ${domain}.` } : {};
}
