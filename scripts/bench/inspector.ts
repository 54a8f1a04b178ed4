import { setTimeout as delay } from "node:timers/promises";

const MOST_TRIES = 100;

/** A process that was started with `--inspect=127.0.0.1:PORT`, asked over the Chrome DevTools Protocol. */
export async function connectInspector(port: number) {
  const socket = new WebSocket(await addressOf(port));
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", () => reject(new Error(`No inspector listens on port ${port}.`)));
  });
  let sent = 0;
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(data);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new Error(error.message));
    else asked?.resolve(result);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("The inspected process ended."));
  });
  const ask = <Result>(method: string): Promise<Result> =>
    new Promise((resolve, reject) => {
      waiting.set(++sent, { resolve: resolve as (result: unknown) => void, reject });
      socket.send(JSON.stringify({ id: sent, method }));
    });
  return {
    /** Retained bytes of the heap after a full collection, during which the process stops. */
    async keptHeap(): Promise<number> {
      await ask("HeapProfiler.collectGarbage");
      return (await ask<{ usedSize: number }>("Runtime.getHeapUsage")).usedSize;
    },
    close: () => socket.close(),
  };
}

async function addressOf(port: number): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      return target!.webSocketDebuggerUrl;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await delay(50);
    }
  }
}
