import { constants, setPriority } from "node:os";
import { parentPort, type Worker } from "node:worker_threads";
import { limitCpu } from "./cpu-limit.ts";
import { type SHIPPED_THREADS, startThread } from "./shipped.ts";

/** What a thread can do, by name. Inputs and results must be cloneable. */
type Jobs = Record<string, (input: never) => unknown>;
type Name<J extends Jobs> = keyof J & string;
type Input<J extends Jobs, N extends Name<J>> = Parameters<J[N]>[0];
type Result<J extends Jobs, N extends Name<J>> = Awaited<ReturnType<J[N]>>;

type Request<J extends Jobs> = { name: Name<J>; input: Input<J, Name<J>> };
/** The first message says that all modules are loaded. `code` is the error's code, if it has one. */
type Reply = "ready" | { result: unknown } | { error: string; code: string | undefined };

/** Why a job has no result: it took too long or too much memory, it threw (`code` is its error's), or its thread ended. */
export class ThreadFailure extends Error {
  override readonly name = "ThreadFailure";
  readonly reason: "deadline" | "memory" | "threw" | "ended";
  readonly code: string | undefined;

  constructor(reason: ThreadFailure["reason"], message: string, code?: string) {
    super(message);
    this.reason = reason;
    this.code = code;
  }
}

export type Thread<J extends Jobs> = {
  /** Throws ThreadFailure, or the reason of the signal. */
  run<N extends Name<J>>(name: N, input: Input<J, N>, signal?: AbortSignal): Promise<Result<J, N>>;
  close(): Promise<void>;
};

type ThreadOptions<J extends Jobs> = {
  /** CPU time of a job: on a busy machine it may wait longer than it works. */
  timeoutMs: number;
  memoryMb: number;
  /** Roughly proportional to the time that a job takes. Jobs of one size run in the order of their requests. */
  sizeOf?: (input: Input<J, Name<J>>) => number;
};

/** Loading the modules does not count: on a busy machine it may take longer than the job. */
const START_MS = 60_000;

type Task<J extends Jobs> = Request<J> & {
  size: number;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/**
 * Work on untrusted input, one job at a time in a thread that ends with a job over its limits. The
 * smallest waiting job runs first, by `sizeOf`: who sends much delays only others who do.
 */
export function createThread<J extends Jobs>(
  module: (typeof SHIPPED_THREADS)[number],
  { timeoutMs, memoryMb, sizeOf = () => 0 }: ThreadOptions<J>,
): Thread<J> {
  const waiting: Task<J>[] = [];
  let thread: { worker: Worker; isReady: boolean } | null = null;
  let isBusy = false;
  let isClosed = false;

  function start() {
    const worker = startThread(module, { resourceLimits: { maxOldGenerationSizeMb: memoryMb }, stderr: true });
    const started = { worker, isReady: false };
    const forget = (): void => {
      if (thread === started) thread = null;
    };
    worker.on("error", forget).on("exit", forget);
    return started;
  }

  function next(): void {
    if (isBusy) return;
    const smallest = waiting.reduce((least, task, at) => (task.size < waiting[least]!.size ? at : least), 0);
    const [task] = waiting.splice(smallest, 1);
    if (!task) return;
    isBusy = true;
    thread ??= start();
    void perform(thread, task).finally(() => {
      isBusy = false;
      next();
    });
  }

  /** Settles the task and never rejects itself. */
  const perform = (active: NonNullable<typeof thread>, { name, input, signal, resolve, reject }: Task<J>) =>
    new Promise<void>((done) => {
      const { worker } = active;
      const settle = (outcome: () => void): void => {
        stopWatch();
        worker.off("message", onMessage).off("error", onError).off("exit", onExit);
        signal?.removeEventListener("abort", onAbort);
        worker.unref();
        outcome();
        done();
      };
      const kill = (error: Error): void => {
        if (thread === active) thread = null;
        settle(() => reject(error));
        void worker.terminate();
      };
      const killLate = (): void => kill(new ThreadFailure("deadline", `It took longer than ${timeoutMs} ms.`));
      const onMessage = (reply: Reply): void => {
        if (reply === "ready") {
          active.isReady = true;
          stopWatch();
          stopWatch = limitCpu(worker, timeoutMs, killLate);
        } else if ("result" in reply) settle(() => resolve(reply.result));
        else settle(() => reject(new ThreadFailure("threw", reply.error, reply.code)));
      };
      const onError = (error: Error & { code?: string }): void =>
        kill(
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? new ThreadFailure("memory", `It needed more than ${memoryMb} MB.`)
            : new ThreadFailure("ended", error.message),
        );
      const onExit = (): void => kill(new ThreadFailure("ended", "The thread ended before it answered."));
      const onAbort = (): void => kill(signal?.reason instanceof Error ? signal.reason : new Error("Cancelled."));
      let stopWatch = limitCpu(worker, active.isReady ? timeoutMs : START_MS, killLate);
      worker.ref();
      worker.on("message", onMessage).on("error", onError).on("exit", onExit);
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort, { once: true });
      worker.postMessage({ name, input } satisfies Request<J>);
    });

  return {
    run: <N extends Name<J>>(name: N, input: Input<J, N>, signal?: AbortSignal) =>
      new Promise<Result<J, N>>((resolve, reject) => {
        if (isClosed) return reject(new Error("The thread is closed."));
        // The thread has the same table of jobs, so a result belongs to the job of that name.
        waiting.push({
          name,
          input,
          size: sizeOf(input),
          signal,
          resolve: resolve as (result: unknown) => void,
          reject,
        });
        next();
      }),
    async close() {
      isClosed = true;
      for (const task of waiting.splice(0)) task.reject(new Error("The thread is closed."));
      const last = thread;
      thread = null;
      await last?.worker.terminate();
    },
  };
}

/** The other end, in the thread itself: runs the jobs of these names. */
export function answerWith<J extends Jobs>(jobs: J): void {
  // Whoever waits for a page comes first. Elsewhere the priority would be that of the whole program.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const answer = (reply: Reply): void => parentPort?.postMessage(reply);
  parentPort?.on("message", async ({ name, input }: Request<J>) => {
    try {
      answer({ result: await jobs[name]!(input as never) });
    } catch (error) {
      const { message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
      answer({ error: message ?? "unknown error", code: typeof code === "string" ? code : undefined });
    }
  });
  answer("ready");
}
