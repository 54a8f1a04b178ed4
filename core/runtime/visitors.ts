import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<true>();

/** Runs what answers a request of nobody in particular: it has written nothing that it could miss. */
export const asVisitor = <T>(work: () => T): T => current.run(true, work);

export const isVisitor = (): boolean => current.getStore() === true;
