import { DRAFT_FIELDS, type DraftFieldName } from "../../../domain/listings/fields.ts";
import { type DraftChanges, type DraftView, partsOf, undoOf, valuesOf } from "./draft-form.ts";
import type { Outcome } from "./editor-frame.ts";

export const FIELD_ACTS = ["lock", "unlock", "restore", "regenerate", "mine", "theirs", "upload"] as const;
type FieldAct = (typeof FIELD_ACTS)[number];
export type Act =
  | { kind: "save" | "submit" | "preview" | "autosave" }
  | { kind: FieldAct; part: string }
  | { kind: "choose"; part: string; value: string }
  | Undo;
type Undo = { kind: "undo"; id: string };

const isFieldAct = (word: string): word is FieldAct => FIELD_ACTS.some((act) => act === word);
export const fieldIn = (part: string): DraftFieldName | undefined =>
  DRAFT_FIELDS.find((name) => part === `fields.${name}`);

/** The pressed button: "save", "lock.tagline", "mine.faqs", "undo.KEY". Undefined if unknown. */
export function readAct(text: string, parts: readonly string[]): Act | undefined {
  const [word = "", ...rest] = text.split(".");
  const name = rest.join(".");
  if (isFieldAct(word)) {
    const part = parts.includes(name) ? name : `fields.${name}`;
    const isKnown = parts.includes(part) && (word === "mine" || word === "theirs" || fieldIn(part) !== undefined);
    return isKnown ? { kind: word, part } : undefined;
  }
  if (word === "choose") {
    const part = `fields.${rest[0]}`;
    return fieldIn(part) ? { kind: word, part, value: rest.slice(1).join(".") } : undefined;
  }
  if (word === "undo") return { kind: word, id: name };
  return word === "submit" || word === "preview" || word === "autosave" ? { kind: word } : { kind: "save" };
}

export const without = ({ fields = {}, ...sections }: DraftChanges, parts: Iterable<string>): DraftChanges => {
  const left = new Set(parts);
  const rest = Object.entries(fields).filter(([name]) => !left.has(`fields.${name}`));
  return {
    ...(rest.length > 0 && { fields: Object.fromEntries(rest) }),
    ...Object.fromEntries(Object.entries(sections).filter(([name]) => !left.has(name))),
  };
};

export function inputOf(act: Act, changes: DraftChanges): Record<string, unknown> {
  const name = "part" in act && fieldIn(act.part);
  if (!name) return changes;
  switch (act.kind) {
    case "lock":
      return { ...changes, lock_fields: [name] };
    case "unlock":
      return { ...changes, unlock_fields: [name] };
    case "restore":
      return { ...without(changes, [act.part]), restore: [name] };
    case "choose":
      return { ...changes, fields: { ...changes.fields, [name]: act.value } };
    case "regenerate":
      return { ...without(changes, [act.part]), regenerate: [name] };
    default:
      return changes;
  }
}

export function outcomeOf(act: Exclude<Act, Undo>, saved: DraftView): Outcome | undefined {
  if (!("part" in act)) return undefined;
  if (act.kind !== "regenerate") return act.kind;
  const outcome = saved.regenerated?.[fieldIn(act.part) ?? ""];
  return !outcome || !saved.regenerated_by_rules ? outcome : outcome === "changed" ? "ruled" : "failed";
}

type Back = { input: Record<string, unknown>; before: string };

export function backOf(act: Act, draft: DraftView, saved: DraftView, { fields = {} }: DraftChanges): Back | undefined {
  const name = "part" in act && fieldIn(act.part);
  if (!name || act.kind === "lock" || act.kind === "unlock") return undefined;
  const typed = fields[name];
  const was = valuesOf(draft).fields[name];
  const before = [typed === undefined ? was : (typed ?? "")].flat().join(", ");
  if (typed === undefined) {
    const input = undoOf(draft, saved, act.part);
    return input && { input, before };
  }
  const now = [valuesOf(saved).fields[name]].flat().join(", ");
  return now === before ? undefined : { input: { fields: { [name]: typed } }, before };
}

export const partNames = (draft: DraftView): string[] => partsOf(valuesOf(draft)).map(([part]) => part);
