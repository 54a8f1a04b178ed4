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
/**
 * The first message says that all modules are loaded. `code` is the error's code, if it has one. After `isLast`, the thread gets no
 * more jobs.
 */
type Reply = "ready" | (({ result: unknown } | { error: string; code: string | undefined }) & { isLast: boolean });

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
  /** On whose behalf a job runs. Those who wait share the time. */
  ownerOf?: (input: Input<J, Name<J>>) => string;
  /** The thread ends after this time without work, and returns its memory. */
  idleMs?: number;
};

/** Loading the modules does not count: on a busy machine it may take longer than the job. */
const START_MS = 60_000;

type Task<J extends Jobs> = Request<J> & {
  size: number;
  owner: string;
  signal: AbortSignal | undefined;
  resolve(result: unknown): void;
  reject(error: Error): void;
};

/**
 * Runs jobs on untrusted input one at a time, in a thread that ends when one exceeds its limits or fails unexpectedly.
 * The next job is the smallest (`sizeOf`) of the owner whose jobs have used the least time.
 */
export function createThread<J extends Jobs>(
  module: (typeof SHIPPED_THREADS)[number],
  { timeoutMs, memoryMb, sizeOf = () => 0, ownerOf = () => "", idleMs }: ThreadOptions<J>,
): Thread<J> {
  const waiting: Task<J>[] = [];
  /** How long the jobs of each owner took, in ms, while anybody waits. */
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
        // The thread has the same table of jobs, so a result belongs to the job of that name.
        waiting.push({
          name,
          input,
          size: sizeOf(input),
          owner: ownerOf(input),
          signal,
          resolve: resolve as (result: unknown) => void,
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

/** Two threads, one of them for jobs of at least a size, so that they delay only each other. */
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
/** In a thread: its current job is its last one, because it holds memory that only its end returns. */
export const endThread = (): void => {
  isLast = true;
};

/** The other end, in the thread itself: runs the jobs of these names. */
export function answerWith<J extends Jobs>(jobs: J): void {
  // Whoever waits for a page comes first. Elsewhere the priority would be that of the whole program.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const answer = (reply: Reply): void => parentPort?.postMessage(reply);
  parentPort?.on("message", async ({ name, input }: Request<J>) => {
    try {
      const result = await jobs[name]!(input as never);
      answer({ result, isLast });
    } catch (error) {
      const { message, code } = error instanceof Error ? (error as Error & { code?: unknown }) : {};
      const known = typeof code === "string" ? code : undefined;
      // After an error without a code, such as a trap of WebAssembly, nobody knows what state is left.
      answer({ error: message ?? "unknown error", code: known, isLast: isLast || known === undefined });
    }
  });
  answer("ready");
}
