import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "./listen.ts";

export type Served = string | ((req: IncomingMessage, res: ServerResponse) => void);

/** A website on loopback that answers by path; what is not named is 404. `requests` lists the paths asked for. */
export async function createWebsite(pages: Record<string, Served>) {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const path = new URL(req.url ?? "/", "http://site").pathname;
    requests.push(path);
    const page = pages[path];
    if (page === undefined) return void res.writeHead(404, { "content-type": "text/plain" }).end("not found");
    if (typeof page === "function") return page(req, res);
    res.writeHead(200, { "content-type": path.endsWith(".txt") ? "text/plain" : "text/html; charset=utf-8" }).end(page);
  });
  const { port, close } = await listen(server);
  return {
    requests,
    pages,
    /** For OUTBOUND_RESOLVE. */
    resolve: (...hosts: string[]) => hosts.map((host) => `${host}=127.0.0.1:${port}`).join(","),
    close,
  };
}

/** A small honest product website. */
export const ACME: Record<string, string> = {
  "/": `<!doctype html><html lang="en"><head><title>Acme Charts – Web analytics for small teams</title>
    <meta name="description" content="Acme Charts shows small teams which pages bring customers, without cookies.">
    <meta property="og:site_name" content="Acme Charts"><link rel="icon" href="/icon.svg" type="image/svg+xml"></head>
    <body><header><nav><a href="/pricing">Pricing</a> <a href="/about">About us</a> <a href="/contact">Contact</a></nav></header>
    <main><h1>Web analytics for small teams</h1>
    <p>Acme Charts shows small teams which pages bring customers, without cookies and without a consent banner.
    It counts visits, sources and goals, and keeps no personal data about anybody.</p>
    <h2>Features</h2><h3>Cookie-free counting</h3><p>Every visit is counted without storing anything in the browser.</p>
    <h3>Weekly mail report</h3><p>The most important figures arrive every Monday morning.</p>
    <h3>Goal tracking</h3><p>See which source brings people who sign up.</p></main>
    <footer><a href="https://github.com/acmecharts">GitHub</a> <a href="https://x.com/acmecharts">X</a>
    <a href="mailto:hello@acme.test">hello@acme.test</a></footer></body></html>`,
  "/pricing": `<!doctype html><title>Pricing – Acme Charts</title><main><h1>Pricing</h1>
    <p>Acme Charts costs $9 per month for up to ten websites. Every plan begins with a free trial of 30 days.</p></main>`,
  "/about": `<!doctype html><title>About – Acme Charts</title><main><h1>About us</h1>
    <p>Acme Charts was founded in 2021 by Ann Miller.</p></main>`,
  "/contact": `<!doctype html><title>Contact – Acme Charts</title><main><h1>Contact</h1>
    <p>Write to <a href="mailto:hello@acme.test">hello@acme.test</a>.</p>
    <address>Acme Charts GmbH<br>Lindenstr. 5<br>10969 Berlin<br>Germany</address></main>`,
};
