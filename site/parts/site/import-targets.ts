import { fieldOf, isFieldName, labelOf } from "#domain/listings/fields.ts";
import { OWN_KINDS, type OwnField } from "#domain/listings/own-fields.ts";
import type { ImportColumn } from "#domain/site/import.ts";
import { type Text, t } from "#languages/words.ts";
import { OLD_ADDRESS, OWN, SOCIAL } from "#transfer/table/headings.ts";

const OTHERS: Record<string, Text> = {
  url: t`Website`,
  launched_at: t`Launch date`,
  [OLD_ADDRESS]: t`Old address`,
};

const fieldOfTarget = (target: string, own: readonly OwnField[]): OwnField | undefined =>
  target.startsWith(OWN) ? own.find(({ key }) => OWN + key === target) : undefined;

/** What a column can become, in words. */
export function targetLabel(target: string, own: readonly OwnField[]): Text {
  const field = fieldOfTarget(target, own);
  if (field) return t`Field: ${field.label}`;
  if (target.startsWith(SOCIAL)) return t`Profile: ${target.slice(SOCIAL.length)}`;
  return OTHERS[target] ?? labelOf(target);
}

/** How its cells are read. */
export function readAs({ to, isNew, hasCommas }: ImportColumn, own: readonly OwnField[]): Text | undefined {
  if (to === "") return undefined;
  const field = fieldOfTarget(to, own) ?? (to.startsWith(OWN) ? isNew : undefined);
  if (field) return OWN_KINDS[field.kind];
  if (to === "url" || to === OLD_ADDRESS || to.startsWith(SOCIAL)) return t`Link`;
  if (to === "launched_at") return t`Date`;
  if (!isFieldName(to)) return undefined;
  const { kind } = fieldOf(to);
  if (kind !== "list" && kind !== "categories") return t`Text`;
  return hasCommas ? t`List, split at commas` : t`List, split at semicolons`;
}
