import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { compactVerify } from "jose";
import { listen } from "./listen.ts";

export type Message = { title: string; body: string; path: string; tag: string };
type Behaviour = (req: IncomingMessage, res: ServerResponse) => void;
type Claims = { aud: string; exp: number; sub: string };
type Delivered = { id: string; headers: Record<string, string>; sealed: Buffer; claims: Claims; key: string };

const TAG_BYTES = 16;

/** The browser's side of RFC 8291 and RFC 8188, by the letter of both and without the library that seals. */
function unseal(sealed: Buffer, pair: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = sealed.subarray(0, 16);
  const keyEnd = 21 + sealed.readUInt8(20);
  const senderKey = sealed.subarray(21, keyEnd);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), senderKey]);
  const derive = (key: Buffer, by: Buffer, what: Buffer | string, length: number) =>
    Buffer.from(hkdfSync("sha256", key, by, what, length));
  const input = derive(pair.computeSecret(senderKey), auth, info, 32);
  const key = derive(input, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(input, salt, "Content-Encoding: nonce\0", 12);
  const text = sealed.subarray(keyEnd, -TAG_BYTES);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(text), decipher.final()]);
  const end = padded.lastIndexOf(2);
  if (padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("The padding is wrong.");
  return padded.subarray(0, end).toString("utf8");
}

/** The claims of a VAPID header (RFC 8292), whose signature is checked with the key it names. */
async function verify(header: string): Promise<{ claims: Claims; key: string }> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const jwk = { kty: "EC", crv: "P-256", x: x!, y: y! };
  const { payload } = await compactVerify(token, createPublicKey({ key: jwk, format: "jwk" }), {
    algorithms: ["ES256"],
  });
  return { claims: JSON.parse(new TextDecoder().decode(payload)), key };
}

/** A real push service over HTTP, and the browsers that it carries messages to. A host may be told how to answer. */
export async function createPushService() {
  const delivered: Delivered[] = [];
  const refused: string[] = [];
  const behaviours = new Map<string, Behaviour>();
  const browsers = new Map<string, (sealed: Buffer) => string>();
  const asked: string[] = [];

  async function take(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const host = (req.headers.host ?? "").replace(/:\d+$/, "");
    asked.push(`${req.method} ${host}${req.url}`);
    const behave = behaviours.get(host);
    if (behave) return behave(req, res);
    const id = (req.url ?? "").slice(1);
    const headers = Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));
    try {
      const { claims, key } = await verify(headers.authorization ?? "");
      if (claims.aud !== `https://${host}`) throw new Error(`It is for ${claims.aud}.`);
      delivered.push({ id, headers, sealed: Buffer.concat(chunks), claims, key });
      res.writeHead(201).end();
    } catch (error) {
      refused.push(String(error));
      res.writeHead(403).end();
    }
  }
  const server = createServer((req, res) => void take(req, res));
  const { port, close } = await listen(server);

  /** A browser that asked for messages, as it describes itself to a site. */
  function browser(host: string) {
    const pair = createECDH("prime256v1");
    pair.generateKeys();
    const auth = randomBytes(16);
    const id = randomBytes(12).toString("base64url");
    browsers.set(id, (sealed) => unseal(sealed, pair, auth));
    return {
      id,
      endpoint: `https://${host}/${id}`,
      p256dh: pair.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
      messages: (): Message[] =>
        delivered.filter((one) => one.id === id).map(({ sealed }) => JSON.parse(browsers.get(id)!(sealed))),
    };
  }

  return {
    browser,
    delivered,
    refused,
    behaviours,
    asked,
    resolve: (...hosts: string[]) => hosts.map((host) => `${host}=127.0.0.1:${port}`).join(","),
    close,
  };
}
