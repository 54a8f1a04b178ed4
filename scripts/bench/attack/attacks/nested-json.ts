import type { Attack } from "../stranger.ts";

const deep = (open: string, close: string, levels = 100_000): string =>
  `${open.repeat(levels)}1${close.repeat(levels)}`;
const BODIES = [
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_listings","arguments":{"q":${deep("[", "]")}}}}`,
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"update_draft","arguments":${deep('{"a":', "}")}}}`,
  `{"url":${deep("[", "]")}}`,
];

export const nestedJson: Attack = {
  title: "JSON nested 100,000 deep, by MCP and REST",
  run: ({ stage, flood, send }) =>
    flood(16, (nth) =>
      send({
        method: "POST",
        path: nth % 3 === 2 ? "/api/v1/drafts" : "/mcp",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(nth % 3 === 0 ? {} : { authorization: `Bearer ${stage.strangers[0]!.key}` }),
        },
        body: BODIES[nth % BODIES.length]!,
      }),
    ),
};
