/** A link in the header. A page of ours without a label has its own name. */
export type MenuEntry = { to: string; label: string | null };

export const MENU_LIMITS = { label: 40 } as const;

/** What a moved entry leaves behind; out of range, nothing moves. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const rest = [...list];
  const to = from + by;
  if (from < 0 || from >= rest.length || to < 0 || to >= rest.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}
