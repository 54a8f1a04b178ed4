import { createServer } from "node:http";
import { listen } from "../helpers/listen.ts";

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  kind: number;
  attributes: Record<string, unknown>;
  isError: boolean;
  resource: Record<string, unknown>;
};

/** An OpenTelemetry collector on loopback that takes OTLP over HTTP and keeps the spans it gets. */
export async function createCollector() {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk as Buffer);
    requests.push({ path: req.url!, headers: req.headers });
    spans.push(...readExport(Buffer.concat(chunks)));
    res.writeHead(200, { "content-type": "application/x-protobuf" }).end();
  });
  const { port, close } = await listen(server);
  return {
    spans,
    requests,
    url: `http://127.0.0.1:${port}`,
    close,
  };
}

type Field = { number: number; value: bigint | Buffer };

/** The wire format of Protocol Buffers: numbers and byte strings by field number. */
function fieldsOf(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const number = tag >> 3;
    const take = (length: number): Buffer => {
      at += length;
      return bytes.subarray(at - length, at);
    };
    const wire = tag & 7;
    if (wire === 0) fields.push({ number, value: varint() });
    else fields.push({ number, value: take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint())) });
  }
  return fields;
}

const all = (fields: Field[], number: number): Buffer[] =>
  fields.flatMap((field) => (field.number === number && Buffer.isBuffer(field.value) ? [field.value] : []));
const text = (fields: Field[], number: number): string => all(fields, number)[0]?.toString() ?? "";
const hex = (fields: Field[], number: number): string => all(fields, number)[0]?.toString("hex") ?? "";
const whole = (fields: Field[], number: number): number =>
  Number(fields.find((field) => field.number === number)?.value ?? 0);

const attributesOf = (pairs: Buffer[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const fields = fieldsOf(pair);
      const [value] = fieldsOf(all(fields, 2)[0] ?? Buffer.alloc(0));
      return [text(fields, 1), Buffer.isBuffer(value?.value) ? value.value.toString() : Number(value?.value)];
    }),
  );

/** ExportTraceServiceRequest of opentelemetry-proto. */
function readExport(body: Buffer): ReceivedSpan[] {
  return all(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const fields = fieldsOf(resourceSpans);
    const resource = attributesOf(all(fieldsOf(all(fields, 1)[0]!), 1));
    return all(fields, 2).flatMap((scope) =>
      all(fieldsOf(scope), 2).map((bytes) => {
        const span = fieldsOf(bytes);
        return {
          traceId: hex(span, 1),
          spanId: hex(span, 2),
          parentId: hex(span, 4),
          name: text(span, 5),
          kind: whole(span, 6),
          attributes: attributesOf(all(span, 9)),
          isError: whole(fieldsOf(all(span, 15)[0] ?? Buffer.alloc(0)), 3) === 2,
          resource,
        };
      }),
    );
  });
}
