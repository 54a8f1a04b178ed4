import { hash } from "node:crypto";

/** The UTF-8 bytes of a text, one character each. Node writes such a string at once with the head. */
export const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");

/** A response that is sent as it is. */
export class Document {
  /** Its bytes, one character each, in one piece: a string that was joined is walked at each use. */
  readonly body: string;
  #etag: string | undefined;
  #quoted: string | undefined;

  /** Whether these are bytes in an encoding, which can have a tag of their own. */
  readonly isEncoded: boolean;

  constructor(
    content: string | Buffer,
    { etag, isEncoded = false }: { etag?: string | undefined; isEncoded?: boolean } = {},
  ) {
    this.body = typeof content === "string" ? bytesOf(content) : content.toString("latin1");
    this.#etag = etag;
    this.isEncoded = isEncoded;
  }

  get bytes(): Buffer {
    return Buffer.from(this.body, "latin1");
  }

  get text(): string {
    return this.bytes.toString();
  }

  /** A strong validator: equal content has equal tags for every caller. */
  get etag(): string {
    this.#etag ??= `"${hash("sha256", this.bytes, "base64url").slice(0, 27)}"`;
    return this.#etag;
  }

  /** The body as a JSON string, for responses that contain it as text; also one character a byte. */
  get quoted(): string {
    // Only ASCII characters are escaped, and the bytes of others are none.
    this.#quoted ??= JSON.stringify(this.body);
    return this.#quoted;
  }
}

/** The first member of this name with a number. Inside a string, its quotes would be escaped. */
const VIEWS = /"views":\d+/;

/** A profile with another number of views; undefined if that cannot be written into its text. */
export function withViews({ body, isEncoded }: Document, views: number): Document | undefined {
  const found = isEncoded ? null : VIEWS.exec(body);
  if (!found) return undefined;
  const text = `${body.slice(0, found.index)}"views":${views}${body.slice(found.index + found[0].length)}`;
  return new Document(Buffer.from(text, "latin1"));
}

const LINE_END = 10;
const ENCODED = "encoded ";

/** A document as bytes, for `readDocument`. */
export const writeDocument = ({ etag, body, isEncoded }: Document): Buffer =>
  Buffer.from(`${isEncoded ? ENCODED : ""}${etag}\n${body}`, "latin1");

export function readDocument(bytes: Buffer): Document {
  const end = bytes.indexOf(LINE_END);
  const head = bytes.toString("latin1", 0, end);
  const isEncoded = head.startsWith(ENCODED);
  return new Document(bytes.subarray(end + 1), { etag: isEncoded ? head.slice(ENCODED.length) : head, isEncoded });
}
