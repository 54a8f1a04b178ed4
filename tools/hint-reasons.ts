import reasons from "#data/hint-reasons.json" with { type: "json" };
import { keysOf } from "#domain/text/keys.ts";
import { ADVANCE, type Annotations, ASK, CREATE, READ, REDRAFT, REPLACE, SEND } from "./define.ts";

/** What a tool does that makes each hint true or false: "add_milestone" + reason is a sentence. */
export type HintReasons = Record<keyof Annotations, string>;

const KINDS = { READ, ASK, CREATE, ADVANCE, SEND, REPLACE, REDRAFT };

export function hintReasons({ name, annotations }: { name: string; annotations: Annotations }): HintReasons {
  const kind = keysOf(KINDS).find((one) => KINDS[one] === annotations);
  if (!kind) throw new Error(`data/hint-reasons.json says nothing about the annotations of ${name}.`);
  const sentence = (hint: keyof Annotations) => `${name} ${reasons[kind][hint]}.`;
  return {
    readOnlyHint: sentence("readOnlyHint"),
    destructiveHint: sentence("destructiveHint"),
    idempotentHint: sentence("idempotentHint"),
    openWorldHint: sentence("openWorldHint"),
  };
}
