import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

const MOST_BEHIND = 32;

type Request = [IncomingMessage, ServerResponse];

type Line = { response?: ServerResponse | undefined; held?: AbortController | undefined; behind: Request[] };

/** On the socket itself: the collector visits the entries of a WeakMap each time it runs. */
const LINE = Symbol("line");
declare module "node:net" {
  interface Socket {
    [LINE]?: Line;
  }
}

/**
 * Aborts when a response should not be held back any longer: it was sent, its client has left, or
 * the client has sent another request on the same connection, which waits behind this one.
 */
export function patienceOf({ socket }: Pick<IncomingMessage, "socket">): AbortSignal {
  const line = socket[LINE];
  if (!line?.response || line.behind.length > 0 || socket.destroyed) return AbortSignal.abort();
  line.held ??= new AbortController();
  return line.held.signal;
}

export const isHeld = ({ socket }: Pick<IncomingMessage, "socket">): boolean =>
  socket.destroyed || socket[LINE]?.held !== undefined;

/**
 * Serves the requests of a connection one at a time, so a client that sends many and reads nothing
 * costs one; closes one that reads nothing for `unreadMs`. Returns a list of the open responses.
 */
export function serveOneByOne(server: Server, unreadMs: number, serve: RequestListener): () => ServerResponse[] {
  const open = new Set<Line>();

  function lineOf(socket: Socket): Line {
    const known = socket[LINE];
    if (known) return known;
    const line: Line = { behind: [] };
    socket[LINE] = line;
    open.add(line);
    socket.once("close", () => open.delete(line));
    return line;
  }

  function start(line: Line, req: IncomingMessage, res: ServerResponse): void {
    line.response = res;
    res.on("close", () => {
      line.response = undefined;
      line.held?.abort();
      line.held = undefined;
      const next = req.socket.destroyed ? undefined : line.behind.shift();
      if (next) start(line, ...next);
    });
    serve(req, res);
  }

  server.on("request", (req, res) => {
    const { socket } = req;
    if (socket.destroyed) return;
    const line = lineOf(socket);
    if (!line.response) return start(line, req, res);
    if (line.behind.push([req, res]) > MOST_BEHIND) socket.destroy();
    line.held?.abort();
  });

  // With a listener, Node leaves closing silent connections to us, even idle ones.
  server.setTimeout(unreadMs, (socket) => {
    const isWorkedOn = socket[LINE]?.response && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });

  return () => [...open].flatMap(({ response }) => response ?? []);
}
