import { AsyncLocalStorage } from "node:async_hooks";

/** The change that the running code is part of; closed for work that it started and left behind. */
const current = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of one change. */
export function inChange<T>(work: () => Promise<T>): Promise<T> {
  const change = { isOpen: true };
  return current.run(change, work).finally(() => {
    change.isOpen = false;
  });
}

/** Throws inside a change, where `what` would wait for ever, see old data or hold up every write. */
export function refuseInChange(what: string, instead: string): void {
  if (current.getStore()?.isOpen) throw new Error(`${what} was called inside a change. ${instead}`);
}

/** A function that reaches outside the program, refused inside a change. */
export const outsideChanges =
  <A extends unknown[], R>(name: string, call: (...args: A) => R) =>
  (...args: A): R => {
    refuseInChange(name, "Call it first, then write what it gave in a change.");
    return call(...args);
  };

/** A function that runs as if it was called here: what it starts is no part of its caller's change. */
export function detached<A extends unknown[]>(call: (...args: A) => void): (...args: A) => void {
  const outside = AsyncLocalStorage.snapshot();
  return (...args) => outside(call, ...args);
}
