import { hash } from "node:crypto";

/**
 * The UTF-8 bytes of a text, one character each. Node writes such a string at once with the head.
 */
export const bytesOf = (text: string): string => Buffer.from(text).toString("latin1");

export class Document {
  /** Its bytes, one character each, in one piece: a string that was joined is walked at each use. */
  readonly body: string;
  #etag: string | undefined;
  #quoted: string | undefined;

  constructor(content: string | Buffer, etag?: string) {
    this.body = typeof content === "string" ? bytesOf(content) : content.toString("latin1");
    this.#etag = etag;
  }

  get text(): string {
    return Buffer.from(this.body, "latin1").toString();
  }

  /** A strong validator: equal content has equal tags for every caller. */
  get etag(): string {
    this.#etag ??= `"${hash("sha256", Buffer.from(this.body, "latin1"), "base64url").slice(0, 27)}"`;
    return this.#etag;
  }

  get quoted(): string {
    // Only ASCII characters are escaped, and the bytes of others are none.
    this.#quoted ??= JSON.stringify(this.body);
    return this.#quoted;
  }
}

const LINE_END = 10;

export const writeDocument = ({ etag, body }: Document): Buffer => Buffer.from(`${etag}\n${body}`, "latin1");

export function readDocument(bytes: Buffer): Document {
  const end = bytes.indexOf(LINE_END);
  return new Document(bytes.subarray(end + 1), bytes.toString("latin1", 0, end));
}
