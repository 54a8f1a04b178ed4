import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, Response } from "express";

/** Higher than for dynamic responses: these bytes are compressed once and sent often. */
const BROTLI_QUALITY = 9;

const ENCODERS = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: constants.Z_BEST_COMPRESSION }),
};
type Encoding = keyof typeof ENCODERS;

/** Sends a constant text, compressed once per encoding on first use. */
export function prepare(body: Buffer): (req: Request, res: Response) => Promise<void> {
  const made = new Map<Encoding, Promise<Buffer>>();
  return async (req, res) => {
    const encoding = (Object.keys(ENCODERS) as Encoding[]).find((each) => req.acceptsEncodings(each));
    res.vary("Accept-Encoding");
    if (!encoding) return void res.send(body);
    const encoded = made.get(encoding) ?? ENCODERS[encoding](body);
    made.set(encoding, encoded);
    res.set("Content-Encoding", encoding).send(await encoded);
  };
}
