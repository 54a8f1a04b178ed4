import type { z } from "zod";
import { AppError } from "#core/errors/errors.ts";
import { ALL_FIELDS, labelOf } from "#domain/listings/fields.ts";
import { dayText } from "#domain/time/date-words.ts";
import { formatted, say, type Text, type Words } from "#languages/words.ts";
import type { AnyTool } from "#tools/define.ts";
import { tools } from "#tools/index.ts";
import { type Answer, type Call, invoke } from "#tools/invoke.ts";
import type { Faults } from "./form.ts";

export type Attempt<O> = { output: O; error?: undefined } | { output?: undefined; error: AppError };

/** Runs the operation behind a form, like `attemptTo`. */
export const attempt = <O extends z.ZodObject>(
  tool: AnyTool & { output: O },
  input: unknown,
  call: Omit<Call, "interface">,
): Promise<Attempt<Answer<z.output<O>>["output"]>> =>
  attemptTo(async () => (await invoke(tool, input, { ...call, interface: "site" })).output);

/** Runs what a form asks for. Returns errors that the person can fix or wait for, throws others. */
export async function attemptTo<O>(work: () => Promise<O>): Promise<Attempt<O>> {
  try {
    return { output: await work() };
  } catch (error) {
    if (error instanceof AppError && (error.status === 400 || error.status === 429)) return { error };
    throw error;
  }
}

const OPERATION = new RegExp(`\\b(${tools.map(({ name }) => name).join("|")})\\b`);

/** Names that are no words: short_description, usps. */
const FIELD = new RegExp(`\\b(${ALL_FIELDS.filter((name) => /_|usps/.test(name)).join("|")})\\b`, "g");

const DAY = /\b\d{4}-\d{2}-\d{2}\b/g;

/** An error for people: without sentences for programs, with labels for fields and words for days. */
export const plainWords = (text: Text): Words =>
  formatted((language) => {
    const whole = say(text, language);
    const sentences = whole.split(/(?<=[.?!。؟।]) (?=\p{Lu})/u).filter((sentence) => !OPERATION.test(sentence));
    return (sentences.join(" ") || whole)
      .replace(FIELD, (name) => say(labelOf(name), language))
      .replace(DAY, (day) => say(dayText(day), language));
  });

/** The faults of a form by input: "faqs.0.answer" for the pointer /faqs/0/answer. */
export const faultsByName = ({ faults }: AppError): Faults =>
  Object.fromEntries(
    faults.map(({ pointer = "", detail }) => [pointer.slice(1).replaceAll("/", "."), plainWords(detail)]),
  );
