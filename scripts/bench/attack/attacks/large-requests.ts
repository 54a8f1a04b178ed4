import { gzipSync } from "node:zlib";
import type { Attack, Shot } from "../stranger.ts";

const json = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const MEGABYTE = 1_000_000;
const bomb = gzipSync(Buffer.alloc(100 * MEGABYTE, " "));
const call = (args: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_listings","arguments":${args}}}`;

const shots = (key: string, nth: number): Shot[] => [
  { method: "POST", path: "/mcp", headers: json, body: call(`{"q":"${"a".repeat(900_000)}"}`) },
  {
    method: "POST",
    path: "/mcp",
    headers: json,
    body: call(`{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`)}}`),
  },
  { method: "POST", path: "/mcp", headers: { ...json, "content-encoding": "gzip" }, body: bomb },
  { method: "POST", path: "/sign-in", headers: { ...form, "content-encoding": "gzip" }, body: bomb },
  {
    method: "POST",
    path: "/api/v1/drafts",
    headers: { ...json, authorization: `Bearer ${key}` },
    body: `{"url":"https://${"a".repeat(900_000)}"}`,
  },
  { method: "POST", path: "/oauth/token", headers: form, body: `client_id=${"a".repeat(900_000)}` },
  { method: "POST", path: "/drafts/x", headers: form, body: "a&".repeat(450_000) },
  {
    method: "POST",
    path: "/webhooks/stripe",
    headers: { "stripe-signature": "t=1,v1=0" },
    body: Buffer.alloc(MEGABYTE),
  },
  { path: `/search?${"q=a&".repeat(2500)}n=${nth}` },
  { path: `/api/v1/listings?${Array.from({ length: 1200 }, (_, at) => `k${at}=1`).join("&")}` },
  { path: "/", headers: { cookie: `${"a=b; ".repeat(2500)}sid=x` } },
  { path: "/", headers: { "accept-language": "a;q=0.1,".repeat(1500), accept: "text/html;q=0.1,".repeat(300) } },
  {
    path: "/favicon.svg",
    headers: { range: `bytes=${Array.from({ length: 1500 }, (_, at) => `${at}-${at + 1}`).join(",")}` },
  },
];

export const largeRequests: Attack = {
  title: "Bodies of a megabyte, packed bodies of 100 MB, 10,000 parameters, 15 kB of cookies, 1,500 ranges",
  run: ({ stage, flood, send }) =>
    flood(24, (nth) => {
      const all = shots(stage.strangers[nth % stage.strangers.length]!.key, nth);
      return send(all[nth % all.length]!);
    }),
};
