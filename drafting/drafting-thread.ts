import { createThreads, type Thread, ThreadFailure } from "#core/runtime/thread.ts";
import type { CrawledSite } from "#domain/drafts/site.ts";
import type { Jobs } from "./draft-worker.ts";
import { type Drafter, NOTHING_DRAFTED } from "./drafter.ts";
import type { Page } from "./prompt.ts";
import type { SeeAgainRequest, SeenAgain } from "./see-again.ts";
import type { Supported, SupportRequest } from "./support.ts";

export type DraftingThread = Thread<Jobs>;
export type FindSupport = (request: SupportRequest) => Promise<Supported>;
export type ReadDocuments = (site: CrawledSite) => Promise<Page[]>;
export type SeeAgain = (request: SeeAgainRequest & { signal?: AbortSignal }) => Promise<SeenAgain>;

/** Minimum blocks of a large site; the largest we measured has 2,000. */
const LARGE_SITE = 3_000;

/** Real websites take 0.1 seconds. */
export const createDraftingThread = ({ timeoutMs = 10_000, memoryMb = 256 } = {}): DraftingThread =>
  createThreads<Jobs>("./drafting/draft-worker.ts", { timeoutMs, memoryMb, sizeOf, largeFrom: LARGE_SITE });

/** Number of text blocks, because every rule reads each. */
function sizeOf(input: Parameters<Jobs[keyof Jobs]>[0]): number {
  const site = "request" in input ? input.request.site : input.site;
  return site.pages.reduce((sum, { blocks }) => sum + blocks.length, 0);
}

/** Checks facts again in the thread. Throws ThreadFailure if it exceeds time or memory. */
export const seeAgainInThread =
  (thread: DraftingThread): SeeAgain =>
  ({ signal, ...request }) =>
    thread.run("see-again", request, signal);

/** Values stay unproven if the search exceeds time or memory. */
export const findSupportInThread =
  (thread: DraftingThread): FindSupport =>
  async (request) => {
    try {
      return await thread.run("support", request);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      const values = Object.entries(request.fields).map(([field, value]) => ({
        field,
        value: [value].flat().join("; "),
      }));
      return { quotes: {}, unproven: values.map((one) => ({ ...one, reason: "the pages are too large to search" })) };
    }
  };

/** Characters of a website that an assistant may read. */
const MOST_READ = 220_000;

export const readDocumentsInThread =
  (thread: DraftingThread): ReadDocuments =>
  (site) =>
    thread.run("documents", { site, maxChars: MOST_READ, withLinks: true });

const isTooMuch = (error: unknown): error is ThreadFailure =>
  error instanceof ThreadFailure && ["deadline", "memory"].includes(error.reason);

const TOO_MUCH = "The pages of this website are too large to draft from.";

/**
 * Drafts by rules in the thread. If that exceeds time or memory, the draft is empty with the
 * reason.
 */
export function draftInThread(
  thread: DraftingThread,
  log: (message: string, details: Record<string, unknown>) => void = () => {},
): Drafter {
  return async ({ signal, ...request }) => {
    try {
      return await thread.run("by-rules", request, signal);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      log("website too large to draft from", { site: request.site.url, reason: error.message });
      return { ...NOTHING_DRAFTED, unfinished: TOO_MUCH };
    }
  };
}
