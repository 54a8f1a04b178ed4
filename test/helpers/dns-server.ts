import { createSocket } from "node:dgram";
import { type Answer, decode, encode } from "dns-packet";
import { closeAfterFile } from "./let-go.ts";

/** Records as dns-packet writes them, "NXDOMAIN", "SERVFAIL" and "REFUSED" as such, or no answer at all. */
export type DnsAnswer = Pick<Answer & { data: unknown }, "type" | "data">[] | keyof typeof RCODES | "silence";
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2, REFUSED: 5 } as const;

/**
 * A DNS server on loopback, over UDP; `answer` decides by name and type ("TXT"). `questions` lists "TXT acme.com" as they come.
 * dns-packet reads and writes the packets, because it does that alone: no server of its own, and 60 million downloads a week.
 */
export async function createDnsServer(answer: (name: string, type: string) => DnsAnswer) {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (bytes, from) => {
    const query = decode(bytes);
    const [question] = query.questions ?? [];
    if (!question) return;
    const name = question.name.toLowerCase();
    const said = answer(name, question.type);
    questions.push(`${question.type} ${name}`);
    if (said === "silence") return;
    const answers = typeof said === "string" ? [] : said.map((record) => ({ ttl: 0, name: question.name, ...record }));
    const flags = typeof said === "string" ? RCODES[said] : 0;
    const reply = encode({
      type: "response",
      id: query.id ?? 0,
      flags: 0x80 | flags,
      questions: [question],
      answers: answers as Answer[],
    });
    socket.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return closeAfterFile({
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise<void>((resolve) => socket.close(() => resolve())),
  });
}

export const txt = (...strings: string[]) => ({ type: "TXT" as const, data: strings });
