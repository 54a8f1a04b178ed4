import { z } from "zod";
import { notFound } from "../../core/errors.ts";
import { accountOfFounder } from "../../domain/founder-account.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { FounderStory, FounderView, viewFounder, viewInterview, viewStories } from "../schemas/reading.ts";

export const getFounder = defineTool({
  name: "get_founder",
  title: "Get a founder",
  description:
    "One founder: bio, socials, live listings, published stories and interview. Slugs come from list_founders or get_listing.",
  access: "public",
  rest: "GET /founders/{slug}",
  annotations: READ,
  input: z.strictObject({ slug: Slug }),
  output: FounderView.extend({ stories: z.array(FounderStory) }),

  async handler({ slug }, { store, settings }) {
    const founder = await store.reading.findFounder(slug);
    if (!founder)
      throw notFound("founder", slug, "Find slugs with list_founders.", await store.reading.founderSlugsLike(slug, 3));
    const site = { baseUrl: settings.BASE_URL };
    const accountId = accountOfFounder(founder.name, await store.interview.membersBehind(founder.id));
    const answers = accountId ? await store.interview.answersOf(accountId) : [];
    return { ...viewFounder(founder, site), stories: [...viewStories(founder, site), ...viewInterview(answers)] };
  },
});
