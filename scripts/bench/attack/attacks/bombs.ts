import { gzipSync } from "node:zlib";
import { hostileSite } from "./hostile-site.ts";

const MEGABYTE = Buffer.alloc(1_000_000, "<p>a</p>\n");
const layer = gzipSync(Buffer.concat(Array.from({ length: 200 }, () => MEGABYTE)));
const robots = gzipSync(`User-agent: *\n${"Disallow: /*a*b*c*d*e*$\n".repeat(400_000)}`);
const sitemap = gzipSync(
  `<?xml version="1.0"?><urlset>${Array.from({ length: 300_000 }, (_, nth) => `<url><loc>https://x.test/${nth}</loc></url>`).join("")}</urlset>`,
);

export const bombs = hostileSite("Websites that unpack to 200 MB, with giant robots.txt and sitemaps", (req, res) => {
  const packed = req.url === "/robots.txt" ? robots : req.url?.includes("sitemap") ? sitemap : layer;
  const type =
    req.url === "/robots.txt" ? "text/plain" : req.url?.includes("sitemap") ? "application/xml" : "text/html";
  res.writeHead(200, { "content-type": type, "content-encoding": "gzip" }).end(packed);
});
