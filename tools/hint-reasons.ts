import { ADVANCE, type Annotations, ASK, CREATE, READ, REDRAFT, REPLACE, SEND } from "./define.ts";

/** What a tool does that makes each hint true or false: "add_milestone" + reason is a sentence. */
export type HintReasons = Record<keyof Annotations, string>;

const reading: HintReasons = {
  readOnlyHint: "only reads, and stores and sends nothing",
  destructiveHint: "changes, deletes and sends nothing",
  idempotentHint: "reads, so a repeated call has no further effect",
  openWorldHint: "answers from this directory's own database and contacts no other service",
};
const creating: HintReasons = {
  readOnlyHint: "adds a record to the signed-in account",
  destructiveHint: "only adds, and never overwrites, deletes or sends what exists",
  idempotentHint: "adds again when it is called again",
  openWorldHint: "changes what public pages show or reads a website that the person named",
};
const advancing: HintReasons = {
  ...creating,
  readOnlyHint: "moves a record of the signed-in account to another state",
  destructiveHint: "only changes a state, and never overwrites or deletes what a person wrote",
  idempotentHint: "reaches the same state when it is called again",
  openWorldHint: "decides what public pages show and when",
};
const replacing: HintReasons = {
  ...advancing,
  readOnlyHint: "changes records of the signed-in account",
  destructiveHint: "replaces or deletes values that were stored before",
  idempotentHint: "stores the same values when it is called again",
  openWorldHint: "can change what public pages show",
};

const REASONS = new Map<Annotations, HintReasons>([
  [READ, reading],
  [ASK, { ...reading, openWorldHint: "asks another service, such as the EU register of VAT numbers" }],
  [CREATE, creating],
  [ADVANCE, advancing],
  [
    SEND,
    {
      ...creating,
      readOnlyHint: "adds a record and can send email",
      destructiveHint: "can send email, which cannot be taken back",
      openWorldHint: "can send email to people outside the conversation",
    },
  ],
  [REPLACE, replacing],
  [REDRAFT, { ...replacing, idempotentHint: "can draft values anew, which may differ at each call" }],
]);

export function hintReasons({ name, annotations }: { name: string; annotations: Annotations }): HintReasons {
  const reasons = REASONS.get(annotations);
  if (!reasons) throw new Error(`tools/hint-reasons.ts says nothing about the annotations of ${name}.`);
  const sentence = (hint: keyof Annotations) => `${name} ${reasons[hint]}.`;
  return {
    readOnlyHint: sentence("readOnlyHint"),
    destructiveHint: sentence("destructiveHint"),
    idempotentHint: sentence("idempotentHint"),
    openWorldHint: sentence("openWorldHint"),
  };
}
