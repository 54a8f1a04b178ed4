import { createServer, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** One request as bytes: headers in the order and spelling in which they were sent. */
export type Sent = { method: string; path: string; headers: [name: string, value: string][]; body: Buffer };

export type Received = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** Sends a request to a port, with exactly these headers. With `expect`, the body waits until the server asks for it. */
export async function send(port: number, { method, path, headers, body }: Sent): Promise<Received> {
  const res = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { port, method, path, headers: headers.flat(), setHost: false, setDefaultHeaders: false };
    const req = request(options, resolve).on("error", reject);
    if (headers.some(([name]) => name === "expect")) {
      req.on("continue", () => req.end(body));
      req.flushHeaders();
    } else req.end(body);
  });
  return { status: res.statusCode!, headers: res.headers, body: await buffer(res) };
}

/** Hands every request on to `port` as if it came for `host`, and keeps it: clients are recorded as they are. */
export async function createRecorder(port: number, host: string) {
  const sent: Sent[] = [];
  const server = createServer(async (req, res) => {
    const headers: [string, string][] = [];
    for (let at = 0; at < req.rawHeaders.length; at += 2) {
      const name = req.rawHeaders[at]!;
      headers.push([name, name.toLowerCase() === "host" ? host : req.rawHeaders[at + 1]!]);
    }
    const one = { method: req.method!, path: req.url!, headers, body: await buffer(req) };
    sent.push(one);
    const { status, headers: given, body } = await send(port, one);
    res.writeHead(status, given).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    sent,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
