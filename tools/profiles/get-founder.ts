import { z } from "zod";
import { interviewsOf } from "#actions/profiles/interviews-of.ts";
import { notFound } from "#core/errors/errors.ts";
import { given } from "#domain/text/given.ts";
import { defineTool, READ } from "../define.ts";
import { Slug } from "../schemas/common.ts";
import { FounderView, viewFounder } from "../schemas/founder.ts";

export const getFounder = defineTool({
  name: "get_founder",
  title: "Get a founder",
  description: "One founder: bio, socials, live listings, published stories and interview.",
  access: "public",
  rest: "GET /founders/{slug}",
  annotations: READ,
  input: z.strictObject({ slug: Slug.describe("from list_founders") }),
  output: FounderView,

  async handler({ slug }, { store, settings }) {
    const founder = await store.founders.find(slug);
    if (!founder)
      throw notFound("founder", slug, "Find slugs with list_founders.", await store.founders.slugsLike(slug, 3));
    const interviews = await interviewsOf([founder], store);
    return viewFounder(founder, given(interviews.get(founder)), { baseUrl: settings.BASE_URL });
  },
});
