import type { Request } from "express";
import { type Html, html } from "../../../core/text/html.ts";
import { GROUNDS, type Ground } from "../../../domain/moderation/report.ts";
import { beginningOf, lengthOf } from "../../../domain/text/text.ts";
import { choice, field, formText } from "../../kit/form.ts";
import { GROUND_LABELS } from "./decision-parts.ts";

const STATEMENT_MAX = 2000;
const RULE_MAX = 200;

/** What a decision to hide is based on. `id` tells the forms of a page apart. */
export const groundFields = (id: string): Html =>
  html`${choice({
    name: "ground",
    id: `ground-${id}`,
    label: "Based on",
    options: GROUNDS.map((ground) => [ground, GROUND_LABELS[ground]]),
    none: "Choose",
    hint: "Only if it is hidden.",
  })}
${field({
  name: "rule",
  id: `rule-${id}`,
  label: "Which law or which part of the terms",
  required: false,
  autocomplete: "off",
  maxLength: RULE_MAX,
})}`;

export const statementField = (id: string, hint: string, required = true): Html =>
  field({
    name: "statement",
    id: `statement-${id}`,
    label: "The reason",
    type: "textarea",
    rows: 4,
    hint,
    required,
    autocomplete: "off",
    maxLength: STATEMENT_MAX,
  });

export const groundsOf = (req: Request): { ground: Ground | null; rule: string | null } => ({
  ground: GROUNDS.find((known) => known === formText(req, "ground")) ?? null,
  rule: beginningOf(formText(req, "rule"), RULE_MAX) || null,
});

export const checkStatement = (text: string): string | undefined =>
  text === "" || lengthOf(text) > STATEMENT_MAX
    ? `Give the reason in at most ${STATEMENT_MAX.toLocaleString("en")} characters.`
    : undefined;
