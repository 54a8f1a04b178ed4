// The peer of reads that are kept: the least that Node's HTTP server can do for a request and an answer of that size.
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

type Answer = { head: string[]; text: string };

const origin = process.argv[2]!;
const answers = new Map<string, Answer>();
/** Node writes these itself, for each connection. */
const OF_THE_CONNECTION = /^(date|connection|keep-alive|transfer-encoding)$/i;

/** What Debut answers. */
async function ask({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  const sent = request(new URL(url!, origin), { method, headers }).end(body);
  const response = await new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
  const { rawHeaders } = response;
  const head = rawHeaders.filter((_, at) => !OF_THE_CONNECTION.test(rawHeaders[at - (at % 2)]!));
  return { head, text: (await buffer(response)).toString("latin1") };
}

function answer(req: IncomingMessage, res: ServerResponse): void {
  const body: Buffer = req.read() ?? Buffer.alloc(0);
  // A call is parsed, as nobody could answer it otherwise.
  const form = body.length ? JSON.parse(body.toString("latin1")).method : "read";
  const kind = `${form} ${req.headers["mcp-protocol-version"]} ${req.headers["accept-encoding"]}`;
  const kept = answers.get(kind);
  if (kept) {
    res.writeHead(200, kept.head).end(kept.text, "latin1");
    return;
  }
  void ask(req, body).then(({ head, text }) => {
    answers.set(kind, { head, text });
    res.writeHead(200, head).end(text, "latin1");
  });
}

/** A body is there when the round ends. */
const server = createServer((req, res) =>
  req.method === "GET" ? answer(req, res) : setImmediate(() => answer(req, res)),
);
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ site: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
