export type Batches = {
  /** Writes soon, or at once if much is waiting. */
  soon(isMuch: boolean): void;
  flush(): Promise<void>;
};

/** Calls `write` for what was collected, one batch after another. */
export function createBatches(write: () => Promise<void>, everyMs: number): Batches {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }
  return {
    flush,
    soon(isMuch) {
      if (isMuch) void flush();
      else timer ??= setTimeout(flush, everyMs).unref();
    },
  };
}
