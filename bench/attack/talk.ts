import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process of the bench that answers one question at a time. */
export type Helper<Questions extends Record<string, (given: never) => unknown>> = {
  child: ChildProcess;
  ask<Name extends keyof Questions & string>(
    name: Name,
    ...given: Parameters<Questions[Name]>
  ): Promise<Awaited<ReturnType<Questions[Name]>>>;
  end(): Promise<void>;
};

type Reply = { value?: unknown; error?: string };

/** Starts one of the programs of this folder, which answers with `answer` below. */
export function startHelper<Questions extends Record<string, (given: never) => unknown>>(
  file: string,
): Helper<Questions> {
  const child = fork(join(import.meta.dirname, file), {
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const exited = once(child, "exit");
  return {
    child,
    async ask(name, ...[given]) {
      const replied = once(child, "message");
      child.send({ name, given });
      const [reply] = (await Promise.race([
        replied,
        exited.then(() => Promise.reject(new Error(`${file} ended before it answered.`))),
      ])) as [Reply];
      if (reply.error !== undefined) throw new Error(`${file}: ${reply.error}`);
      return reply.value as never;
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}

/** The other side: answers each question of the process that started this one. */
export function answer(questions: Record<string, (given: never) => unknown>): void {
  process.on("message", async ({ name, given }: { name: string; given: unknown }) => {
    let reply: Reply;
    try {
      reply = { value: await questions[name]!(given as never) };
    } catch (error) {
      reply = { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
    process.send?.(reply);
  });
  process.once("disconnect", () => process.exit());
}
