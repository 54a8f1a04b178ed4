import { onceFor } from "../core/runtime/once-for.ts";
import { openApi } from "../resources/openapi.ts";
import type { Lists } from "./lists.ts";

/**
 * Constant large results are serialised once. The server returns an empty list or text, which the
 * SDK checks and frames like any other, and `content` then replaces `hole`.
 */
export type Filling = { hole: string; content: string };

/** The content for `method`; `uri` is for resources/read only. */
export type FindFilling = (message: { method?: unknown; params?: { uri?: unknown } }) => Filling | undefined;

export const EMPTY_LISTS: Lists = {
  tools: { tools: [] },
  resources: { resources: [] },
  templates: { resourceTemplates: [] },
  prompts: { prompts: [] },
};

/** Inside strings, quotation marks are escaped, so client input can never contain the hole. */
const fillingOf = (name: string, empty: unknown, value: unknown): Filling => ({
  hole: `"${name}":${JSON.stringify(empty)}`,
  content: `"${name}":${JSON.stringify(value)}`,
});

export function createFillings(lists: Lists, openApiDocument: () => object): FindFilling {
  const listed = new Map<unknown, Filling>([
    ["tools/list", fillingOf("tools", [], lists.tools.tools)],
    ["prompts/list", fillingOf("prompts", [], lists.prompts.prompts)],
    ["resources/templates/list", fillingOf("resourceTemplates", [], lists.templates.resourceTemplates)],
  ]);
  const document = onceFor(openApiDocument, (found) => fillingOf("text", "", JSON.stringify(found)));
  return ({ method, params }) => {
    if (method !== "resources/read" || params?.uri !== openApi.uri) return listed.get(method);
    return document();
  };
}

export async function fill(response: Response, { hole, content }: Filling): Promise<Response> {
  const text = await response.text();
  return new Response(
    text.replace(hole, () => content),
    response,
  );
}
