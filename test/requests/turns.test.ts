import { createServer, get, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { keepFacts } from "../../http/facts.ts";
import { noteCaller, readInTurn, takeTurns } from "../../http/turns.ts";

const VALID = "Bearer valid";
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/**
 * A server that notes who was served in which order, and whose turns begin only when all of a crowd
 * have come.
 */
async function serve(...crowds: number[]) {
  return serveWith({ atOnce: false }, ...crowds);
}

/** `atOnce` answers as soon as a turn begins. */
async function serveWith({ atOnce }: { atOnce: boolean }, ...crowds: number[]) {
  const app = express();
  app.set("trust proxy", true);
  const served: string[] = [];
  let arrived = 0;
  let clockMs = 0;
  let hasBody = false;
  const body = Promise.withResolvers<void>();
  const turns = takeTurns({ BASE_URL: "" }, { nowMs: () => clockMs, workedMs: () => clockMs });
  const held: (() => void)[] = [];
  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const later = Number(req.headers["x-later"] ?? 0);
    for (let round = 0; later > 0 && round < 10; round++) await new Promise((done) => setImmediate(done));
    clockMs += later;
    if (req.headers["x-name"] === "last") body.resolve();
    clockMs += Number(req.headers["x-takes"] ?? 0);
    served.push(String(req.headers["x-name"]));
    if (req.headers.authorization) noteCaller(req, req.headers.authorization === VALID ? "account" : undefined);
    res.statusCode = Number(req.headers["x-status"] ?? 200);
    res.end();
  }
  // All come in one go, as they do while the event loop is busy with something else.
  app.use((req, res, next) => {
    keepFacts(req, { id: "1", interface: req.url.startsWith("/mcp") ? "mcp" : "site" });
    held.push(() => turns(req, res, () => (atOnce ? answer(req, res) : next())));
    arrived++;
    if (held.length === crowds[0]) {
      crowds.shift();
      for (const come of held.splice(0)) come();
    }
  });
  app.post(/.*/, async (req, _res, next) => {
    await readInTurn(req, async () => {
      for await (const _ of req);
      hasBody = true;
      await body.promise;
    });
    next();
  });
  // As many as a page passes over. Express takes a break among them.
  for (let nth = 0; nth < 150; nth++) app.use((_req, _res, next) => next());
  app.use(answer);
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  open.push(() => server.close());
  const ask = (name: string, address: string, takesMs = 0, status = 200, more: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((done, fail) => {
      const headers = {
        ...more,
        "x-name": name,
        "x-forwarded-for": address,
        "x-takes": String(takesMs),
        "x-status": String(status),
      };
      get({ port, host: "127.0.0.1", agent: false, headers }, (res) => res.resume().once("end", () => done(res))).once(
        "error",
        fail,
      );
    });
  const pass = (ms: number) => {
    clockMs += ms;
  };
  return { served, ask, port, pass, arrivals: () => arrived, hasBody: () => hasBody };
}

it("gives each address its turn, however many requests others have sent", async () => {
  const { served, ask, arrivals } = await serve(22);
  const flood = Array.from({ length: 20 }, (_, nth) => ask(`stranger ${nth}`, "192.0.2.1"));
  await expect.poll(arrivals).toBe(20);
  await Promise.all([...flood, ask("ann", "192.0.2.2"), ask("ben", "192.0.2.3")]);
  expect(served).toHaveLength(22);
  expect(served.indexOf("ann")).toBeLessThan(4);
  expect(served.indexOf("ben")).toBeLessThan(4);
});

it("serves addresses with little usage before those with much", async () => {
  const { served, ask, arrivals } = await serve(2, 3);
  await Promise.all([ask("much", "192.0.2.1", 100), ask("little", "192.0.2.2", 10)]);
  const last = [ask("much again", "192.0.2.1")];
  await expect.poll(arrivals).toBe(3);
  last.push(ask("little again", "192.0.2.2"));
  await expect.poll(arrivals).toBe(4);
  await Promise.all([...last, ask("new", "192.0.2.3")]);
  expect(served.slice(2)).toEqual(["new", "little again", "much again"]);
});

it("counts requests that are answered at once, and lets them hold up nobody", async () => {
  const { served, ask, arrivals } = await serveWith({ atOnce: true }, 1, 41, 3);
  await ask("ann", "192.0.2.2", 10);
  const flood = Array.from({ length: 40 }, (_, nth) => ask(`flood ${nth}`, "192.0.2.1", 5));
  await expect.poll(arrivals).toBe(41);
  await Promise.all([...flood, ask("ann again", "192.0.2.2", 10)]);
  // A new address counts as having used less than Ann, until its first requests have been charged.
  expect(served.indexOf("ann again")).toBeLessThan(6);
  const last = [ask("flood", "192.0.2.1")];
  await expect.poll(arrivals).toBe(43);
  last.push(ask("new", "192.0.2.3"));
  await expect.poll(arrivals).toBe(44);
  await Promise.all([...last, ask("ann at last", "192.0.2.2")]);
  expect(served.slice(-3)).toEqual(["new", "ann at last", "flood"]);
});

it("counts refused requests more than served ones", async () => {
  const { served, ask, arrivals } = await serve(2, 2);
  await Promise.all([ask("refused", "192.0.2.1", 40, 429), ask("served", "192.0.2.2", 60)]);
  const last = ask("refused again", "192.0.2.1");
  await expect.poll(arrivals).toBe(3);
  await Promise.all([last, ask("served again", "192.0.2.2")]);
  expect(served.slice(2)).toEqual(["served again", "refused again"]);
});

it("counts work that goes on after the turn", async () => {
  const { served, ask, arrivals } = await serve(2, 2);
  await Promise.all([ask("later", "192.0.2.1", 0, 200, { "x-later": "100" }), ask("at once", "192.0.2.2", 10)]);
  const last = ask("later again", "192.0.2.1");
  await expect.poll(arrivals).toBe(3);
  await Promise.all([last, ask("at once again", "192.0.2.2")]);
  expect(served.slice(2)).toEqual(["at once again", "later again"]);
});

it("serves known addresses before a crowd of new ones", async () => {
  const { served, ask, arrivals, pass } = await serve(1, 21);
  await ask("ann", "192.0.2.1", 5);
  pass(3000);
  const crowd = Array.from({ length: 20 }, (_, nth) => ask(`stranger ${nth}`, `198.51.100.${nth}`));
  await expect.poll(arrivals).toBe(21);
  await Promise.all([...crowd, ask("ann again", "192.0.2.1")]);
  expect(served[1]).toBe("ann again");
});

it("gives a credential that was valid the last time a turn before a crowd, and none to a made-up one", async () => {
  const { served, ask, arrivals } = await serve(1, 22);
  const by = (name: string, authorization: string) => ask(name, "192.0.2.1", 500, 200, { authorization });
  const crowd = (count: number) => Array.from({ length: count }, (_, nth) => ask("stranger", `198.51.100.${nth}`));
  await by("ann", VALID);
  const first = [...crowd(20), by("made up", "Bearer made up")];
  await expect.poll(arrivals).toBe(22);
  await Promise.all([...first, by("ann again", VALID)]);
  expect([served[1], served.at(-1)]).toEqual(["ann again", "made up"]);
});

it("refuses a request that has waited for ten seconds of work, and says when to try again", async () => {
  const { served, ask, arrivals } = await serve(3);
  const slow = [ask("slow", "192.0.2.1", 9000), ask("other", "192.0.2.2", 1000)];
  await expect.poll(arrivals).toBe(2);
  const [late] = await Promise.all([ask("late", "192.0.2.3"), ...slow]);
  expect([late.statusCode, late.headers["retry-after"]]).toEqual([503, "5"]);
  expect(served).toEqual(["slow", "other"]);
});

it("forgets the usage of an address that has been quiet", async () => {
  const { served, ask, arrivals, pass } = await serve(1, 2);
  await ask("much", "192.0.2.1", 5000);
  pass(60_000);
  const last = ask("new", "192.0.2.2");
  await expect.poll(arrivals).toBe(2);
  await Promise.all([last, ask("much again", "192.0.2.1")]);
  expect(served.slice(1)).toEqual(["much again", "new"]);
});

it("gives a request with a late body another turn, after addresses with less usage", async () => {
  const { served, ask, port, arrivals, hasBody } = await serve(1, 1, 2);
  await ask("much", "192.0.2.1", 100);
  const headers = { "x-name": "with a body", "x-forwarded-for": "192.0.2.1", "content-length": 4 };
  const slow = request({ port, host: "127.0.0.1", method: "POST", agent: false, headers });
  const answered = new Promise((done, fail) =>
    slow.once("response", (res) => res.resume().once("end", done)).once("error", fail),
  );
  slow.flushHeaders();
  await expect.poll(arrivals).toBe(2);
  slow.end("body");
  await expect.poll(hasBody).toBe(true);
  const last = ask("last", "192.0.2.2");
  await expect.poll(arrivals).toBe(3);
  await Promise.all([last, ask("ann", "192.0.2.3"), answered]);
  expect(served).toEqual(["much", "last", "ann", "with a body"]);
});

it("starts the requests of one address in order of arrival", async () => {
  const { served, ask, arrivals } = await serve(3);
  const all: Promise<unknown>[] = [];
  for (const [nth, name] of ["one", "two", "three"].entries()) {
    all.push(ask(name, "192.0.2.1"));
    if (nth < 2) await expect.poll(arrivals).toBe(nth + 1);
  }
  await Promise.all(all);
  expect(served).toEqual(["one", "two", "three"]);
});
