import type { Attack } from "../stranger.ts";

const headers = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-03-26",
};
const batchOf = (method: string, params: object): string =>
  JSON.stringify(Array.from({ length: 100 }, (_, id) => ({ jsonrpc: "2.0", id, method, params })));

const BATCHES = [
  batchOf("resources/read", { uri: "directory://openapi" }),
  batchOf("tools/list", {}),
  batchOf("tools/call", { name: "search_listings", arguments: { q: "a b c d", per_page: 100 } }),
];

export const mcpBatches: Attack = {
  title: "MCP: batches of 100 messages with large answers",
  run: ({ flood, send }) =>
    flood(16, (nth) => send({ method: "POST", path: "/mcp", headers, body: BATCHES[nth % BATCHES.length]! })),
};
