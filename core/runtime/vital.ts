import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<true>();

/** Runs what shows others that this process is alive, on connections that nothing else takes. */
export const vitally = <T>(work: () => T): T => current.run(true, work);

export const isVital = (): boolean => current.getStore() === true;
