import { bitPng, svgOf } from "../../../../test/helpers/png.ts";
import { csrfIn } from "../browser.ts";
import type { Attack } from "../stranger.ts";

const UPLOADS = 20;
const AT_ONCE = 4;
const LAYERS = 400;
const SQUARE = '<rect width="900" height="900"/>';

const picture = bitPng(15_000, 15_000);
/** What each would take when it is drawn: 0.3, 3.6, 1.3 and 0.9 GB. */
const bombs: [name: string, bytes: Buffer][] = [
  ["one.svg", svgOf(bitPng(9000, 9000))],
  ["four.svg", svgOf(picture, picture, picture, picture)],
  [
    "layers.svg",
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900">${`<g opacity=".9">${SQUARE}`.repeat(LAYERS)}${"</g>".repeat(LAYERS)}</svg>`,
    ),
  ],
  ["plain.png", picture],
];

export const imageBombs: Attack = {
  title: `${UPLOADS} pictures that unpack to gigabytes, uploaded by as many accounts`,
  mostGrowthMb: 100,
  async run({ stage: { base, strangers }, send }) {
    let nth = 0;
    const loop = async () => {
      while (nth < UPLOADS) {
        const from = nth++;
        const { cookie: sid, listingId } = strangers[from % strangers.length]!;
        const cookie = `sid=${sid}`;
        const page = await send({ path: `/account/listings/${listingId}/pictures`, headers: { cookie }, from });
        const [name, bytes] = bombs[from % bombs.length]!;
        const form = new FormData();
        for (const [key, value] of Object.entries({ csrf: csrfIn(page), shape: "wide" })) form.append(key, value);
        form.append("picture", new File([new Uint8Array(bytes)], name));
        const packed = new Response(form);
        const headers = { cookie, origin: base, "sec-fetch-site": "same-origin" };
        await send({
          ...{ method: "POST", path: "/account/uploads", from },
          headers: { ...headers, "content-type": packed.headers.get("content-type") ?? "" },
          body: Buffer.from(await packed.arrayBuffer()),
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, loop));
  },
};
