import type { IncomingMessage } from "node:http";
import { parseJson } from "../http/request-body.ts";
import type { PlainCall } from "./plain-call.ts";

type Headers = Pick<IncomingMessage, "headers">["headers"];

/** A call that was read before, with another argument and another id. */
export type KnownCall = Omit<PlainCall, "message">;

/** The text of a message around the value of its only argument and its id, in either order. */
type Frame = {
  before: string;
  between: string;
  after: string;
  isIdFirst: boolean;
  /** The name of the argument. */
  argument: string;
  headers: Headers[string][];
  call: Omit<KnownCall, "id" | "args">;
};

/** Headers that decide how a message is read. */
const JUDGED = ["mcp-protocol-version", "mcp-method", "mcp-name", "accept"];
const MOST_FRAMES = 16;
const MOST_CHARACTERS = 4000;
/** Some clients write something else into each message, and would be learned for nothing each time. */
export const LEARNED_ONE_OF = 8;

/** What stands in a string as it is, and whole numbers that are exact. */
const VALUE = /[a-z0-9-]+/y;
const ID = /(?:0|[1-9]\d{0,14})/y;

/**
 * Calls whose text clients send again but for the value of an argument and the id. Where these are is checked once, by
 * parsing, and then the rest is only compared.
 */
export function createKnownCalls() {
  /** The last one used comes first. */
  const frames: Frame[] = [];
  let misses = 0;

  return {
    find({ headers }: { headers: Headers }, text: string): KnownCall | undefined {
      for (let at = 0; at < frames.length; at++) {
        const frame = frames[at]!;
        const call = text.slice(0, frame.before.length) === frame.before ? callIn(frame, text) : undefined;
        if (!call || !hasSame(headers, frame)) continue;
        if (at > 0) frames.unshift(...frames.splice(at, 1));
        return call;
      }
      return undefined;
    },
    /** Takes a call for known that was read from this text, if its text can be cut. */
    learn({ headers }: { headers: Headers }, text: string, call: PlainCall): void {
      if (misses++ % LEARNED_ONE_OF > 0 || text.length > MOST_CHARACTERS) return;
      const frame = frameOf(
        text,
        call,
        JUDGED.map((name) => headers[name]),
      );
      if (!frame) return;
      frames.unshift(frame);
      frames.splice(MOST_FRAMES);
    },
  };
}

function hasSame(headers: Headers, frame: Frame): boolean {
  for (let at = 0; at < JUDGED.length; at++) if (headers[JUDGED[at]!] !== frame.headers[at]) return false;
  return true;
}

/** The end of what a pattern finds at this place; 0 if it is not there. */
function endAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  pattern.test(text);
  return pattern.lastIndex;
}

/** Pieces are compared as values: `startsWith` and `endsWith` go letter by letter, which takes five times as long. */
function callIn({ before, between, after, isIdFirst, argument, call }: Frame, text: string): KnownCall | undefined {
  const first = before.length;
  const firstEnd = endAt(isIdFirst ? ID : VALUE, text, first);
  const second = firstEnd + between.length;
  if (firstEnd === 0 || text.slice(firstEnd, second) !== between) return undefined;
  const secondEnd = endAt(isIdFirst ? VALUE : ID, text, second);
  if (secondEnd === 0 || text.slice(secondEnd) !== after) return undefined;
  const one = text.slice(first, firstEnd);
  const other = text.slice(second, secondEnd);
  const { tool, meta, era, client } = call;
  return {
    id: Number(isIdFirst ? one : other),
    tool,
    args: { [argument]: isIdFirst ? other : one },
    meta,
    era,
    client,
  };
}

function frameOf(
  text: string,
  { message, id, args, ...call }: PlainCall,
  headers: Frame["headers"],
): Frame | undefined {
  const [[argument, value] = [], ...others] = Object.entries(args ?? {});
  if (argument === undefined || others.length > 0 || typeof value !== "string" || typeof id !== "number")
    return undefined;
  const valueAt = placeOf(`"arguments":{"${argument}":"`, `${value}"}`, text);
  const idAt = placeOf('"id":', String(id), text);
  if (valueAt < 0 || idAt < 0) return undefined;
  const isIdFirst = idAt < valueAt;
  const holes = [
    { at: valueAt, end: valueAt + value.length },
    { at: idAt, end: idAt + String(id).length },
  ].sort((one, other) => one.at - other.at);
  const [first, second] = [holes[0]!, holes[1]!];
  const frame = {
    ...{ before: text.slice(0, first.at), between: text.slice(first.end, second.at), after: text.slice(second.end) },
    ...{ isIdFirst, argument, headers, call },
  };
  return isCutRight(frame, text, message) ? frame : undefined;
}

function placeOf(name: string, value: string, text: string): number {
  const at = text.lastIndexOf(name + value);
  return at < 0 ? at : at + name.length;
}

/** Another value in each hole must change the message there, and nowhere else. */
function isCutRight(frame: Frame, text: string, message: object): boolean {
  const [value, id] = ["another-value", 4711];
  const { before, between, after, isIdFirst, argument } = frame;
  const probe = before + (isIdFirst ? id : value) + between + (isIdFirst ? value : id) + after;
  const { params } = message as { params: object };
  const expected = { ...message, params: { ...params, arguments: { [argument]: value } }, id };
  try {
    const isSame = JSON.stringify(parseJson(Buffer.from(probe, "latin1"))) === JSON.stringify(expected);
    return isSame && callIn(frame, text) !== undefined;
  } catch {
    return false;
  }
}
