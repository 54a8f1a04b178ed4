import type { CallToolResult } from "@modelcontextprotocol/server";
import { type AnyTool, THIRD_PARTY } from "#tools/define.ts";
import { Document } from "#tools/document.ts";
import { jsonForModels, mayLead } from "./text-for-models.ts";

/** The result of a call. `retryAfter` are the seconds after which to call again. */
export type ToolAnswer = {
  readonly output: Record<string, unknown>;
  document?: Document | undefined;
  replayed?: boolean;
  retryAfter?: number | undefined;
};

export const documentOf = (answer: ToolAnswer): Document =>
  answer.document ?? new Document(JSON.stringify(answer.output));

const forms = new WeakMap<Document, Document>();

/** The document without pictures, and without links to anything but websites; mostly it is the same. */
export function documentForModels(document: Document): Document {
  if (!mayLead(document.body)) return document;
  const known = forms.get(document);
  if (known) return known;
  const [text, json] = [document.text, jsonForModels(document.text)];
  const form = json === text ? document : new Document(json);
  forms.set(document, form).set(form, form);
  return form;
}

export function answerForModels(answer: ToolAnswer): ToolAnswer {
  const given = documentOf(answer);
  const document = documentForModels(given);
  if (document === given) return answer.document ? answer : { ...answer, document };
  const { replayed = false, retryAfter } = answer;
  return { replayed, retryAfter, document, output: JSON.parse(document.text) };
}

export const UNTRUSTED = { "dev.debut/untrusted": true };
type Marked = Pick<AnyTool, "isOwnText"> & { isOneText?: true };

/** The texts of a result after its JSON. */
export const noticesOf = ({ isOwnText, isOneText }: Marked) =>
  isOwnText || isOneText ? [] : [{ type: "text" as const, text: THIRD_PARTY }];

export function viewAnswer(answer: ToolAnswer, tool: Marked): CallToolResult {
  const { output, replayed, retryAfter } = answer;
  const meta = {
    ...(!tool.isOwnText && UNTRUSTED),
    ...(retryAfter !== undefined && { "dev.debut/retry-after": retryAfter }),
    ...(replayed && { "dev.debut/idempotent-replayed": true }),
  };
  return {
    content: [{ type: "text", text: documentOf(answer).text }, ...noticesOf(tool)],
    structuredContent: output,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}
