import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { asciiOf, parseJson } from "../http/request-body.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Envelopes } from "./envelopes.ts";
import { isObject, type PlainCall, readPlainCall } from "./plain-call.ts";

type Headers = IncomingMessage["headers"];
/** A call in the text that its client sends around the arguments and the id, and with the headers of its judgement. */
type Frame = { call: PlainCall; headers: Headers[string][] };
/** The text of a message, cut where the arguments and the id stand. */
type Cut = { frame: string; args: string; id: string };

const JUDGED = ["mcp-protocol-version", "mcp-method", "mcp-name", "accept"];
const MOST_FRAMES = 500;
const MOST_BYTES = 4000;

/**
 * Reads calls of public tools that read, if nothing about them is unusual. A client sends the same
 * text again but for arguments and id, so from the third time on only these are parsed.
 */
export function createCallReader(parts: { catalogue: Catalogue; envelopes: Envelopes }) {
  const frames = new LRUCache<string, Frame | "seen once">({ max: MOST_FRAMES });

  return ({ headers }: { headers: Headers }, bytes: Buffer): PlainCall | undefined => {
    const text = bytes.length <= MOST_BYTES ? asciiOf(bytes) : undefined;
    const cut = text === undefined ? undefined : cutOf(text);
    const known = cut && frames.get(cut.frame);
    if (typeof known === "object" && JUDGED.every((name, at) => headers[name] === known.headers[at])) {
      const call = filled(known.call, cut!);
      if (call) return call;
    }
    const message = parsed(bytes);
    const call = readPlainCall({ headers }, message, parts);
    if (call && cut && typeof known !== "object") {
      if (known === undefined) frames.set(cut.frame, "seen once");
      else if (isCutRight(cut)) frames.set(cut.frame, { call, headers: JUDGED.map((name) => headers[name]) });
    }
    return call;
  };
}

/** The call with other arguments and another id; undefined if what was cut out is not an object. */
function filled(call: PlainCall, cut: Cut): PlainCall | undefined {
  const args = parsed(Buffer.from(cut.args, "latin1"));
  if (!isObject(args)) return undefined;
  const id = Number(cut.id);
  const params = { ...call.message.params, arguments: args };
  return { ...call, id, args, message: Object.assign({ ...call.message, params }, { id }) };
}

const ARGUMENTS = '"arguments":{';
const ID = '"id":';
const MOST_ARGUMENTS = 400;
const DIGITS = /(?:0|[1-9]\d{0,14})/y;
/** Stands in no JSON text. */
const HOLE = "\0";

/** A text with flat arguments and a number as its id. */
function cutOf(text: string): Cut | undefined {
  const start = text.indexOf(ARGUMENTS) + ARGUMENTS.length - 1;
  const end = text.indexOf("}", start) + 1;
  if (start < ARGUMENTS.length || end === 0 || end - start > MOST_ARGUMENTS) return undefined;
  DIGITS.lastIndex = text.lastIndexOf(ID) + ID.length;
  const from = DIGITS.lastIndex;
  const id = DIGITS.exec(text)?.[0];
  if (id === undefined || from < ID.length || (from > start && from < end)) return undefined;
  const to = from + id.length;
  const frame =
    from > start
      ? text.slice(0, start) + HOLE + text.slice(end, from) + HOLE + text.slice(to)
      : text.slice(0, from) + HOLE + text.slice(to, start) + HOLE + text.slice(end);
  return { frame, args: text.slice(start, end), id };
}

/** Whether the holes are where the message has its arguments and its id, and not, for example, inside a string. */
function isCutRight({ frame }: Cut): boolean {
  const [args, id] = ['{"cut":"here"}', "4711"];
  const [before, between, after] = frame.split(HOLE) as [string, string, string];
  const isIdLast = before.endsWith(ARGUMENTS.slice(0, -1));
  const probe = parsed(Buffer.from(before + (isIdLast ? args : id) + between + (isIdLast ? id : args) + after));
  if (!isObject(probe) || !isObject(probe.params) || !isObject(probe.params.arguments)) return false;
  return probe.id === 4711 && probe.params.arguments.cut === "here";
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch {
    return undefined;
  }
}
