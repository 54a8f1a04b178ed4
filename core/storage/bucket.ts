import { hash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import PQueue from "p-queue";
import { SaxesParser } from "saxes";
import { causeOf } from "#domain/text/failure.ts";
import type { BucketAddress } from "./address.ts";
import { StorageFault, type StoredFile } from "./storage.ts";

const TIMEOUT_MS = 15_000;
/** Pauses before retries. All requests are idempotent. */
const PAUSES_MS = [100, 500];
const AT_ONCE = 32;
/** More waiting requests mean that the storage hangs. */
const MOST_WAITING = 1000;

export type Found = { body: Buffer; etag: string; at: number };
export type Bucket = {
  get(name: string, etag?: string): Promise<Found | "same" | undefined>;
  head(name: string): Promise<number | undefined>;
  put(name: string, content: Uint8Array, type: string): Promise<{ etag: string }>;
  delete(name: string): Promise<void>;
  list(): AsyncGenerator<StoredFile>;
};

/** A folder in an S3-compatible bucket, with signed requests (AWS Signature Version 4). */
export function createBucket({ base, prefix, region, key, secret }: BucketAddress, folder: string): Bucket {
  const client = new AwsClient({ accessKeyId: key, secretAccessKey: secret, service: "s3", region, retries: 0 });
  const queue = new PQueue({ concurrency: AT_ONCE });
  const start = `${prefix}${folder}/`;
  const urlOf = (name: string): string => `${base}/${`${start}${name}`.split("/").map(encodeURIComponent).join("/")}`;

  type Options = { method?: string; body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> };
  async function once(url: string, { body, headers, ...rest }: Options): Promise<Response> {
    const digest = hash("sha256", body ?? "", "hex");
    return client.fetch(url, {
      ...rest,
      ...(body ? { body } : {}),
      // Lets the storage detect corrupted transfers.
      headers: { ...headers, "X-Amz-Content-Sha256": digest },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  }

  async function ask(url: string, options: Options = {}): Promise<Response> {
    for (const pause of PAUSES_MS) {
      const response = await once(url, options).catch(() => undefined);
      if (response && response.status < 500 && response.status !== 429) return response;
      await response?.body?.cancel();
      await delay(pause);
    }
    const last = await once(url, options).catch((error: unknown) => {
      throw unreachable(error);
    });
    if (last.status >= 500 || last.status === 429) throw await refused(last);
    return last;
  }

  function send(url: string, options: Options = {}): Promise<Response> {
    if (queue.size > MOST_WAITING)
      throw new StorageFault(`${base} is too slow: ${queue.size} requests wait`, "See the state of the storage.");
    return queue.add(() => ask(url, options));
  }

  const unreachable = (error: unknown): StorageFault => {
    return new StorageFault(
      `${base} cannot be reached: ${causeOf(error)}`,
      "Check the host of STORAGE_URL, and that this machine may connect to it.",
      error,
    );
  };

  async function refused(response: Response): Promise<StorageFault> {
    const text = await response.text().catch(() => "");
    const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
    return new StorageFault(
      `${base} answers ${response.status}${code ? ` ${code}` : ""}`,
      cureOf(response.status, code),
    );
  }

  return {
    async get(name, etag) {
      const response = await send(urlOf(name), { headers: etag ? { "If-None-Match": etag } : {} });
      if (response.status === 304) return "same";
      if (await isMissing(response, refused)) return undefined;
      if (response.status !== 200) throw await refused(response);
      const body = await response.arrayBuffer().catch((error: unknown) => {
        throw unreachable(error);
      });
      return { body: Buffer.from(body), etag: response.headers.get("etag") ?? "", at: dateOf(response) };
    },
    async head(name) {
      const response = await send(urlOf(name), { method: "HEAD" });
      if (response.status === 404) return undefined;
      if (response.status !== 200) throw await refused(response);
      return dateOf(response);
    },
    async put(name, content, type) {
      const response = await send(urlOf(name), {
        method: "PUT",
        body: new Uint8Array(content),
        headers: { "Content-Type": type },
      });
      if (response.status !== 200) throw await refused(response);
      await response.body?.cancel();
      return { etag: response.headers.get("etag") ?? "" };
    },
    async delete(name) {
      const response = await send(urlOf(name), { method: "DELETE" });
      if (![200, 204].includes(response.status) && !(await isMissing(response, refused))) throw await refused(response);
      await response.body?.cancel();
    },
    async *list() {
      for (let next: string | undefined = ""; next !== undefined; ) {
        const query = new URLSearchParams({ "list-type": "2", prefix: start, "max-keys": "1000" });
        if (next) query.set("continuation-token", next);
        const response = await send(`${base}?${query}`);
        if (response.status !== 200) throw await refused(response);
        const page = readPage(await response.text());
        for (const { name, ...rest } of page.files) yield { name: name.slice(start.length), ...rest };
        next = page.next;
      }
    },
  };
}

const dateOf = (response: Response): number => Date.parse(response.headers.get("last-modified") ?? "") || 0;

/** A missing file is fine, a missing bucket is an error. */
async function isMissing(response: Response, refused: (response: Response) => Promise<StorageFault>): Promise<boolean> {
  if (response.status !== 404) return false;
  const fault = await refused(response);
  if (fault.reason.endsWith("NoSuchBucket")) throw fault;
  return true;
}

function cureOf(status: number, code = ""): string {
  if (code === "NoSuchBucket") return "Create the bucket, or correct its name in STORAGE_URL.";
  if (code === "RequestTimeTooSkewed") return "Set the clock of this machine, and let it follow a time server.";
  if (status === 403 || status === 401)
    return (
      "Check key, secret and region in STORAGE_URL. The key needs permission to list the bucket and to " +
      "get, put and delete its objects."
    );
  if (status === 301 || status === 400) return "Check the region and the host in STORAGE_URL.";
  return "See the state of the storage. Debut goes on by itself when it answers again.";
}

function readPage(xml: string): { files: StoredFile[]; next: string | undefined } {
  const files: StoredFile[] = [];
  let one: Record<string, string> = {};
  let text = "";
  const all: Record<string, string> = {};
  const parser = new SaxesParser();
  let isInside = false;
  parser.on("opentag", ({ name }) => {
    text = "";
    if (name === "Contents") [one, isInside] = [{}, true];
  });
  parser.on("text", (part) => {
    text += part;
  });
  parser.on("closetag", ({ name }) => {
    if (name === "Contents") {
      files.push({ name: one.Key ?? "", at: new Date(one.LastModified ?? 0), bytes: Number(one.Size) });
      isInside = false;
    } else (isInside ? one : all)[name] = text;
  });
  parser.write(xml).close();
  return { files, next: all.IsTruncated === "true" ? all.NextContinuationToken : undefined };
}
