import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";
import { createDnsServer } from "../helpers/dns-server.ts";

/** A server on loopback for the time of one test; `hits` holds "host/path" of each request in order. */
export async function serve(
  listener: RequestListener,
): Promise<{ port: number; hits: string[]; seen: IncomingMessage[] }> {
  const hits: string[] = [];
  const seen: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.headers.host}${request.url}`);
    seen.push(request);
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, hits, seen };
}

export type File = {
  status?: number;
  type?: string;
  body?: string | Uint8Array;
  location?: string;
  headers?: Record<string, string>;
};

/** A server that answers from a table of "host/path" (or "/path" for every host); the rest is 404. */
export const serveFiles = (files: Record<string, string | File>) =>
  serve((request, response) => {
    const entry = files[`${request.headers.host}${request.url}`] ?? files[request.url ?? ""] ?? { status: 404 };
    const file: File = typeof entry === "string" ? { body: entry } : entry;
    const {
      status = file.location ? 302 : 200,
      type = "text/html; charset=utf-8",
      body = "",
      location,
      headers,
    } = file;
    response.writeHead(status, { ...(type && { "content-type": type }), ...(location && { location }), ...headers });
    response.end(body);
  });

/** A clock that moves only when somebody sleeps. */
export function virtualTime() {
  let time = Date.UTC(2026, 10, 21, 12);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(time),
    sleep: async (ms: number, signal?: AbortSignal) => {
      signal?.throwIfAborted();
      slept.push(ms);
      time += ms;
    },
  };
}

/** A guarded fetcher for which the named hosts are on this port of loopback. */
export const fetchFrom = (port: number, hosts: string, dnsServers?: string[]) =>
  createSafeFetch({
    userAgent: "DebutBot/1.0 (+https://debut.example/bot)",
    overrides: overridesTo(port, hosts),
    now: virtualTime().now,
    ...(dnsServers && { dnsServers }),
  });

export const overridesTo = (port: number, hosts: string) =>
  parseOverrides(
    hosts
      .split(" ")
      .map((host) => `${host}=127.0.0.1:${port}`)
      .join(","),
  );

/** A DNS server; `answer` gives the addresses for a name and the how-manieth question about it this is, from 0. */
export async function serveDns(answer: (name: string, type: "A" | "AAAA", nth: number) => string[]) {
  const { server, questions, close } = await createDnsServer((name, type) => {
    const nth = questions.filter((question) => question === `${type} ${name}`).length;
    return answer(name, type as "A" | "AAAA", nth).map((data) => ({ type: type as "A", data }));
  });
  onTestFinished(close);
  return { server, questions };
}
