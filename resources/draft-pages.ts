import { listMyDrafts } from "#tools/drafts/list-my-drafts.ts";
import { readDraftPages } from "#tools/drafts/read-draft-pages.ts";
import { invoke } from "#tools/invoke.ts";
import type { ResourceTemplate } from "./define.ts";

export const draftPages: ResourceTemplate = {
  scheme: "draft-pages",
  variables: "{id}{?page}",
  name: "draft-pages",
  title: "Pages of a draft",
  isPrivate: true,
  description: "The pages that were read for your draft, as read_draft_pages gives them.",

  async read(path, { call }) {
    const [id, query] = path.split("?");
    const page = Number(new URLSearchParams(query).get("page") ?? 1);
    return (await invoke(readDraftPages, { id, page }, call)).output;
  },

  async complete(typed, { call }) {
    const { output } = await invoke(listMyDrafts, { per_page: 100 }, call);
    return output.items.map(({ id }) => id).filter((id) => id.startsWith(typed));
  },
};
