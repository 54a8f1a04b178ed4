import type { Request, Response } from "express";
import { cleanText } from "../domain/text.ts";
import { type Html, html, type Part } from "./html.ts";

/** One field of a sent form as clean, trimmed text; "" when it is absent or sent twice. */
export function formText(req: Request, name: string): string {
  const value: unknown = req.body?.[name];
  return typeof value === "string" ? cleanText(value).trim() : "";
}

/** A password exactly as it was typed. */
export function formSecret(req: Request, name: string): string {
  const value: unknown = req.body?.[name];
  return typeof value === "string" ? value : "";
}

/** All ticked boxes of one name. */
export function formList(req: Request, name: string): string[] {
  const value: unknown = req.body?.[name];
  return [value].flat().filter((item) => typeof item === "string");
}

/** A parameter of the address; "" when it is absent or given twice. */
export function queryText(req: Request, name: string): string {
  const value = req.query[name];
  return typeof value === "string" ? value : "";
}

/** The hidden field every form needs. */
export const csrfField = (res: Response): Html =>
  html`<input type="hidden" name="csrf" value="${res.locals.session?.csrf}">`;

export type Faults = Record<string, string | undefined>;
export const hasFaults = (faults: Faults): boolean => Object.values(faults).some(Boolean);

type Field = {
  name: string;
  label: string;
  type?: "text" | "email" | "password";
  value?: string | undefined;
  hint?: Part;
  fault?: string | undefined;
  autocomplete: string;
  required?: boolean;
  maxLength?: number;
  minLength?: number;
};

/** A label, a hint, an input and what is wrong with it, tied together for screen readers. */
export function field({
  name,
  label,
  type = "text",
  value,
  hint,
  fault,
  autocomplete,
  required = true,
  maxLength = 254,
  minLength,
}: Field): Html {
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxLength}"${[
    minLength !== undefined && html` minlength="${minLength}"`,
    required && html` required`,
    described && html` aria-describedby="${described}"`,
    fault && html` aria-invalid="true"`,
    type === "email" && html` autocapitalize="none" spellcheck="false"`,
  ]}>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}

/** What is wrong, above a form that came back. */
export const formFault = (text: string | undefined): Html | undefined =>
  text ? html`<div class="notice bad" role="alert">${text}</div>` : undefined;
