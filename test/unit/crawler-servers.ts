import { createSocket } from "node:dgram";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { parseOverrides } from "../../crawler/overrides.ts";
import { createSafeFetch } from "../../crawler/safe-fetch.ts";

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

/** A DNS server over UDP; `answer` gives the addresses for a name and the how-manieth question about it this is, from 0. */
export async function serveDns(answer: (name: string, type: "A" | "AAAA", nth: number) => string[]) {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (query, from) => {
    const { name, type, end } = questionOf(query);
    const key = `${type} ${name}`;
    const addresses = answer(name, type, questions.filter((question) => question === key).length);
    questions.push(key);
    socket.send(reply(query, end, type, addresses), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  onTestFinished(() => void socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, questions };
}

function questionOf(query: Buffer): { name: string; type: "A" | "AAAA"; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = query.readUInt8(at); size > 0; size = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + size));
    at += size + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1) === 28 ? "AAAA" : "A", end: at + 5 };
}

/** RFC 1035 4.1: the question repeated, then one record for each address, its name a pointer to the question. */
function reply(query: Buffer, end: number, type: "A" | "AAAA", addresses: string[]): Buffer {
  const header = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, addresses.length, 0, 0, 0, 0]);
  const records = addresses.map((address) => {
    const data = type === "A" ? address.split(".").map(Number) : ipv6Bytes(address);
    return Buffer.from([0xc0, 12, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
  });
  return Buffer.concat([header, query.subarray(12, end), ...records]);
}

function ipv6Bytes(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text ? text.split(":").map((group) => Number.parseInt(group, 16)) : []);
  const zeros = Array<number>(8 - groups(head).length - groups(tail).length).fill(0);
  return [...groups(head), ...zeros, ...groups(tail)].flatMap((group) => [group >> 8, group & 255]);
}
