import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect as connectTo } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { imageSize } from "image-size";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { readSecretKeys } from "../../core/credentials/secret-keys.ts";
import { createVault } from "../../core/credentials/vault.ts";
import { readSettings } from "../../core/settings/config.ts";
import { picturePath } from "../../pictures/key.ts";
import { connect, openWriter } from "../../store/sqlite/open.ts";
import { sqliteStore } from "../../store/sqlite/sqlite-store.ts";
import { launchBrowser } from "../browser/chromium.ts";
import { invoiceContent } from "../helpers/invoices.ts";
import { end } from "../helpers/process.ts";
import { ACME, createWebsite } from "../helpers/website.ts";
import { createCollector } from "../tracing/collector.ts";
import { EXECUTABLE, executable, root, run, type Served, serve } from "./built.ts";
import { lookAround } from "./in-browser.ts";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#a83a0c"/></svg>';

let served: Served;
await executable();
const folder = mkdtempSync(join(tmpdir(), "debut-release-"));
const website = await createWebsite({
  ...ACME,
  "/icon.svg": (_req, res) => res.setHeader("content-type", "image/svg+xml").end(ICON),
});
const env = {
  PORT: "0",
  LOG_LEVEL: "warn",
  CRAWL_GAP_MS: "0",
  OUTBOUND_RESOLVE: website.resolve("acme.test", "plain.test"),
};
afterAll(async () => {
  if (served) await end(served.child, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const get = async (path: string) => {
  const response = await fetch(new URL(path, served.site));
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    body: Buffer.from(await response.arrayBuffer()),
  };
};

describe("the executable, in an empty folder and an empty environment", () => {
  let key: string;
  let listingId: string;
  const headers = () => ({ authorization: `Bearer ${key}`, "content-type": "application/json" });
  const rest = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${served.site}/api/v1${path}`, {
      method,
      headers: headers(),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
    const answer = (await response.json()) as any;
    expect(response.status, JSON.stringify(answer)).toBeLessThan(300);
    return answer;
  };
  const byMcp = async (name: string, args: Record<string, unknown>) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(served.mcp), { requestInit }));
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    await client.close();
    expect(isError ?? false, JSON.stringify(structuredContent)).toBe(false);
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked into.
    return structuredContent as any;
  };
  const readBack = async () => ({
    rest: await rest("GET", `/me/listings/${listingId}`),
    mcp: await byMcp("get_my_listing", { listing_id: listingId }),
  });

  it("starts without a question, tells its addresses and a setup link, and answers this machine alone", async () => {
    served = await serve(folder, env);
    expect(served).toMatchObject({
      mcp: `${served.site}/mcp`,
      setup: expect.stringContaining(`${served.site}/setup?token=`),
    });
    expect(new URL(served.site).hostname).toBe("127.0.0.1");
    expect(await get("/healthz")).toMatchObject({ status: 200 });
    expect(readdirSync(folder)).toEqual(["var"]);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((one) => one?.family === "IPv4" && !one.internal);
    if (outside) {
      const socket = connectTo(Number(new URL(served.site).port), outside.address);
      const outcome = await new Promise((resolve) => {
        socket.once("connect", () => resolve("connected")).once("error", () => resolve("refused"));
      });
      socket.destroy();
      expect(outcome).toBe("refused");
    }
  });

  it("drafts a website that is submitted by MCP, and saves the listing by REST", async () => {
    await run(folder, env, "user", "create", "--email", "ann@people.example", "--password", "correct horse battery");
    const scopes = "account:read,listings:write";
    key = (await run(folder, env, "api-key", "create", "--email", "ann@people.example", "--scopes", scopes)).key;
    let draft = await byMcp("submit_listing", { url: "https://acme.test/" });
    const readAgain = async () => {
      draft = await rest("GET", `/drafts/${draft.id}`);
      return draft.status;
    };
    await expect.poll(readAgain, { interval: 100 }).toBe("ready");
    expect(draft.fields.name.value).toBe("Acme Charts");
    await rest("PATCH", `/drafts/${draft.id}`, { fields: { categories: ["Web analytics"] } });
    listingId = (await rest("POST", `/drafts/${draft.id}/submit`)).listing_id;
    const saved = await readBack();
    expect(saved.rest).toMatchObject({ name: "Acme Charts" });
    expect(saved.mcp).toEqual(saved.rest);
  });

  it("keeps what OAuth stores under the names that the source has", async () => {
    const { client_id: id } = await fetch(`${served.site}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        redirect_uris: ["http://127.0.0.1/back"],
        token_endpoint_auth_method: "none",
        grant_types: ["authorization_code", "refresh_token"],
      }),
    }).then((response) => response.json() as Promise<{ client_id: string }>);
    const question = new URLSearchParams({
      client_id: id,
      response_type: "code",
      redirect_uri: "http://127.0.0.1/back",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const { status } = await fetch(`${served.site}/oauth/authorize?${question}`, { redirect: "manual" });
    expect(status).toBe(303);
    const database = openWriter(join(folder, "var/debut.db"));
    const models = database.prepare("select distinct model from oauth_objects order by model").pluck().all();
    database.close();
    expect(models).toEqual(["Client", "Interaction"]);
  });

  it("loads the pages of accounts, makers and admins when somebody asks for them", async () => {
    expect(await get("/sign-in")).toMatchObject({ status: 200 });
    expect(await get("/submit")).toMatchObject({ status: 200 });
    for (const path of ["/account", "/drafts", "/admin"])
      expect((await fetch(served.site + path, { redirect: "manual" })).headers.get("location")).toMatch(/^\/sign-in\?/);
  });

  it("has its pages, styles, scripts, fonts and pictures inside", async () => {
    await run(folder, env, "seed", "--listings", "3");
    const home = (await get("/")).body.toString();
    const assets = [...new Set([...home.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!))];
    expect(assets.map((path) => path.split(".").at(-1)).sort()).toEqual(expect.arrayContaining(["css", "js", "svg"]));
    for (const path of [...assets, "/docs", "/docs/viewer.js", "/connect", "/api/v1/openapi.json"])
      expect((await get(path)).status, path).toBe(200);
    const { items } = await rest("GET", "/listings");
    const { slug } = items[0];
    const page = await get(`/listings/${slug}`);
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain(" · ");
    expect(page.body.toString()).not.toContain("Â");
    expect((await get(`/badges/${slug}/listed/classic-light.svg`)).body.toString()).toContain("<svg");
    expect(imageSize((await get(`/previews/listings/${slug}.png`)).body)).toMatchObject({ type: "png", width: 1200 });
  });

  it("shows them in a browser, with nothing to complain about", async () => {
    const browser = await launchBrowser();
    try {
      await lookAround(browser, { site: served.site, setup: served.setup!, website: "plain.test" });
    } finally {
      await browser.close();
    }
  });

  it("writes an invoice in any script", async () => {
    const writer = openWriter(join(folder, "var/debut.db"));
    const keys = readSecretKeys(readSettings({ DATA_DIR: join(folder, "var") }));
    const store = sqliteStore(connect(writer), { vault: createVault(keys, randomBytes) });
    const buyer = { ...invoiceContent().buyer, name: "株式会社デビュー שלום" };
    await store.change((tx) =>
      tx.invoices.issue(invoiceContent({ buyer }), { cause: "test", token: "t".repeat(43) }, new Date()),
    );
    await store.close();
    const pdf = await get(`/invoices/${"t".repeat(43)}/pdf`);
    expect(pdf).toMatchObject({ status: 200, type: "application/pdf" });
    expect(pdf.body.subarray(0, 5).toString()).toBe("%PDF-");
  });

  it("gives the same answers from a backup after kill -9", async () => {
    const before = await readBack();
    await run(folder, env, "backup", "copy.db");
    await end(served.child, "SIGKILL");
    await run(folder, env, "restore", "copy.db", "--force");
    // A logo for the next step, and its job as if the last run were long ago.
    const writer = openWriter(join(folder, "var/debut.db"));
    writer.exec("update listings set logo_url = 'https://acme.test/icon.svg' where is_demo and status = 'live'");
    writer.exec("delete from jobs where kind = 'fetch-pictures'");
    writer.close();
    const port = new URL(served.site).port;
    served = await serve(folder, { ...env, PORT: port });
    expect(await readBack()).toEqual(before);
  });

  it("makes copies of pictures in a thread of its own, and ends when it is told to", async () => {
    const find = () => get(picturePath("https://acme.test/icon.svg", 96));
    await expect.poll(async () => (await find()).type, { interval: 100 }).toBe("image/webp");
    expect(imageSize((await find()).body)).toMatchObject({ type: "webp", width: 96 });
    expect(await end(served.child, "SIGTERM")).toBe(0);
  });

  it("names files and lines of the source in the stack of an error", () => {
    const data = mkdtempSync(join(tmpdir(), "debut-damaged-"));
    onTestFinished(() => rmSync(data, { recursive: true }));
    writeFileSync(join(data, "debut.db"), randomBytes(40_000));
    const { stderr } = spawnSync(EXECUTABLE, ["serve"], { env: { DATA_DIR: data, LOG_LEVEL: "debug" } });
    const [, file = "", line] = /at \S* ?\(?(server\/open-store\.ts):(\d+):/.exec(String(stderr)) ?? [];
    expect(readFileSync(join(root, file), "utf8").split("\n")[Number(line) - 1]).toContain("databaseFault(");
  });

  it("packs its answers, and sends traces to a collector", async () => {
    const collector = await createCollector();
    served = await serve(folder, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: "released" });
    const page = await fetch(served.site, { headers: { "accept-encoding": "br" } });
    expect(page.headers.get("content-encoding")).toBe("br");
    expect(await page.text()).toContain("</html>");
    expect(await end(served.child, "SIGTERM")).toBe(0);
    await collector.close();
    expect(collector.spans.find(({ name }) => name === "GET /")?.resource).toMatchObject({
      "service.name": "released",
    });
  });
});
