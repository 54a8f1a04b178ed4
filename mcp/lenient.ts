import { z } from "zod";
import { isRecord } from "#domain/text/record.ts";

/**
 * Arguments as models and client libraries send them, made what a tool's schema expects: null is absent where it
 * has no meaning of its own, "" too for a tool that only reads, and a list or object may come as its JSON text.
 */
export function lenient(given: unknown, schema: z.core.$ZodType, { isRead }: { isRead: boolean }): unknown {
  const inner = unwrapped(schema);
  const value = fromJsonText(given, inner);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return mapped(value, (item) => lenient(item, inner.element, { isRead }));
  if (!(inner instanceof z.ZodObject) || !isRecord(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.flatMap(([name, held]): [string, unknown][] => {
    const property: z.core.$ZodType | undefined = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
    if (!property) return [[name, held]];
    const isAbsent = held === null ? !z.safeParse(property, null).success : held === "" && isRead;
    return isAbsent ? [] : [[name, lenient(held, property, { isRead })]];
  });
  const isSame = kept.length === entries.length && kept.every(([name, held]) => value[name] === held);
  return isSame ? value : Object.fromEntries(kept);
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap());
  return schema instanceof z.ZodPipe ? unwrapped(schema.in) : schema;
}

function fromJsonText(value: unknown, schema: z.core.$ZodType): unknown {
  const start = schema instanceof z.ZodArray ? "[" : schema instanceof z.ZodObject ? "{" : undefined;
  if (typeof value !== "string" || start === undefined || !value.trimStart().startsWith(start)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

/** The same list if nothing changes, because answers are remembered by their input. */
function mapped<T>(list: readonly T[], change: (item: T) => T): readonly T[] {
  const changed = list.map(change);
  return changed.every((item, at) => item === list[at]) ? list : changed;
}
