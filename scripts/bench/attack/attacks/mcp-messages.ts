import { callOf, messageOf } from "../client.ts";
import type { Attack, Shot } from "../stranger.ts";

const shots = [
  messageOf("tools/list", {}),
  callOf("no_such_tool", {}),
  callOf("get_account", {}, "made-up-token"),
  callOf("get_account", {}, `dbt_${"x".repeat(42)}`),
  messageOf("resources/read", { uri: "directory://openapi" }),
  messageOf("no/such/method", {}),
] as Shot[];

export const mcpMessages: Attack = {
  title: "MCP: floods of tools/list, unknown tools, wrong tokens",
  run: ({ flood, send }) => flood(48, (nth) => send(shots[nth % shots.length]!)),
};
