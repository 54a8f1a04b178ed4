import { createServer, get } from "node:http";
import { type AddressInfo, connect } from "node:net";
import express from "express";
import { afterEach, expect, it } from "vitest";
import { takeTurns } from "../../http/turns.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** A server that notes who was served in which order, and one whose turns begin only when all have come. */
async function serve(expected: number) {
  const app = express();
  app.set("trust proxy", true);
  const served: string[] = [];
  let arrived = 0;
  const turns = takeTurns();
  const held: (() => void)[] = [];
  // All come in one go, as they do while the event loop is busy with something else.
  app.use((req, res, next) => {
    held.push(() => turns(req, res, next));
    if (++arrived === expected) for (const come of held.splice(0)) come();
  });
  app.use((req, res) => {
    served.push(String(req.headers["x-name"]));
    res.end();
  });
  const server = createServer(app);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  open.push(() => server.close());
  const ask = (name: string, address: string) =>
    new Promise<void>((done, fail) => {
      get({ port, host: "127.0.0.1", agent: false, headers: { "x-name": name, "x-forwarded-for": address } }, (res) =>
        res.resume().once("end", done),
      ).once("error", fail);
    });
  return { served, ask, port, arrivals: () => arrived };
}

it("lets each address have its turn, however many requests others have sent", async () => {
  const { served, ask, arrivals } = await serve(22);
  const flood = Array.from({ length: 20 }, (_, nth) => ask(`stranger ${nth}`, "192.0.2.1"));
  await expect.poll(arrivals).toBe(20);
  await Promise.all([...flood, ask("ann", "192.0.2.2"), ask("ben", "192.0.2.3")]);
  expect(served).toHaveLength(22);
  expect(served.indexOf("ann")).toBeLessThan(4);
  expect(served.indexOf("ben")).toBeLessThan(4);
});

it("starts the requests of one address in the order they came", async () => {
  const { served, ask, arrivals } = await serve(3);
  const all: Promise<void>[] = [];
  for (const [nth, name] of ["one", "two", "three"].entries()) {
    all.push(ask(name, "192.0.2.1"));
    if (nth < 2) await expect.poll(arrivals).toBe(nth + 1);
  }
  await Promise.all(all);
  expect(served).toEqual(["one", "two", "three"]);
});

it("ends a connection that brings more than a thousand requests before the first is served, and serves others", async () => {
  const { served, ask, arrivals, port } = await serve(1003);
  const socket = connect(port, "127.0.0.1");
  socket
    .resume()
    .write("GET / HTTP/1.1\r\nHost: a\r\nX-Name: flood\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n".repeat(1002));
  const closed = new Promise<void>((done) => socket.once("close", () => done()).once("error", () => undefined));
  await expect.poll(arrivals).toBe(1002);
  await Promise.all([ask("ann", "192.0.2.2"), closed]);
  expect(served).toContain("ann");
});
