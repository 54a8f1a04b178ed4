import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { createFolder } from "../helpers/folder.ts";
import { end, exitOf } from "../helpers/process.ts";

const MAIN = join(import.meta.dirname, "../../server/main.ts");
const SENDERS = 6;

function createProgram() {
  const folder = createFolder();
  const file = join(folder, "debut.mjs");
  const children: ChildProcess[] = [];
  const log: string[] = [];
  const successor = (): number | undefined =>
    log.flatMap((line) => (line.startsWith("{") ? [JSON.parse(line).successor] : [])).find(Boolean);
  onTestFinished(async () => {
    const pid = successor();
    if (pid) process.kill(pid, "SIGTERM");
    for (const child of children) await end(child, "SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    log,
    env: { PATH: process.env.PATH ?? "", DATA_DIR: join(folder, "data"), PORT: "0" },
    install: (version: string) =>
      writeFileSync(
        file,
        `process.env.SITE_NAME = ${JSON.stringify(version)};\nawait import(${JSON.stringify(MAIN)});\n`,
      ),
    installBroken: () => writeFileSync(file, 'throw new Error("This version does not start.");\n'),
    /** `nextLine` gives what the program and its successors print on standard output. */
    start(
      env: Record<string, string>,
      { command = [process.execPath], socket = undefined as number | undefined } = {},
    ) {
      const [name = "", ...args] = [...command, file, "serve", "--json"];
      const child = spawn(name, args, {
        env,
        stdio: ["ignore", "pipe", "pipe", ...(socket === undefined ? [] : [socket])],
      });
      children.push(child);
      createInterface(child.stderr!).on("line", (line) => log.push(line));
      const lines = createInterface(child.stdout!)[Symbol.asyncIterator]();
      return { child, nextSite: async (): Promise<string> => JSON.parse(String((await lines.next()).value)).site };
    },
  };
}

type Answer = { status: number; site: string; isLast: boolean };

function ask(base: string, agent: Agent | undefined): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(`${base}/api/v1/site`, { agent: agent ?? new Agent({ keepAlive: false }) }, (res) => {
      let text = "";
      res.on("data", (chunk) => {
        text += chunk;
      });
      res.on("error", reject);
      res.on("end", () =>
        resolve({
          status: res.statusCode!,
          site: res.statusCode === 200 ? JSON.parse(text).name : text,
          isLast: res.headers.connection === "close",
        }),
      );
    });
    request.on("error", reject);
  });
}

/** Clients that ask one thing after the other, over kept connections and over new ones, until they are told to end. */
function load(base: string) {
  const answers: Answer[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const send = async (agent?: Agent): Promise<void> => {
    while (!isOver)
      await ask(base, agent).then(
        (answer) => answers.push(answer),
        (error) => failures.push(error),
      );
  };
  const kept = Array.from({ length: SENDERS }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const all = Promise.all([...kept.map((agent) => send(agent)), send(), send()]);
  return {
    answers,
    failures,
    async end() {
      isOver = true;
      await all;
      for (const agent of kept) agent.destroy();
    },
  };
}

const LIMITS = { LIMIT_READ_ANONYMOUS: "10000000" };

it("SIGUSR2 brings a new version into service without a failed request", async () => {
  const program = createProgram();
  program.install("First");
  const { child, nextSite } = program.start({ ...program.env, ...LIMITS });
  const base = await nextSite();
  const idle = new Agent({ keepAlive: true, maxSockets: 1 });
  expect((await ask(base, idle)).site).toBe("First");
  const clients = load(base);
  await expect.poll(() => clients.answers.length).toBeGreaterThan(50);

  program.installBroken();
  child.kill("SIGUSR2");
  await expect.poll(() => program.log.join("\n")).toContain("this process continues");
  const before = clients.answers.length;
  await expect.poll(() => clients.answers.length).toBeGreaterThan(before + 20);

  program.install("Second");
  child.kill("SIGUSR2");
  expect(await nextSite()).toBe(base);
  await expect.poll(() => clients.answers.slice(-SENDERS).every(({ site }) => site === "Second")).toBe(true);
  // Its connection is older than the new process, and the old one still answers on it, for the last time.
  expect(await ask(base, idle)).toEqual({ status: 200, site: "First", isLast: true });
  expect((await ask(base, idle)).site).toBe("Second");
  expect(await exitOf(child)).toBe(0);
  await clients.end();
  idle.destroy();
  expect(clients.failures).toEqual([]);
  expect(new Set(clients.answers.map(({ status }) => status))).toEqual(new Set([200]));
});

it("a systemd socket keeps connections while the program starts", async () => {
  const program = createProgram();
  program.install("Activated");
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
  // Each process learns its own number from systemd; a shell that becomes the program knows it.
  const command = ["/bin/sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "${process.execPath}" "$@"`, "sh"];
  const env = { ...program.env, PORT: String(port) };
  const { nextSite } = program.start(env, { command, socket: fd });
  socket.close();
  const base = `http://127.0.0.1:${port}`;
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(base, undefined)));
  expect(answers.every(({ status, site }) => status === 200 && site === "Activated")).toBe(true);
  expect(await nextSite()).toBe(base);
});

it("stopping closes busy connections with a response that says so", async () => {
  const program = createProgram();
  program.install("Stopping");
  const { child, nextSite } = program.start({ ...program.env, ...LIMITS });
  const { host, port } = new URL(await nextSite());
  const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk;
  });
  const unfinished = `GET /api/v1/site HTTP/1.1\r\nHost: ${host}\r\n`;
  socket.write(`${unfinished}\r\n`);
  await expect.poll(() => text).toContain("Stopping");
  expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/s);
  text = "";
  socket.write(unfinished);
  child.kill("SIGTERM");
  await expect.poll(() => program.log.join()).toContain("stopping: finishing running work");
  socket.write("\r\n");
  await once(socket, "close");
  expect(text).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/s);
  expect(await exitOf(child)).toBe(0);
});
