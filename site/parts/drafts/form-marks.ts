import { hash } from "node:crypto";
import { type Html, html } from "#core/text/html.ts";
import { canonicalJson } from "#domain/text/canonical-json.ts";
import { t, type Words } from "#languages/words.ts";

/** The parts of a form that change independently, by name: "fields.tagline", "faqs". */
export type FormParts = readonly (readonly [part: string, value: unknown])[];
type Body = Record<string, unknown>;

/** A short hash of a part as it was shown, so that only the person's own changes are saved. */
const markOf = (value: unknown): string => hash("sha256", canonicalJson(value), "base64url").slice(0, 12);
export const isSame = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other);

/** The marks as hidden inputs. A part that was held back keeps the mark that it came with. */
export const markInputs = (now: FormParts, kept: Record<string, string> = {}): Html[] =>
  now.map(([part, value]) => html`<input type="hidden" name="was.${part}" value="${kept[part] ?? markOf(value)}">`);

/** The parts that the person changed since the form was shown; others may have changed the rest. */
export function changedParts(typed: FormParts, body: Body): Set<string> {
  const isChanged = ([part, value]: FormParts[number]): boolean => {
    const mark = body[`was.${part}`];
    return typeof mark === "string" && mark !== markOf(value);
  };
  return new Set(typed.filter(isChanged).map(([part]) => part));
}

/** Parts that the person and someone else changed since the form was shown, to different values. */
export function conflictsBetween(typed: FormParts, now: FormParts, body: Body): string[] {
  const changed = changedParts(typed, body);
  const mine = new Map(typed);
  return now
    .filter(([part, value]) => changed.has(part) && body[`was.${part}`] !== markOf(value))
    .filter(([part, value]) => !isSame(mine.get(part), value))
    .map(([part]) => part);
}

export const sentMarks = (body: Body, parts: readonly string[]): Record<string, string> =>
  Object.fromEntries(parts.map((part) => [part, String(body[`was.${part}`])]));

export function conflictWords(now: FormParts, part: string): Words {
  if (!part.startsWith("fields.")) return t`This was changed elsewhere. Your version is shown.`;
  const text = [new Map(now).get(part)].flat().join(", ");
  return text ? t`This was changed elsewhere to: ${text}` : t`This was removed elsewhere.`;
}

export const joinEntries = (entries: readonly string[]): string =>
  entries.map((entry) => (/[,،、，"\n]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry)).join(", ");

/** The entries of such a line, with commas of any script; lines of their own count as well. */
export const splitEntries = (text: string): string[] =>
  (text.match(/\s*"(?:[^"]|"")*"\s*(?=[,،、，\n]|$)|[^,،、，\n]+/g) ?? [])
    .map((entry) => entry.trim())
    .map((entry) => (/^".*"$/s.test(entry) ? entry.slice(1, -1).replaceAll('""', '"') : entry).trim())
    .filter(Boolean);
