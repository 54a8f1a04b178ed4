/** A value that is always there. If it is missing, that is a bug in the caller, so this throws. */
export function given<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Error("A value is missing.");
  return value;
}
