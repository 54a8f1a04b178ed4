import { createServer } from "node:http";
import { listen } from "./listen.ts";

type Submission = { host: string; key: string; keyLocation: string; urlList: string[] };

export async function createIndexNow() {
  const accepted: string[][] = [];
  const statuses: number[] = [];
  const faults: number[] = [];

  async function judge({ method, type, text }: { method: string | undefined; type: string; text: string }) {
    const fault = faults.shift();
    if (fault !== undefined) return fault;
    if (method !== "POST" || type !== "application/json; charset=utf-8") return 400;
    const { host, key, keyLocation, urlList }: Submission = JSON.parse(text);
    if (!/^[A-Za-z0-9-]{8,128}$/.test(key) || urlList.length < 1 || urlList.length > 10_000) return 422;
    if ([keyLocation, ...urlList].some((url) => new URL(url).host !== host)) return 422;
    const found = await fetch(keyLocation);
    if (found.status !== 200 || (await found.text()) !== key) return 403;
    accepted.push(urlList.map((url) => new URL(url).pathname));
    return 200;
  }

  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    const text = Buffer.concat(parts).toString("utf8");
    const status = await judge({ method: req.method, type: req.headers["content-type"] ?? "", text });
    statuses.push(status);
    res.writeHead(status).end();
  });
  const { port, close } = await listen(server);
  return {
    accepted,
    statuses,
    faults,
    port,
    close,
  };
}
