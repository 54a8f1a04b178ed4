export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members of a value whose shape is unknown; none if it is no object. */
export const membersOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
