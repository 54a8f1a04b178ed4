import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { serveOneByOne } from "../../http/one-by-one.ts";

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function serve(listener: RequestListener, unreadMs = 60_000) {
  const server = createServer();
  serveOneByOne(server, unreadMs, listener);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push(() => server.close().closeAllConnections());
  return {
    server,
    connect(): Socket {
      const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => undefined);
      open.push(() => socket.destroy());
      return socket;
    },
  };
}
const requests = (...paths: string[]): string =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join("");
const closed = (socket: Socket): Promise<void> => new Promise((done) => socket.once("close", () => done()));
/** More than the system keeps for a client that reads nothing. */
const LARGE = Buffer.alloc(50_000_000);

it("starts a request after the response before it is sent", async () => {
  const events: string[] = [];
  const answers: (() => void)[] = [];
  const { connect } = await serve((req, res) => {
    events.push(`start ${req.url}`);
    answers.push(() => {
      events.push(`answer ${req.url}`);
      res.end("ok");
    });
  });
  connect()
    .resume()
    .write(requests("/1", "/2", "/3"));
  for (const nth of [1, 2, 3]) {
    await expect.poll(() => answers.length).toBe(nth);
    answers[nth - 1]!();
  }
  expect(events).toEqual(["start /1", "answer /1", "start /2", "answer /2", "start /3", "answer /3"]);
});

it("serves other connections while one waits for its answer", async () => {
  const { connect } = await serve((req, res) => {
    if (req.url !== "/slow") res.end("ok");
  });
  connect().write(requests("/slow", "/behind"));
  const answer = await new Promise<string>((done) =>
    connect()
      .once("data", (data) => done(String(data)))
      .write(requests("/")),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200/);
});

it("starts no more requests for a client that reads no responses", async () => {
  let started = 0;
  const { connect } = await serve((_req, res) => {
    started++;
    res.end(LARGE);
  });
  const one = connect().pause();
  one.write(requests(...Array.from({ length: 20 }, (_, nth) => `/${nth}`)));
  await expect.poll(() => started).toBe(1);
  const other = connect();
  await new Promise((done) => other.once("data", done).write(requests("/other")));
  expect(started).toBe(2);
});

it("closes a connection with dozens of waiting requests", async () => {
  let started = 0;
  const { connect } = await serve(() => {
    started++;
  });
  const socket = connect().resume();
  socket.write(requests(...Array.from({ length: 100 }, (_, nth) => `/${nth}`)));
  await closed(socket);
  expect(started).toBe(1);
});

it("closes a connection that does not read its response", async () => {
  const { server, connect } = await serve((_req, res) => void res.end(LARGE), 50);
  const gone = new Promise<void>((done) => server.once("connection", (socket) => socket.once("close", () => done())));
  connect().pause().write(requests("/"));
  await gone;
});

it("keeps a connection whose response takes long", async () => {
  const looked = Promise.withResolvers<void>();
  const { server, connect } = await serve(async (req, res) => {
    // Only from now on: until here, a connection is as idle as the machine is busy.
    req.socket.setTimeout(1);
    await looked.promise;
    res.end("at last");
  });
  server.once("timeout", () => looked.resolve());
  const answer = await new Promise<string>((done) =>
    connect()
      .once("data", (data) => done(String(data)))
      .write(requests("/")),
  );
  expect(answer).toContain("at last");
});

it("closes an idle kept-alive connection", async () => {
  const { server, connect } = await serve((_req, res) => void res.end("ok"));
  server.keepAliveTimeout = 20;
  server.keepAliveTimeoutBuffer = 0;
  const socket = connect().resume();
  socket.write(requests("/"));
  await closed(socket);
});
