import { onTestFinished, vi } from "vitest";

/** Takes the place of `AbortSignal.timeout` for one test: the time of all its signals is up when told. */
export function createDeadlines() {
  const open: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const deadline = new AbortController();
    open.push(deadline);
    return deadline.signal;
  });
  onTestFinished(() => timeout.mockRestore());
  return {
    pass() {
      for (const deadline of open.splice(0)) deadline.abort(new DOMException("It took too long.", "TimeoutError"));
    },
  };
}
