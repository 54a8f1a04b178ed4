import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** One mail as the server got it. `text` is its plain part, decoded. */
export type Delivered = { to: string[]; headers: Map<string, string>; text: string };

/** A mail server on loopback that keeps what it gets. */
export async function createMailServer() {
  const delivered: Delivered[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onData(stream, { envelope }, done) {
      let raw = "";
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
  return {
    delivered,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  };
}

function read(raw: string): Pick<Delivered, "headers" | "text"> {
  const [head = "", ...parts] = raw.replaceAll("\r\n", "\n").split("\n\n");
  const headers = new Map(
    head
      .replace(/\n[ \t]+/g, " ")
      .split("\n")
      .map((line): [string, string] => {
        const [name = "", ...value] = line.split(": ");
        return [name.toLowerCase(), value.join(": ")];
      }),
  );
  const body = parts.join("\n\n");
  const [partHead = "", ...plain] = (body.split("Content-Type: text/plain")[1] ?? "").split(/\n--/)[0]!.split("\n\n");
  return { headers, text: decode(partHead, plain.join("\n\n")) };
}

function decode(head: string, text: string): string {
  if (/base64/i.test(head)) return Buffer.from(text, "base64").toString();
  if (!/quoted-printable/i.test(head)) return text;
  const bytes = text
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
