import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attack } from "../stranger.ts";
import { submitSites } from "./hostile-site.ts";

const TRICKLE_MS = 1000;
const SITES = 120;

/** One byte a second, or one redirect after the other, or nothing at all. */
function website(req: IncomingMessage, res: ServerResponse): void {
  const host = req.headers.host ?? "";
  const kind = Number(/\d+/.exec(host)?.[0] ?? 0) % 3;
  if (kind === 0) return;
  if (kind === 1) return void res.writeHead(302, { location: `/${Math.random()}` }).end();
  res.writeHead(200, { "content-type": "text/html" }).write("<html>");
  const timer = setInterval(() => res.write(" "), TRICKLE_MS);
  res.on("close", () => clearInterval(timer));
}

export const slowSites: Attack = {
  title: `${SITES} websites that trickle, redirect for ever or never answer, by 40 accounts`,
  website,
  longer: 1.5,
  run: async (stranger) => {
    await submitSites(stranger, SITES);
    await stranger.untilOver();
  },
};
