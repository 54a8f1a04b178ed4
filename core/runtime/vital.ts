import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<true>();

/** Runs heartbeat work on reserved connections. */
export const vitally = <T>(work: () => T): T => current.run(true, work);

export const isVital = (): boolean => current.getStore() === true;
