import { constants, setPriority } from "node:os";
import { parentPort, type Worker } from "node:worker_threads";
import { codeOf, messageOf } from "#domain/text/failure.ts";
import { given } from "#domain/text/given.ts";
import { limitCpu } from "./cpu-limit.ts";
import { type SHIPPED_THREADS, startThread } from "./shipped.ts";

/** As a method, so that jobs with any input fit. `Input` types what each is called with. */
type Jobs = Record<string, { job(input: unknown): unknown }["job"]>;
type Name<J extends Jobs> = keyof J & string;
type Input<J extends Jobs, N extends Name<J>> = Parameters<J[N]>[0];
type Result<J extends Jobs, N extends Name<J>> = Awaited<ReturnType<J[N]>>;

type Request<J extends Jobs> = { name: Name<J>; input: Input<J, Name<J>> };
/**
 * The first message says that all modules are loaded. After `isLast`, the thread gets no more jobs.
 */
type Reply = "ready" | (({ result: unknown } | { error: string; code: string | undefined }) & { isLast: boolean });

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
  run<N extends Name<J>>(name: N, input: Input<J, N>, signal?: AbortSignal): Promise<Result<J, N>>;
  close(): Promise<void>;
};

type ThreadOptions<J extends Jobs> = {
  /** Limit on CPU time: on a busy machine a job may wait longer than it works. */
  timeoutMs: number;
  memoryMb: number;
  sizeOf?: (input: Input<J, Name<J>>) => number;
  ownerOf?: (input: Input<J, Name<J>>) => string;
  idleMs?: number;
};

/** Loading modules is not counted: on a busy machine it may take longer than the job. */
const START_MS = 60_000;

type Task<J extends Jobs> = Request<J> & {
  size: number;
  owner: string;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/**
 * Runs jobs on untrusted input one by one in a thread that is replaced after exceeding limits or
 * unexpected errors. Next is the smallest job (`sizeOf`) of the owner who used the least time.
 */
export function createThread<J extends Jobs>(
  module: (typeof SHIPPED_THREADS)[number],
  { timeoutMs, memoryMb, sizeOf = () => 0, ownerOf = () => "", idleMs }: ThreadOptions<J>,
): Thread<J> {
  const waiting: Task<J>[] = [];
  const used = new Map<string, number>();
  let idle: NodeJS.Timeout | undefined;
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
    clearTimeout(idle);
    const usedBy = ({ owner }: Task<J>): number => used.get(owner) ?? 0;
    const [task] = waiting.toSorted((one, other) => usedBy(one) - usedBy(other) || one.size - other.size);
    if (!task) {
      used.clear();
      if (idleMs !== undefined && thread) idle = setTimeout(end, idleMs, thread).unref();
      return;
    }
    waiting.splice(waiting.indexOf(task), 1);
    isBusy = true;
    thread ??= start();
    const startedAt = performance.now();
    void perform(thread, task).finally(() => {
      used.set(task.owner, usedBy(task) + performance.now() - startedAt);
      isBusy = false;
      next();
    });
  }

  function end(ended: NonNullable<typeof thread>): void {
    if (thread === ended) thread = null;
    void ended.worker.terminate();
  }

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
        end(active);
        settle(() => reject(error));
      };
      const killLate = (): void => kill(new ThreadFailure("deadline", `It took longer than ${timeoutMs} ms.`));
      const onMessage = (reply: Reply): void => {
        if (reply === "ready") {
          active.isReady = true;
          stopWatch();
          stopWatch = limitCpu(worker, timeoutMs, killLate);
          return;
        }
        if (reply.isLast) end(active);
        if ("result" in reply) settle(() => resolve(reply.result));
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
        // The thread has the same job table, so the result type matches.
        waiting.push({
          name,
          input,
          size: sizeOf(input),
          owner: ownerOf(input),
          signal,
          resolve,
          reject,
        });
        next();
      }),
    async close() {
      isClosed = true;
      clearTimeout(idle);
      for (const task of waiting.splice(0)) task.reject(new Error("The thread is closed."));
      const last = thread;
      thread = null;
      await last?.worker.terminate();
    },
  };
}

/** Two threads, one for large jobs, so that large jobs delay only each other. */
export function createThreads<J extends Jobs>(
  module: (typeof SHIPPED_THREADS)[number],
  { largeFrom, ...options }: ThreadOptions<J> & Required<Pick<ThreadOptions<J>, "sizeOf">> & { largeFrom: number },
): Thread<J> {
  const [small, large] = [createThread<J>(module, options), createThread<J>(module, options)];
  return {
    run: (name, input, signal) => (options.sizeOf(input) < largeFrom ? small : large).run(name, input, signal),
    close: async () => void (await Promise.all([small.close(), large.close()])),
  };
}

let isLast = false;
/** In a thread: ends it after the current job, to free memory that only this releases. */
export const endThread = (): void => {
  isLast = true;
};

export function answerWith(jobs: Jobs): void {
  // Requests have priority. On other systems this would change the priority of the whole process.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const answer = (reply: Reply): void => parentPort?.postMessage(reply);
  parentPort?.on("message", async ({ name, input }: Request<Jobs>) => {
    try {
      const result = await given(jobs[name])(input);
      answer({ result, isLast });
    } catch (error) {
      const known = codeOf(error);
      // After an error without a code, such as a WebAssembly trap, the thread's state is unknown.
      answer({ error: messageOf(error), code: known, isLast: isLast || known === undefined });
    }
  });
  answer("ready");
}
