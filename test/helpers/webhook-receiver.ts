import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Webhook } from "standardwebhooks";
import { listen } from "./listen.ts";

export type Received = {
  host: string;
  life: number;
  id: string;
  at: Date;
  headers: Record<string, string>;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
};
type Behaviour = (req: IncomingMessage, res: ServerResponse) => void;

/** A real HTTP server that gets webhooks for any host. A host may be told how to answer; others say 204. */
export async function createWebhookReceiver(lifeOf = () => 0) {
  const lives = new WeakMap<Socket, number>();
  const received: Received[] = [];
  const behaviours = new Map<string, Behaviour>();
  const server = createServer((req, res) => {
    let body = "";
    req.setEncoding("utf8").on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      const host = (req.headers.host ?? "").replace(/:\d+$/, "");
      const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
      const at = new Date(Number(headers["webhook-timestamp"]) * 1000);
      const life = lives.get(req.socket)!;
      received.push({
        host,
        life,
        id: headers["webhook-id"] ?? "",
        at,
        headers,
        body,
        event: JSON.parse(body || "{}"),
      });
      const behave = behaviours.get(host);
      if (behave) behave(req, res);
      else res.writeHead(204).end();
    });
  });
  server.on("connection", (socket) => void lives.set(socket, lifeOf()));
  const { port, close } = await listen(server);
  return {
    port,
    received,
    behaviours,
    at: (host: string) => received.filter((one) => one.host === host),
    resolve: (...hosts: string[]) => hosts.map((host) => `${host}=127.0.0.1:${port}`).join(","),
    close,
  };
}

/** Whether the official library makes the same signature; it refuses messages that a moved clock signed. */
export function isSignedWith(secret: string, { id, at, body, headers }: Received): boolean {
  const signature = new Webhook(secret).sign(id, at, body);
  return headers["webhook-signature"]!.split(" ").includes(signature);
}
