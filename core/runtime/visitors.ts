import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<true>();

/** Runs work for an anonymous request, which has no writes of its own to wait for. */
export const asVisitor = <T>(work: () => T): T => current.run(true, work);

export const isVisitor = (): boolean => current.getStore() === true;
