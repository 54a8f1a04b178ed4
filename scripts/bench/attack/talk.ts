import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

type Questions = Record<string, (given: never) => unknown>;
/** A process of the bench that answers questions. */
export type Helper<Known extends Questions> = {
  ask<Name extends keyof Known & string>(
    name: Name,
    ...given: Parameters<Known[Name]>
  ): Promise<Awaited<ReturnType<Known[Name]>>>;
  end(): Promise<void>;
};

type Question = { id: number; name: string; given: unknown };
type Reply = { id: number; value?: unknown; error?: string };

/** Starts one of the programs of this folder, which answers with `answer` below. */
export function startHelper<Known extends Questions>(file: string): Helper<Known> {
  const child: ChildProcess = fork(join(import.meta.dirname, file), {
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  const exited = once(child, "exit");
  child.on("message", ({ id, value, error }: Reply) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(`${file}: ${error}`));
    waiting.delete(id);
  });
  child.once("exit", () => {
    for (const { reject } of waiting.values()) reject(new Error(`${file} ended before it answered.`));
  });
  return {
    ask(name, ...[given]) {
      const asked = Promise.withResolvers<unknown>();
      waiting.set(++last, asked);
      child.send({ id: last, name, given } satisfies Question);
      return asked.promise as never;
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The other side: answers each question of the process that started this one. */
export function answer(questions: Questions): void {
  process.on("message", async ({ id, name, given }: Question) => {
    let reply: Reply;
    try {
      reply = { id, value: await questions[name]!(given as never) };
    } catch (error) {
      reply = { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.send?.(reply);
  });
  process.once("disconnect", () => process.exit());
}
