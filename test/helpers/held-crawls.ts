import type { Deps } from "../../actions/context.ts";

/** Websites of drafts are read at once, and are still being read until somebody says that they are done. */
export function holdCrawls(deps: Deps) {
  const hold = () => ({ begun: Promise.withResolvers<void>(), over: Promise.withResolvers<void>() });
  let held = hold();
  const { crawl } = deps;
  deps.crawl = async (url, options = {}) => {
    // Only drafts are watched while they are read.
    if (!options.onPage) return crawl(url, options);
    const { begun, over } = held;
    begun.resolve();
    const site = await crawl(url, options);
    await over.promise;
    return site;
  };
  return {
    /** Waits for a crawl to begin, and lets all go that began since the last time. */
    async finish() {
      await held.begun.promise;
      held.over.resolve();
      held = hold();
    },
  };
}
