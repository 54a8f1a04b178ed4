import type { CallToolResult } from "@modelcontextprotocol/server";
import { Document } from "../tools/document.ts";
import type { ToolAnswer } from "./catalogue.ts";

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
    content: [{ type: "text", text: documentOf(answer).body }],
    structuredContent: output,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}
