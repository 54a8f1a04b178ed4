import { hash } from "node:crypto";

/** A response as text that is sent as it is. */
export class Document {
  readonly body: string;
  /** With "latin1", Node writes an ASCII text as it is, and its head and body at once. */
  readonly encoding: "latin1" | "utf8";
  /** Bytes of the body. */
  readonly length: number;
  #etag: string | undefined;
  #quoted: string | undefined;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.encoding = bytes.length === text.length ? "latin1" : "utf8";
    // In one piece: a string that was joined is walked at each use.
    this.body = bytes.toString(this.encoding);
  }

  /** A strong validator: equal content has equal tags for every caller. */
  get etag(): string {
    this.#etag ??= `"${hash("sha256", this.body, "base64url").slice(0, 27)}"`;
    return this.#etag;
  }

  /** The body as a JSON string, for responses that contain it as text. */
  get quoted(): string {
    this.#quoted ??= JSON.stringify(this.body);
    return this.#quoted;
  }
}
