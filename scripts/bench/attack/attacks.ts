import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { bitPng, svgOf } from "../../../test/helpers/png.ts";
import { csrfIn, formOf } from "./client.ts";
import { floods } from "./floods.ts";
import type { Attack, Stranger } from "./stage.ts";
import { websites } from "./websites.ts";

/** The cookie and the token of a form that anybody may open. */
async function openForm({ send }: Stranger, path: string): Promise<{ cookie: string; csrf: string }> {
  const page = await send({ path });
  return { cookie: [page.headers["set-cookie"] ?? []].flat()[0]?.split(";")[0] ?? "", csrf: csrfIn(page) };
}

/** Beginnings of requests whose rest comes a byte at a time, or never. */
const HEAD = "HTTP/1.1\r\nHost: HOST\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n";
const BEGINNINGS = [
  `GET / ${HEAD}X-A: `,
  `POST /mcp ${HEAD}Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\nContent-Length: 1000000\r\n\r\n{`,
  `POST /sign-in ${HEAD}${FORM}a=`,
  `POST /oauth/token ${HEAD}${FORM}`,
  `POST /webhooks/paypal ${HEAD}Content-Length: 1000000\r\n\r\n`,
  "",
];
const [SLOW_SENDERS, SLOW_READERS, PIPELINED] = [1500, 400, 100];

const BLUR =
  '<g filter="url(#a)"><filter id="a"><feGaussianBlur stdDeviation="900"/></filter><rect width="9000" height="9000"/></g>';
const LAYERS = 400;
const layers = `${'<g opacity=".9"><rect width="900" height="900"/>'.repeat(LAYERS)}${"</g>".repeat(LAYERS)}`;
const svg = (size: number, content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${content}</svg>`);
/** What each would take when it is drawn: 0.3, 3.6, 1.3 and 0.9 GB. */
function imagesThatUnpack(): [name: string, bytes: Buffer][] {
  const picture = bitPng(15_000, 15_000);
  return [
    ["one.svg", svgOf(bitPng(9000, 9000))],
    ["four.svg", svgOf(picture, picture, picture, picture)],
    ["layers.svg", svg(900, layers)],
    ["plain.png", picture],
  ];
}
const UPLOADS = 20;
let pictures: Record<"huge" | "bomb" | "blurred", Buffer> | undefined;

/** By name, in the order in which they run. */
export const attacks: Record<string, Attack> = {
  idle: { title: "nobody", run: ({ untilOver }) => untilOver() },
  // As much work for the machine as a flood: what it costs that strangers share its processors here.
  elsewhere: {
    title: "nobody, while strangers flood another server on the same machine",
    website: (_req, res) => void res.end("ok"),
    async run({ stage: { sitePort }, flood }) {
      const pool = new Pool(`http://127.0.0.1:${sitePort}`, { connections: 64 });
      await flood(64, async () => (await pool.request({ method: "GET", path: "/" })).body.dump());
      await pool.destroy();
    },
  },
  ...websites,
  ...floods,
  passwords: {
    title: "Wrong passwords for one account, from 60 addresses",
    async run(stranger) {
      const { base, person } = stranger.stage;
      const { cookie, csrf } = await openForm(stranger, "/sign-in");
      await stranger.flood(16, (nth) => {
        const fields = { csrf, email: person.email, return_to: "/", password: `wrong password ${nth}` };
        return stranger.send({ ...formOf(base, "/sign-in", fields, cookie), from: nth % 60 });
      });
    },
  },
  "account-mails": {
    title: "Forgotten passwords and sign-ups, for one person and for thousands of made-up ones",
    async run(stranger) {
      const { base, person } = stranger.stage;
      const { cookie, csrf } = await openForm(stranger, "/forgot");
      await stranger.flood(16, (nth) => {
        const fields = { csrf, email: nth % 3 === 0 ? person.email : `nobody${nth}@nowhere.test` };
        const newcomer = { ...fields, name: "N", password: "a long enough password", terms: "on" };
        const form = nth % 2 ? formOf(base, "/sign-up", newcomer, cookie) : formOf(base, "/forgot", fields, cookie);
        return stranger.send({ ...form, from: nth % 60 });
      });
    },
  },
  "slow-senders": {
    title: `${SLOW_SENDERS} connections that trickle headers or bodies, or say nothing`,
    async run({ stage: { base }, socket, isOver }) {
      const open = Array.from({ length: SLOW_SENDERS }, (_, nth) => {
        const one = socket(nth % 60);
        const beginning = BEGINNINGS[nth % BEGINNINGS.length]!.replace("HOST", new URL(base).host);
        one.once("connect", () => one.write(beginning));
        return { one, isSilent: beginning === "" };
      });
      while (!isOver()) {
        await delay(1000);
        for (const { one, isSilent } of open) if (!isSilent && one.writable) one.write("x");
      }
    },
  },
  "slow-readers": {
    title: `${SLOW_READERS} connections with ${PIPELINED} pipelined requests each, whose answers are not read`,
    async run({ stage: { base, slugs }, socket, isOver, untilOver }) {
      for (let nth = 0; nth < SLOW_READERS && !isOver(); nth++) {
        const one = socket(nth % 8);
        one.pause();
        const path = nth % 2 ? "/api/v1/openapi.json" : `/listings/${slugs[nth % slugs.length]}`;
        one.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\n\r\n`.repeat(PIPELINED));
        await delay(2);
      }
      await untilOver();
    },
  },
  "owned-pictures": {
    title: "Pictures of 16,000 × 16,000 pixels, and SVG that is hard to draw, set by 40 owners",
    website({ url = "" }, res) {
      pictures ??= {
        huge: bitPng(16_000, 16_000),
        bomb: svgOf(bitPng(9000, 9000)),
        blurred: svg(9000, BLUR.repeat(50)),
      };
      const kind = url.includes("1.svg") ? "bomb" : url.includes("svg") ? "blurred" : "huge";
      res.writeHead(200, { "content-type": kind === "huge" ? "image/png" : "image/svg+xml" }).end(pictures[kind]);
    },
    async run({ stage: { base, strangers, siteHosts }, flood, send }) {
      const forms = strangers.map(async ({ cookie: sid, listingId }) => {
        const path = `/account/listings/${listingId}/pictures`;
        const cookie = `sid=${sid}`;
        const page = await send({ path, headers: { cookie } });
        return { path, cookie, csrf: csrfIn(page), seen: /name="seen" value="([^"]*)"/.exec(page.text)?.[1] ?? "" };
      });
      await flood(8, async (nth) => {
        const { path, cookie, csrf, seen } = (await forms[nth % forms.length])!;
        const host = siteHosts[nth % siteHosts.length];
        const fields = Array.from({ length: 6 }, (_, at): [string, string][] => [
          [`pictures.${at}.url`, `https://${host}/${nth}-${at}.${at % 2 ? "svg" : "png"}`],
          [`pictures.${at}.alt`, "A picture"],
        ]);
        await send(formOf(base, path, { csrf, seen, ...Object.fromEntries(fields.flat()) }, cookie));
      });
    },
  },
  "image-bombs": {
    title: `${UPLOADS} pictures that unpack to gigabytes, uploaded by as many accounts`,
    mostGrowthMb: 100,
    async run({ stage: { base, strangers }, send }) {
      const bombs = imagesThatUnpack();
      let nth = 0;
      const loop = async () => {
        while (nth < UPLOADS) {
          const from = nth++;
          const { cookie: sid, listingId } = strangers[from % strangers.length]!;
          const cookie = `sid=${sid}`;
          const page = await send({ path: `/account/listings/${listingId}/pictures`, headers: { cookie }, from });
          const [name, bytes] = bombs[from % bombs.length]!;
          const form = new FormData();
          form.append("csrf", csrfIn(page));
          form.append("shape", "wide");
          form.append("picture", new File([new Uint8Array(bytes)], name));
          const { headers } = formOf(base, "/account/uploads", {}, cookie);
          const multipart = new Response(form);
          const type = { "content-type": multipart.headers.get("content-type") ?? "" };
          const packed = Buffer.from(await multipart.arrayBuffer());
          await send({
            method: "POST",
            path: "/account/uploads",
            from,
            headers: { ...headers, ...type },
            body: packed,
          });
        }
      };
      await Promise.all(Array.from({ length: 4 }, loop));
    },
  },
};
