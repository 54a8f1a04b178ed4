import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { closeAfterFile } from "./let-go.ts";

/** One mail as the server got it. `text` and `html` are its two parts, decoded. */
export type Delivered = { to: string[]; headers: Map<string, string>; text: string; html: string; bytes: number };

/** A mail server on loopback that keeps what it gets. */
export async function createMailServer() {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      let raw = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk) => {
        raw += chunk;
      });
      stream.on("end", () => {
        delivered.push({ to: envelope.rcptTo.map(({ address }) => address), ...read(raw) });
        done();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return closeAfterFile({
    delivered,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
}

function read(raw: string): Omit<Delivered, "to"> {
  const { headers, body } = partOf(raw.replaceAll("\r\n", "\n"));
  const boundary = /boundary="([^"]+)"/.exec(headers.get("content-type") ?? "")?.[1];
  const parts =
    boundary === undefined
      ? []
      : body
          .split(`--${boundary}`)
          .slice(1, -1)
          .map((part) => partOf(part.slice(1)));
  const find = (type: string): string => {
    const part = parts.find((one) => one.headers.get("content-type")?.startsWith(type));
    return part ? decode(part.headers.get("content-transfer-encoding") ?? "", part.body.replace(/\n$/, "")) : "";
  };
  return { headers, text: find("text/plain"), html: find("text/html"), bytes: Buffer.byteLength(raw) };
}

/** Headers, unfolded and by lowercase name, and what follows them. */
function partOf(text: string): { headers: Map<string, string>; body: string } {
  const [head = "", ...rest] = text.split("\n\n");
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, " ")
      .split("\n")
      .map((line): [string, string] => {
        const [name = "", ...value] = line.split(": ");
        return [name.toLowerCase(), value.join(": ")];
      }),
  );
  return { headers, body: rest.join("\n\n") };
}

export const decodeWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/(?:=\?UTF-8\?[BQ]\?[^?]*\?=)+/gi, (run) =>
      Buffer.concat(
        [...run.matchAll(/=\?UTF-8\?([BQ])\?([^?]*)\?=/gi)].map(([, kind, text = ""]) =>
          kind?.toUpperCase() === "B" ? Buffer.from(text, "base64") : quotedBytes(text.replaceAll("_", " ")),
        ),
      ).toString(),
    );

const quotedBytes = (text: string): Buffer =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  );

function decode(encoding: string, text: string): string {
  if (/base64/i.test(encoding)) return Buffer.from(text, "base64").toString();
  return /quoted-printable/i.test(encoding) ? quotedBytes(text.replace(/=\n/g, "")).toString() : text;
}
