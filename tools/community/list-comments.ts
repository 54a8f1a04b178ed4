import { z } from "zod";
import { readTalk, readThread } from "#actions/community/read-comments.ts";
import { getLiveListing } from "#actions/listings/live-listing.ts";
import { notFound } from "#core/errors/errors.ts";
import { defineTool, READ } from "../define.ts";
import { listOf, pageRequest, paging, Slug, Uuid, viewList } from "../schemas/common.ts";
import { CONCISE_WORDS, ThreadView, viewComment, viewThread } from "../schemas/community.ts";

export const listComments = defineTool({
  name: "list_comments",
  title: "Comments on a listing",
  description: `What people say below one live listing and its launch: threads with their first replies, newest first.
    People comment on the site only.`,
  access: "public",
  rest: "GET /listings/{slug}/comments",
  annotations: READ,
  isAddition: true,
  remembered: true,
  concise: CONCISE_WORDS,
  input: z.strictObject({
    slug: Slug.describe("from search_listings"),
    thread: Uuid.optional().describe("id of a thread, for all its replies"),
    ...paging,
  }),
  output: z.object({
    comment_count: z.int().describe("with replies"),
    write_url: z.string().describe("where people write one"),
    pinned: z.array(ThreadView).describe("the thread that the team pinned, on the first page; not among items"),
    ...listOf(ThreadView).shape,
  }),

  async handler({ slug, thread, ...input }, { store, settings: { BASE_URL: baseUrl } }) {
    const { id: listingId } = await getLiveListing(slug, store);
    const request = pageRequest(input);
    const place = { baseUrl, slug };
    const beside = {
      comment_count: await store.comments.count(listingId),
      write_url: `${baseUrl}/listings/${slug}/comments`,
    };
    if (thread === undefined) {
      const talk = await readTalk({ listingId, ...request }, store);
      const pinned = talk.threads.find(({ comment }) => comment.pinnedAt !== null);
      const items = talk.threads.filter((one) => one !== pinned);
      return {
        ...beside,
        pinned: pinned ? [viewThread(pinned, talk, place)] : [],
        ...viewList({ items, total: talk.total }, request, (one) => viewThread(one, talk, place)),
      };
    }
    const head = await store.comments.byId(thread);
    if (head?.comment.listingId !== listingId || head.comment.threadId !== null)
      throw notFound("thread of this listing", thread, "Call list_comments without thread for the threads.");
    const { replies, total, ...about } = await readThread(head, request, store);
    return {
      ...beside,
      pinned: [],
      ...viewList({ items: replies, total }, request, (reply) => ({
        ...viewComment(reply, about, place),
        replies: [],
        reply_count: 0,
      })),
    };
  },
});
