import { lengthOf } from "../text/text.ts";

/** A link in the header. A page of ours without a label has its own name. */
export type MenuEntry = { to: string; label: string | null };

export const MENU_LIMITS = { entries: 20, label: 40, url: 500 } as const;
/** So many stand in the header; "More" has the others. */
export const STANDING = 5;

const ADDRESS = /^(https?:\/\/\S+|mailto:\S+@\S+|\/(?!\/)\S*)$/i;
export const isMenuAddress = (to: string): boolean => ADDRESS.test(to) && lengthOf(to) <= MENU_LIMITS.url;

/** The list with one entry a place further; out of range, nothing moves. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const rest = [...list];
  const to = from + by;
  if (from < 0 || from >= rest.length || to < 0 || to >= rest.length) return rest;
  rest.splice(to, 0, ...rest.splice(from, 1));
  return rest;
}
