// The peer: the least that Express and SQLite can do for one row.
import type { AddressInfo } from "node:net";
import Database from "better-sqlite3";
import express from "express";

const db = new Database(process.argv[2]!, { readonly: true });
const bySlug = db.prepare("select * from listings where slug = ? and status = 'live'");
const app = express();
app.get("/listings/:slug", (req, res) => {
  res.json(bySlug.get(req.params.slug));
});
const server = app.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ site: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }));
});
