import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Peer } from "./peer.ts";
import { COLUMNS } from "./rows.ts";

const TOKEN = "a-token-for-the-benchmark";
const PORT = 8055;
const database = (folder: string) => join(folder, "data.db");
const json = { "content-type": "application/json", authorization: `Bearer ${TOKEN}` };
/** The policy of people who are not signed in; every installation has it under this id. */
const PUBLIC_POLICY = "abf8a154-5b1c-4a46-ac9c-7300570f4f17";

/** Directus with the slug as primary key, which is its quickest read. */
export const directus: Peer = {
  name: "Directus",
  packages: { directus: "12.4.0" },
  command: ["directus/cli.js", "start"],
  port: PORT,
  env: (folder) => ({
    HOST: "127.0.0.1",
    PORT: String(PORT),
    PUBLIC_URL: `http://127.0.0.1:${PORT}`,
    SECRET: "a-secret-for-the-benchmark-only-1234",
    DB_CLIENT: "sqlite3",
    DB_FILENAME: database(folder),
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "correct horse battery",
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: "false",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
  }),
  prepare(folder, run) {
    rmSync(database(folder), { force: true });
    run(["directus/cli.js", "bootstrap"]);
  },
  ready: "/server/ping",
  async open(url) {
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(url + path, { method, headers: json, body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`Directus: ${path} answered ${answer.status} ${await answer.text()}`);
    };
    const fields = Object.entries(COLUMNS).map(([field, type]) => ({
      field,
      type,
      schema: field === "slug" ? { is_primary_key: true, length: 255 } : {},
      meta: type === "json" ? { special: ["cast-json"] } : {},
    }));
    await send("POST", "/collections", { collection: "listings", schema: {}, meta: {}, fields });
    const everything = { fields: ["*"], permissions: {}, validation: {} };
    await send("POST", "/permissions", {
      policy: PUBLIC_POLICY,
      collection: "listings",
      action: "read",
      ...everything,
    });
    await send("PATCH", "/settings", { mcp_enabled: true });
  },
  database,
  reads: {
    "Directus REST": (slug) => ({ method: "GET", path: `/items/listings/${slug}` }),
    "Directus MCP": (slug) => ({
      method: "POST",
      path: "/mcp",
      headers: { ...json, accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: {
          name: "items",
          arguments: { action: "read", collection: "listings", keys: [slug], query: { fields: ["*"] } },
        },
      }),
    }),
  },
};
