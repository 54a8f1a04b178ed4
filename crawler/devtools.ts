import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

type Params = Record<string, unknown>;
type Event = { method: string; params: Params; sessionId?: string };
/** A connection to a browser by the Chrome DevTools Protocol. */
export type Devtools = {
  send(method: string, params?: Params, sessionId?: string): Promise<Params>;
  onEvent(handle: (event: Event) => void): void;
  close(): void;
};
type Wire = { write(text: string): void; close(): void };
type Ends = { onMessage: (text: string) => void; onClose: (reason: Error) => void };

/** Chromium in its own process group, over a pipe: no port is open for others. */
function start(command: string, folder: string, flags: readonly string[], { onMessage, onClose }: Ends): Wire {
  const [path = "", ...given] = command.split(/\s+(?=--)/);
  const args = ["--headless=new", "--remote-debugging-pipe", `--user-data-dir=${folder}`, ...flags, ...given];
  const child = spawn(path, args, {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    env: { PATH: "/usr/local/bin:/usr/bin:/bin", HOME: folder },
    detached: true,
  });
  const [to, from] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  child.on("error", onClose);
  child.on("exit", (code) => onClose(new Error(`The browser ended with code ${code}.`)));
  to.on("error", onClose);
  let rest = "";
  from.setEncoding("utf8").on("data", (chunk: string) => {
    const messages = (rest + chunk).split("\0");
    rest = messages.pop() ?? "";
    messages.forEach(onMessage);
  });
  return {
    write: (text) => void to.write(`${text}\0`),
    close() {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It has ended.
      }
    },
  };
}

async function dial(address: string, { onMessage, onClose }: Ends, signal: AbortSignal): Promise<Wire> {
  const socket = new WebSocket(address);
  socket.addEventListener("message", ({ data }) => onMessage(String(data)));
  await new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error("The browser of SCREENSHOT_BROWSER cannot be reached."));
    socket.addEventListener("open", () => resolve());
    socket.addEventListener("error", fail);
    socket.addEventListener("close", fail);
    signal.addEventListener("abort", fail, { once: true });
  });
  socket.addEventListener("close", () => onClose(new Error("The browser closed the connection.")));
  return { write: (text) => socket.send(text), close: () => socket.close() };
}

/** `browser`: the command of a Chromium, or the ws:// address of one. */
export async function openDevtools(
  browser: string,
  { folder, flags, signal }: { folder: string; flags: readonly string[]; signal: AbortSignal },
): Promise<Devtools> {
  signal.throwIfAborted();
  const asked = new Map<number, { resolve: (result: Params) => void; reject: (reason: Error) => void }>();
  const handlers: ((event: Event) => void)[] = [];
  let ended: Error | undefined;
  const ends: Ends = {
    onMessage(text) {
      const { id, result, error, ...event } = JSON.parse(text);
      if (id === undefined) for (const handle of handlers) handle(event);
      const one = asked.get(id);
      asked.delete(id);
      if (error) one?.reject(new Error(error.message));
      else one?.resolve(result ?? {});
    },
    onClose(reason) {
      ended ??= reason;
      for (const { reject } of asked.values()) reject(reason);
      asked.clear();
    },
  };
  const wire = /^wss?:/i.test(browser) ? await dial(browser, ends, signal) : start(browser, folder, flags, ends);
  const abort = () => {
    ends.onClose(new Error("It took too long."));
    wire.close();
  };
  signal.addEventListener("abort", abort, { once: true });
  let last = 0;
  return {
    send(method, params = {}, sessionId) {
      if (ended) return Promise.reject(ended);
      const id = ++last;
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject });
        wire.write(JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }));
      });
    },
    onEvent: (handle) => void handlers.push(handle),
    close() {
      signal.removeEventListener("abort", abort);
      ends.onClose(new Error("The connection is closed."));
      wire.close();
    },
  };
}
