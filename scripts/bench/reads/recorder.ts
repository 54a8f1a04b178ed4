import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Sent = { headers: Record<string, string>; body: string };

/** Hands every request on to `origin`, and keeps it: clients are recorded as they are. */
export async function createRecorder(origin: string) {
  const sent: Sent[] = [];
  const server = createServer(async (req, res) => {
    const body = (await buffer(req)).toString();
    const headers = Object.fromEntries(
      Object.entries(req.headersDistinct).flatMap(([name, [value = ""] = []]) =>
        // A sender writes these itself.
        /^(host|connection|content-length|transfer-encoding|expect)$/.test(name) ? [] : [[name, value]],
      ),
    );
    sent.push({ headers, body });
    const method = req.method ?? "GET";
    const answer = await fetch(new URL(req.url!, origin), { method, headers, ...(body && { body }) });
    const type = answer.headers.get("content-type") ?? "text/plain";
    res.writeHead(answer.status, { "content-type": type }).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    sent,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
