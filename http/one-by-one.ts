import type { IncomingMessage, RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** How many requests may wait on one connection. Browsers and most programs send one at a time. */
const MOST_BEHIND = 32;

type Request = [IncomingMessage, ServerResponse];

/**
 * Serves the requests of a connection one at a time, so a client that sends many and reads nothing
 * costs one. Closes a connection that reads nothing of a waiting response for `unreadMs`.
 */
export function serveOneByOne(server: Server, unreadMs: number, serve: RequestListener): void {
  /** Waiting requests by connection. */
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

  // With a listener, Node leaves closing silent connections to us, even idle ones.
  server.setTimeout(unreadMs, (socket) => {
    const isWorkedOn = behind.has(socket) && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}
