import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import { expect } from "vitest";
import { z } from "zod";
import { createLimiter, type Limiter } from "../../../core/limits/limiter.ts";
import { readSettings } from "../../../core/settings/config.ts";
import { defineTool, READ } from "../../../tools/define.ts";
import { tools } from "../../../tools/index.ts";
import { TEST_KEY } from "../../helpers/key.ts";
import { createWorld, type World } from "../../helpers/world.ts";
import { HOST } from "./corpus.ts";
import { type Sent, send } from "./wire.ts";

export const NOW = new Date("2026-11-18T12:00:00Z");

const broken = defineTool({
  name: "get_broken",
  title: "Broken",
  description: "Fails.",
  access: "public",
  rest: "GET /broken",
  annotations: READ,
  input: z.strictObject({}),
  output: z.object({}),
  handler: () => Promise.reject(new Error("secret")),
});

/** Quotas count by the clock of the machine, so they start anew before each comparison, unless these are about them. */
function renewable(env: Record<string, string>): Limiter & { renew: () => void } {
  const settings = readSettings(env);
  const create = () => createLimiter(settings);
  let limiter = create();
  return {
    take: (...given) => limiter.take(...given),
    count: (...given) => limiter.count(...given),
    look: (...given) => limiter.look(...given),
    giveBack: (...given) => limiter.giveBack(...given),
    refusals: () => limiter.refusals(),
    renew() {
      limiter = create();
    },
  };
}

/** Two servers with the same address and the same time, on copies of one database; one has the fast path. */
export async function createPair(database: Buffer, env?: Record<string, string>) {
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), "debut-replay-")));
  const limiters = [0, 1].map(() => renewable(env ?? {}));
  const [reference, fast] = await Promise.all(
    folders.map((folder, index) => {
      writeFileSync(join(folder, "debut.db"), database);
      return createWorld({
        env: { BASE_URL: `http://${HOST}`, DATA_DIR: folder, SECRETS_KEY: TEST_KEY, ...env },
        replaced: { now: () => NOW, limiter: limiters[index]! },
        tools: [...tools, broken],
        fastPath: index === 1,
      });
    }),
  );
  return {
    /** Sends a request to both, and fails if a client or the log could tell them apart. */
    async compare(request: Sent) {
      if (!env) for (const limiter of limiters) limiter.renew();
      const { isWhole: _, ...expected } = await exchange(reference!, request);
      const { isWhole, ...received } = await exchange(fast!, request);
      expect(received).toEqual(expected);
      return { ...received, isWhole };
    },
    async close() {
      await Promise.all([reference!.close(), fast!.close()]);
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Differs between equal responses: when it was sent, and how its bytes are framed. */
const FRAMING = ["date", "content-length", "transfer-encoding"];
/** Shorter ones need no compression. The SDK sends them without a length, so they get one. */
const THRESHOLD_BYTES = 1024;
const DECODERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  deflate: inflateSync,
};

const nextRound = () => new Promise((resolve) => setImmediate(resolve));

/** What a client sees, and what the log says, without the ids and times that no two servers share. */
async function exchange(world: World, request: Sent) {
  const before = world.logs.length;
  const { status, headers, body } = await send(world.port, request);
  const id = String(headers["x-request-id"]);
  const isLogged = (line: string) => line.includes('"msg":"request"') && line.includes(JSON.stringify(id));
  while (!world.logs.slice(before).some(isLogged)) await nextRound();
  const lines = world.logs.slice(before).map((line) => JSON.parse(line));
  const decoded = (DECODERS[String(headers["content-encoding"])] ?? ((bytes: Buffer) => bytes))(body);
  const framing = decoded.length < THRESHOLD_BYTES ? [...FRAMING, "content-encoding"] : FRAMING;
  const steady = (text: string): string =>
    text.replaceAll(id, "<id>").replaceAll(/(;t=|in |retry[-_]after":)\d+/g, "$1<seconds>");
  const given = Object.entries(headers).filter(([name]) => !framing.includes(name));
  return {
    status,
    headers: Object.fromEntries(
      given.map(([name, value]) => [name, name === "retry-after" ? "<seconds>" : steady(String(value))]).sort(),
    ),
    body: steady(decoded.toString()),
    lines: lines.map(({ time: _time, ms: _ms, bytes: _bytes, err, ...line }) => ({
      ...JSON.parse(steady(JSON.stringify(line))),
      ...(err && { err: err.message }),
    })),
    /** Only the fast path tells the length of a result. */
    isWhole: headers["content-length"] !== undefined,
  };
}
