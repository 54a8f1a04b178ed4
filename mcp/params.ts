import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { z } from "zod";
import { faultsOf } from "#core/errors/faults.ts";
import { inEnglish } from "#languages/words.ts";

const NO_CURSOR = "Each list has one page. Leave cursor out.";
const Page = z.looseObject({
  cursor: z
    .string()
    .refine(() => false, NO_CURSOR)
    .optional(),
});
const Uri = z.looseObject({ uri: z.string() });
const Task = z.looseObject({ taskId: z.string() });
const Reference = z
  .looseObject({ type: z.enum(["ref/prompt", "ref/resource"]) })
  .refine(
    ({ type, name, uri }) => typeof (type === "ref/prompt" ? name : uri) === "string",
    "A ref/prompt has a name, a ref/resource a uri.",
  );

/** What the handlers of these methods read. The SDK's own checks answer with its schema library's raw output. */
const PARAMS: Record<string, z.ZodObject> = {
  initialize: z.looseObject({
    protocolVersion: z.string(),
    capabilities: z.looseObject({}),
    clientInfo: z.looseObject({ name: z.string(), version: z.string() }),
  }),
  "tools/list": Page,
  "prompts/list": Page,
  "resources/list": Page,
  "resources/templates/list": Page,
  "skills/list": Page,
  "tools/call": z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.unknown()).optional() }),
  "prompts/get": z.looseObject({ name: z.string(), arguments: z.record(z.string(), z.string()).optional() }),
  "resources/read": Uri,
  "skills/get": Uri,
  "tasks/get": Task,
  "tasks/update": Task,
  "tasks/cancel": Task,
  "subscriptions/listen": z.looseObject({ notifications: z.looseObject({}) }),
  "completion/complete": z.looseObject({
    ref: Reference,
    argument: z.looseObject({ name: z.string(), value: z.string() }),
  }),
};

/** Throws a ProtocolError that says what to send instead. */
export function checkParams(method: string, params: unknown = {}): void {
  const schema = PARAMS[method];
  const parsed = schema?.safeParse(params, { reportInput: true });
  if (!schema || !parsed?.error) return;
  const faults = faultsOf(parsed.error, schema).map(
    ({ pointer, detail }) => `params${pointer ?? ""}: ${inEnglish(detail)}`,
  );
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, faults.join(" "));
}
