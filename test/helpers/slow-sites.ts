import type { Crawl, CrawlOptions } from "../../crawler/crawl.ts";

/** Websites that are read for as long as the test wants; each is told with what it was asked. */
export function createSlowSites() {
  const asked = new Map<string, CrawlOptions>();
  const finish = Promise.withResolvers<void>();
  const crawl: Crawl = async (url, options = {}) => {
    asked.set(new URL(url).hostname, options);
    await finish.promise;
    const failed = { robots: "allowed", needsJavascript: false, requests: 1, fetchedAt: new Date() } as const;
    return { url, pages: [], error: { code: "timeout", detail: "It took too long." }, ...failed };
  };
  return { asked, crawl, finish: finish.resolve };
}
