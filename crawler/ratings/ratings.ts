import type { Settings } from "../../core/settings/config.ts";
import type { SafeFetch } from "../safe-fetch.ts";
import { ahrefs } from "./ahrefs.ts";
import { openPageRank } from "./open-page-rank.ts";
import type { DomainRatings } from "./rating.ts";
import { trancoFile } from "./tranco-file.ts";

/** The configured provider; undefined if ratings are off. Throws if its key or file is missing. */
export function createDomainRatings(
  settings: Pick<Settings, "DOMAIN_RATING_PROVIDER" | "DOMAIN_RATING_KEY" | "DOMAIN_RATING_FILE">,
  fetchSite: SafeFetch,
): DomainRatings | undefined {
  const { DOMAIN_RATING_PROVIDER: provider, DOMAIN_RATING_KEY: key, DOMAIN_RATING_FILE: file } = settings;
  if (provider === "off") return undefined;
  if (provider === "tranco-file") {
    if (!file) throw new Error("DOMAIN_RATING_PROVIDER tranco-file needs DOMAIN_RATING_FILE.");
    return trancoFile(file);
  }
  if (!key) throw new Error(`DOMAIN_RATING_PROVIDER ${provider} needs DOMAIN_RATING_KEY.`);
  return provider === "ahrefs" ? ahrefs(fetchSite, key) : openPageRank(fetchSite, key);
}
