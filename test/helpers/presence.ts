import type { Presence } from "../../store/sqlite/presence.ts";

/** A process by name, whose neighbours are what the test says. */
export const presenceOf = (id = "one", neighbours: { gone: string[] } = { gone: [] }): Presence => ({
  id,
  look: () => ({ alive: [], ...neighbours }),
  forget: () => undefined,
  leave: () => undefined,
});
