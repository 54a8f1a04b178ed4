import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Peer } from "./peer.ts";
import { COLUMNS } from "./rows.ts";

const PORT = 1337;
const database = (folder: string) => join(folder, "data.db");
const TYPES = { string: "string", text: "text", integer: "integer", json: "json" };
const factory = (name: string, options = "") =>
  `module.exports = require("@strapi/strapi").factories.${name}("api::listing.listing"${options});\n`;

/** A project with one collection that everybody may read, as `create-strapi` lays it out, without the administration pages. */
const FILES: Record<string, string> = {
  "config/server.js": `module.exports = { host: "127.0.0.1", port: ${PORT}, app: { keys: ["a", "b"] } };\n`,
  "config/database.js": `module.exports = {
  connection: { client: "sqlite", connection: { filename: process.env.DATABASE_FILE }, useNullAsDefault: true },
};\n`,
  "config/admin.js": `module.exports = {
  serveAdminPanel: false,
  auth: { secret: "a" },
  apiToken: { salt: "a" },
  transfer: { token: { salt: "a" } },
};\n`,
  "config/middlewares.js": `module.exports = [
  "strapi::errors", "strapi::security", "strapi::cors", "strapi::query", "strapi::body", "strapi::favicon", "strapi::public",
];\n`,
  "src/index.js": "module.exports = {};\n",
  "src/api/listing/controllers/listing.js": factory("createCoreController"),
  "src/api/listing/services/listing.js": factory("createCoreService"),
  "src/api/listing/routes/listing.js": factory("createCoreRouter", ", { config: { findOne: { auth: false } } }"),
  "src/api/listing/content-types/listing/schema.json": JSON.stringify({
    kind: "collectionType",
    collectionName: "listings",
    info: { singularName: "listing", pluralName: "listings", displayName: "Listing" },
    options: { draftAndPublish: false },
    attributes: Object.fromEntries(Object.entries(COLUMNS).map(([name, kind]) => [name, { type: TYPES[kind] }])),
  }),
};

/** Strapi with the slug as document id, which is its quickest read. */
export const strapi: Peer = {
  name: "Strapi",
  packages: {
    "@strapi/strapi": "5.54.0",
    "better-sqlite3": "12.11.1",
    react: "18.3.1",
    "react-dom": "18.3.1",
    "react-router-dom": "6.30.6",
    "styled-components": "6.6.0",
  },
  command: ["@strapi/strapi/bin/strapi.js", "start"],
  port: PORT,
  env: (folder) => ({
    DATABASE_FILE: database(folder),
    NODE_ENV: "production",
    STRAPI_TELEMETRY_DISABLED: "true",
  }),
  prepare(folder) {
    rmSync(database(folder), { force: true });
    mkdirSync(join(folder, "public/uploads"), { recursive: true });
    for (const [file, text] of Object.entries(FILES)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  },
  ready: "/_health",
  open: async () => undefined,
  database,
  extra: (slug) => ({ document_id: slug, created_at: 1, updated_at: 1, published_at: 1 }),
  reads: { "Strapi REST": (slug) => ({ method: "GET", path: `/api/listings/${slug}` }) },
};
