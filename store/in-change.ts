import { AsyncLocalStorage } from "node:async_hooks";

/** The change that the running code is part of; closed for work that outlives it. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

export function inChange<T>(work: () => Promise<T>): Promise<T> {
  const change = { isOpen: true };
  return current.run(change, work).finally(() => {
    change.isOpen = false;
  });
}

export const isInChange = (): boolean => current.getStore()?.isOpen === true;

/** `what` would deadlock inside a change, see old data or block every write. */
export function refuseInChange(what: string, instead: string): void {
  if (isInChange()) throw new Error(`${what} was called inside a change. ${instead}`);
}

/** A query that was not awaited would run in another change, or in none. */
export function requireChange(query: string): void {
  if (!isInChange())
    throw new Error(`A query of a change ran when the change was over. Await it. The query: ${query.slice(0, 200)}`);
}

export const outsideChanges =
  <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
  (...args: A): R => {
    refuseInChange(name, "Call it first, then save its result in a change.");
    return call(...args);
  };

/** Binds a function to the current context: what it starts is not part of its caller's change. */
export function detached<A extends unknown[], R>(call: (...args: A) => R): (...args: A) => R {
  const outside = AsyncLocalStorage.snapshot();
  return (...args) => outside(call, ...args);
}
