import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

type Message = { id: string; value?: unknown; failure?: string };

export async function startNode(url: string, folder: string, name: string) {
  const child = fork(join(import.meta.dirname, "node.ts"), [url, folder, name], { serialization: "advanced" });
  const told = (id: string) =>
    new Promise<unknown>((resolve, reject) => {
      const hear = ({ value, failure, ...message }: Message) => {
        if (message.id !== id) return;
        child.off("message", hear);
        if (failure === undefined) resolve(value);
        else reject(new Error(failure));
      };
      child.on("message", hear);
    });
  await told("ready");
  let deeds = 0;
  return {
    do<T>(deed: string, given: object): Promise<T> {
      const id = `${++deeds}`;
      const done = told(id) as Promise<T>;
      child.send({ id, deed, given });
      return done;
    },
    told,
    async end(signal: NodeJS.Signals): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill(signal);
      await ended;
    },
  };
}

export type TestNode = Awaited<ReturnType<typeof startNode>>;
