import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "./listen.ts";

export type ApiRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
};
export type ApiAnswer = { status?: number; json?: unknown; html?: string; headers?: Record<string, string> };

/** Instead of an answer: a call and no answer ever, a cut connection before or after the work, a page, or another status. */
export type Fault = (() => void) | "drop" | "lose-answer" | "html" | { status: number; json?: unknown };

/** A local server for an API stand-in. `faults` are used up one request each; `requests` holds what came. */
export async function startApiServer(answer: (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>) {
  const faults: Fault[] = [];
  const requests: ApiRequest[] = [];
  async function serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    const url = new URL(req.url ?? "/", "http://api");
    const request = {
      method: req.method ?? "GET",
      path: url.pathname,
      query: url.searchParams,
      headers: req.headers,
      text: Buffer.concat(chunks).toString("utf8"),
    };
    requests.push(request);
    const fault = faults.shift();
    if (typeof fault === "function") return fault();
    if (fault === "drop") return void req.socket.destroy();
    const given: ApiAnswer =
      fault === "html"
        ? { html: "<h1>Bad gateway</h1>" }
        : typeof fault === "object"
          ? { json: {}, ...fault }
          : await answer(request);
    if (fault === "lose-answer") return void req.socket.destroy();
    const { status = 200, json, html, headers = {} } = given;
    const type = html === undefined ? "application/json" : "text/html; charset=utf-8";
    res.writeHead(status, { "content-type": type, ...headers });
    res.end(html ?? (json === undefined ? "" : JSON.stringify(json)));
  }
  const server = createServer((req, res) => {
    serve(req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(500, { "content-type": "text/plain" });
      res.end(String(error));
    });
  });
  const { port, close } = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    faults,
    requests,
    close,
  };
}

export const sentTo = (requests: ApiRequest[], line: string): ApiRequest[] =>
  requests.filter(({ method, path }) => `${method} ${path}` === line);

export type Delivery = { type: string; id: string; status: number; text: string };
