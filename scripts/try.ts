// "Try it in two minutes": the main workflow from end to end on a separate Debut, with every request printed.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "debut-try-"));

const PAGES: Record<string, string> = {
  "/": `<!doctype html><html lang="en"><head><title>Tidepool – Shared calendars for boat clubs</title>
    <meta name="description" content="Tidepool lets the members of a boat club book boats, berths and lessons in one calendar."></head>
    <body><nav><a href="/pricing">Pricing</a> <a href="/about">About</a></nav>
    <main><h1>Shared calendars for boat clubs</h1>
    <p>Tidepool lets the members of a boat club book boats, berths and lessons in one calendar.
    Nobody has to keep a paper list at the pier any more.</p>
    <h2>Features</h2><h3>Tide and weather beside every booking</h3><p>See whether the water is high enough before you book.</p>
    <h3>Fair shares</h3><p>Rules of the club decide how often one member may book at weekends.</p></main>
    <footer><a href="mailto:crew@tidepool.test">crew@tidepool.test</a>
    <a href="https://github.com/tidepool">GitHub</a></footer></body></html>`,
  "/pricing":
    "<!doctype html><title>Pricing – Tidepool</title><main><h1>Pricing</h1>" +
    "<p>Tidepool costs $49 per month for a whole club. The first 30 days are a free trial.</p></main>",
  "/about":
    "<!doctype html><title>About – Tidepool</title><main><h1>About</h1>" +
    "<p>Tidepool was founded in 2022 by Mara Lind in Bergen.</p></main>",
};

const step = (text: string) => console.log(`\n\x1b[1m${text}\x1b[0m`);

async function main(): Promise<void> {
  const website = createServer((req, res) => {
    const page = PAGES[new URL(req.url ?? "/", "http://x").pathname];
    res.writeHead(page ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page ?? "not found");
  });
  await new Promise<void>((resolve) => website.listen(0, "127.0.0.1", resolve));
  const port = (website.address() as AddressInfo).port;
  const env = {
    ...process.env,
    DATA_DIR: folder,
    PORT: "0",
    LOG_LEVEL: "warn",
    OUTBOUND_RESOLVE: `tidepool.test=127.0.0.1:${port}`,
    CRAWL_GAP_MS: "100",
  };
  const debut = (...args: string[]): string => {
    console.log(`$ debut ${args.join(" ")}`);
    const out = execFileSync(process.execPath, [join(root, "server/main.ts"), ...args], {
      env,
      encoding: "utf8",
    }).trim();
    console.log(out);
    return out;
  };

  step("1. Demo data, an account and an API key");
  debut("seed", "--demo");
  debut("user", "create", "--email", "mara@tidepool.test", "--password", "a long boat trip", "--name", "Mara Lind");
  const key = debut("api-key", "create", "--email", "mara@tidepool.test", "--scopes", "account:read,listings:write");

  step("2. Start the site");
  const server = spawn(process.execPath, [join(root, "server/main.ts"), "serve", "--json"], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const { site, mcp } = await firstLine(server);
    console.log(`It runs at ${site}`);
    await drive(site, mcp, key);
  } finally {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    website.closeAllConnections();
    website.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function drive(site: string, mcp: string, key: string): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: answers are printed and picked from, not processed.
  async function rest(method: string, path: string, body?: unknown): Promise<any> {
    console.log(`\n${method} ${site}/api/v1${path}${body === undefined ? "" : `  ${JSON.stringify(body)}`}`);
    const response = await fetch(`${site}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { detail?: string };
    console.log(`${response.status}${response.ok ? "" : ` ${JSON.stringify(answer)}`}`);
    if (!response.ok) throw new Error(answer.detail ?? "The request failed.");
    return answer;
  }
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  const show = (fields: Record<string, any>, ...names: string[]) => {
    for (const name of names)
      console.log(
        `   ${name}: ${JSON.stringify(fields[name]?.value)} (${fields[name]?.state}) “${fields[name]?.evidence[0]?.quote ?? ""}”`,
      );
  };

  step("3. Submit a website");
  let draft = await rest("POST", "/drafts", { url: "https://tidepool.test/" });
  step("4. Wait until the draft is ready");
  while (draft.status !== "ready") {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    draft = await rest("GET", `/drafts/${draft.id}`);
    console.log(`   ${draft.status}`);
  }
  show(draft.fields, "name", "tagline", "pricing_model", "founded_year", "contact_email", "country");

  step("5. Edit, lock, regenerate");
  draft = await rest("PATCH", `/drafts/${draft.id}`, {
    fields: { categories: ["Calendars"], city: "Bergen" },
    lock_fields: ["city"],
  });
  show(draft.fields, "city", "categories");
  draft = await rest("PATCH", `/drafts/${draft.id}`, { regenerate: ["tagline"] });
  console.log(`   regenerated: ${JSON.stringify(draft.regenerated)}`);
  show(draft.fields, "tagline");

  step("6. Save it as a listing, and read it back by REST");
  const saved = await rest("POST", `/drafts/${draft.id}/submit`);
  const listing = await rest("GET", `/me/listings/${saved.listing_id}`);
  console.log(
    `   ${listing.name}, listing_id ${listing.listing_id}, status ${listing.status}, ${listing.links.listing}`,
  );

  step("7. Do the same by MCP");
  const client = new Client({ name: "try", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(mcp), { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
  );
  console.log(`   protocol ${client.getNegotiatedProtocolVersion()}, ${(await client.listTools()).tools.length} tools`);
  const result = await client.callTool({ name: "get_my_listing", arguments: { listing_id: saved.listing_id } });
  const same = JSON.stringify(result.structuredContent) === JSON.stringify(listing);
  console.log(`   get_my_listing gives ${same ? "the same listing" : "SOMETHING ELSE"}`);
  const found = await client.callTool({ name: "search_listings", arguments: { q: "team", per_page: 3 } });
  console.log(
    `   search_listings "team": ${(found.structuredContent as { items: { name: string }[] }).items.map(({ name }) => name).join(", ")}`,
  );
  await client.close();
  if (!same) throw new Error("REST and MCP disagree.");
  step("Done.");
}

async function firstLine(server: ChildProcess): Promise<{ site: string; mcp: string }> {
  let text = "";
  for await (const chunk of server.stdout!) {
    text += chunk;
    if (text.includes("\n")) return JSON.parse(text.slice(0, text.indexOf("\n"))) as { site: string; mcp: string };
  }
  throw new Error("The server stopped before it was ready.");
}

await main();
