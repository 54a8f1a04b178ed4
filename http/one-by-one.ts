import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests that a client may send on one connection before it has the first answer. Browsers and most programs send one. */
const MOST_BEHIND = 32;

type Request = [IncomingMessage, ServerResponse];

/**
 * Serves the requests of each connection one after the other: the next when the answer before it has gone, since no answer could
 * overtake it anyway. So a client that sends many and reads nothing makes the server work on one. A connection on which nothing
 * moves for `unreadMs` although an answer waits to be read is ended.
 */
export function serveOneByOne(server: Server, unreadMs: number, serve: RequestListener): void {
  /** By connection that is served: the requests that came meanwhile. */
  const behind = new WeakMap<Socket, Request[]>();

  function start(socket: Socket, [req, res]: Request): void {
    res.once("close", () => {
      const next = socket.destroyed ? undefined : behind.get(socket)?.shift();
      if (next) start(socket, next);
      else behind.delete(socket);
    });
    serve(req, res);
  }

  server.on("request", (req, res) => {
    const { socket } = req;
    const others = behind.get(socket);
    if (socket.destroyed) return;
    if (!others) {
      behind.set(socket, []);
      start(socket, [req, res]);
    } else if (others.length < MOST_BEHIND) others.push([req, res]);
    else socket.destroy();
  });

  // With a listener Node leaves it to us to end a silent connection, also one that was kept alive long enough.
  server.setTimeout(unreadMs, (socket) => {
    const isWorkedOn = behind.has(socket) && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}
