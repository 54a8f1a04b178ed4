import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests may wait on one connection. Browsers and most programs send one at a time. */
const MOST_BEHIND = 32;

type Request = [IncomingMessage, ServerResponse];

/** What a connection does: the requests that wait, and who holds back the response to the first. */
type Line = { behind: Request[]; held?: AbortController | undefined };

const lines = new WeakMap<Socket, Line>();

/**
 * Aborts when a response should not be held back any longer: it was sent, its client has left, or
 * the client has sent another request on the same connection, which waits behind this one.
 */
export function patienceOf({ socket }: Pick<IncomingMessage, "socket">): AbortSignal {
  const line = lines.get(socket);
  if (!line || line.behind.length > 0 || socket.destroyed) return AbortSignal.abort();
  line.held ??= new AbortController();
  return line.held.signal;
}

/**
 * Serves the requests of a connection one at a time, so a client that sends many and reads nothing
 * costs one. Closes a connection that reads nothing of a waiting response for `unreadMs`.
 */
export function serveOneByOne(server: Server, unreadMs: number, serve: RequestListener): void {
  function start(socket: Socket, line: Line, [req, res]: Request): void {
    lines.set(socket, line);
    res.once("close", () => {
      line.held?.abort();
      line.held = undefined;
      const next = socket.destroyed ? undefined : line.behind.shift();
      if (next) start(socket, line, next);
      else lines.delete(socket);
    });
    serve(req, res);
  }

  server.on("request", (req, res) => {
    const { socket } = req;
    const line = lines.get(socket);
    if (socket.destroyed) return;
    if (!line) return start(socket, { behind: [] }, [req, res]);
    if (line.behind.push([req, res]) > MOST_BEHIND) socket.destroy();
    line.held?.abort();
  });

  // With a listener, Node leaves closing silent connections to us, even idle ones.
  server.setTimeout(unreadMs, (socket) => {
    const isWorkedOn = lines.has(socket) && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}
