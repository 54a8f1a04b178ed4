import { DRAFT_FIELDS, type DraftFieldName } from "#domain/listings/fields.ts";
import type { OwnField } from "#domain/listings/own-fields.ts";
import { type DraftChanges, type DraftView, partsOf, undoOf, valuesOf } from "./draft-form.ts";
import type { Outcome } from "./editor-frame.ts";
import { ownInput } from "./own-inputs.ts";

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

/** The key, if the part is a field of this directory. */
export const keyIn = (part: string): string | undefined => /^attributes\.(.+)$/.exec(part)?.[1];

/** What the operation takes: texts of fields of this directory become values. */
export function wired(
  { attributes, ...changes }: DraftChanges,
  fields: readonly OwnField[],
  own: Record<string, unknown> = {},
): Record<string, unknown> {
  const all = { ...(attributes && { attributes: ownInput(fields, attributes) }), ...own };
  return { ...changes, ...(Object.keys(all).length > 0 && { own: all }) };
}

/** The pressed button: "save", "lock.tagline", "mine.faqs", "undo.KEY". Undefined if unknown. */
export function readAct(text: string, parts: readonly string[]): Act | undefined {
  const [word = "", ...rest] = text.split(".");
  const name = rest.join(".");
  if (isFieldAct(word)) {
    const part = parts.includes(name) ? name : `fields.${name}`;
    const isKnown =
      parts.includes(part) && (word === "mine" || word === "theirs" || (fieldIn(part) ?? keyIn(part)) !== undefined);
    return isKnown ? { kind: word, part } : undefined;
  }
  if (word === "choose") {
    const part = `fields.${rest[0]}`;
    return fieldIn(part) ? { kind: word, part, value: rest.slice(1).join(".") } : undefined;
  }
  if (word === "undo") return { kind: word, id: name };
  return word === "submit" || word === "preview" || word === "autosave" ? { kind: word } : { kind: "save" };
}

export const without = (
  { fields = {}, attributes = {}, ...sections }: DraftChanges,
  parts: Iterable<string>,
): DraftChanges => {
  const left = new Set(parts);
  const rest = Object.entries(fields).filter(([name]) => !left.has(`fields.${name}`));
  const own = Object.entries(attributes).filter(([key]) => !left.has(`attributes.${key}`));
  return {
    ...(own.length > 0 && { attributes: Object.fromEntries(own) }),
    ...(rest.length > 0 && { fields: Object.fromEntries(rest) }),
    ...Object.fromEntries(Object.entries(sections).filter(([name]) => !left.has(name))),
  };
};

export function inputOf(act: Act, all: DraftChanges, own: readonly OwnField[]): Record<string, unknown> {
  const name = "part" in act && fieldIn(act.part);
  const key = "part" in act && keyIn(act.part);
  if (key) {
    const isReplaced = act.kind === "restore" || act.kind === "regenerate";
    const isAct = isReplaced || act.kind === "lock" || act.kind === "unlock";
    return wired(isReplaced ? without(all, [act.part]) : all, own, isAct ? { [act.kind]: [key] } : {});
  }
  const changes = wired(all, own);
  if (!name) return changes;
  switch (act.kind) {
    case "lock":
      return { ...changes, lock_fields: [name] };
    case "unlock":
      return { ...changes, unlock_fields: [name] };
    case "restore":
      return { ...wired(without(all, [act.part]), own), restore: [name] };
    case "choose":
      return { ...changes, fields: { ...all.fields, [name]: act.value } };
    case "regenerate":
      return { ...wired(without(all, [act.part]), own), regenerate: [name] };
    default:
      return changes;
  }
}

export function outcomeOf(act: Exclude<Act, Undo>, saved: DraftView): Outcome | undefined {
  if (!("part" in act)) return undefined;
  if (act.kind !== "regenerate") return act.kind;
  const outcome = saved.regenerated?.[fieldIn(act.part) ?? act.part];
  return !outcome || !saved.regenerated_by_rules ? outcome : outcome === "changed" ? "ruled" : "failed";
}

type Back = { input: DraftChanges; before: string };

export function backOf(act: Act, draft: DraftView, saved: DraftView, { fields = {} }: DraftChanges): Back | undefined {
  const name = "part" in act && fieldIn(act.part);
  const key = "part" in act && keyIn(act.part);
  if (act.kind === "lock" || act.kind === "unlock") return undefined;
  if (key) {
    const input = undoOf(draft, saved, act.part);
    return input && { input, before: valuesOf(draft).attributes[key] ?? "" };
  }
  if (!name) return undefined;
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
