import { z } from "zod";

/**
 * Arguments as models and client libraries send them, made what a tool's schema expects: null is absent where it
 * has no meaning of its own, "" too for a tool that only reads, and a list or object may come as its JSON text.
 */
export function lenient(given: unknown, schema: z.ZodType, { isRead }: { isRead: boolean }): unknown {
  const inner = unwrapped(schema);
  const value = fromJsonText(given, inner);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    return mapped(value, (item) => lenient(item, inner.element as z.ZodType, { isRead }));
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return value;
  const entries = Object.entries(value);
  const kept = entries.flatMap(([name, held]): [string, unknown][] => {
    const property: z.ZodType | undefined = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
    if (!property) return [[name, held]];
    const isAbsent = held === null ? !property.safeParse(null).success : held === "" && isRead;
    return isAbsent ? [] : [[name, lenient(held, property, { isRead })]];
  });
  const isSame = kept.length === entries.length && kept.every(([name, held]) => value[name] === held);
  return isSame ? value : Object.fromEntries(kept);
}

/** Without what says that a value may be missing or null. */
function unwrapped(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return unwrapped(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodPipe ? unwrapped(schema.in as z.ZodType) : schema;
}

/** Some clients send what is nested as text. Text that is no JSON of the expected kind stays as it is. */
function fromJsonText(value: unknown, schema: z.ZodType): unknown {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
