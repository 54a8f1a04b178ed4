import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { createFolder } from "./folder.ts";
import { listen } from "./listen.ts";

/** The only access key of that server, and its secret. */
const KEY = "S3RVER";

/** S3-compatible storage that verifies signatures, with a bucket `pictures`. */
export async function createBucketServer() {
  const folder = createFolder();
  // It marks the pages of lists with DES, which needs the flag.
  const child = fork(join(import.meta.dirname, "bucket-process.ts"), [folder], {
    execArgv: ["--openssl-legacy-provider"],
  });
  const [port] = (await once(child, "message")) as [number];
  return {
    folder: join(folder, "pictures"),
    host: `127.0.0.1:${port}`,
    url: `s3+http://${KEY}:${KEY}@127.0.0.1:${port}/pictures/debut`,
    async close() {
      child.disconnect();
      await once(child, "exit");
    },
  };
}

/** A proxy before a bucket: what `failWith` says ends a request instead of passing it on. */
export async function createFlakyProxy(host: string) {
  const asked: string[] = [];
  let failure: (method: string) => number | "cut" | undefined = () => undefined;
  const [hostname, port] = host.split(":");
  const server = createServer((req, res) => {
    asked.push(`${req.method} ${decodeURIComponent(req.url ?? "")}`);
    const failed = failure(req.method ?? "");
    if (failed === "cut") return void req.socket.destroy();
    if (failed !== undefined) return void res.writeHead(failed).end();
    const { method, url: path, headers } = req;
    // With its Host, which is part of what was signed.
    const onward = request({ hostname, port, method, path, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    req.pipe(onward);
  });
  const { port: own, close } = await listen(server);
  return {
    asked,
    close,
    host: `127.0.0.1:${own}`,
    failWith(next: typeof failure) {
      failure = next;
    },
  };
}
