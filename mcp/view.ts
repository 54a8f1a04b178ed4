import type { CallToolResult } from "@modelcontextprotocol/server";
import { Document } from "../tools/document.ts";

/** The result of a call. `retryAfter` are the seconds after which to call again. */
export type ToolAnswer = {
  readonly output: Record<string, unknown>;
  /** The output as text, if it is kept. */
  document?: Document | undefined;
  replayed?: boolean;
  retryAfter?: number | undefined;
};

/** The output as text, written once. */
export const documentOf = (answer: ToolAnswer): Document =>
  answer.document ?? new Document(JSON.stringify(answer.output));

/** The same JSON as text for models and structured for programs. */
export function viewAnswer(answer: ToolAnswer): CallToolResult {
  const { output, replayed, retryAfter } = answer;
  const meta = {
    ...(retryAfter !== undefined && { "dev.debut/retry-after": retryAfter }),
    ...(replayed && { "dev.debut/idempotent-replayed": true }),
  };
  return {
    content: [{ type: "text", text: documentOf(answer).text }],
    structuredContent: output,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}
