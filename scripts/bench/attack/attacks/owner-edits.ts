import { randomUUID } from "node:crypto";
import type { Attack } from "../stranger.ts";

const text = (nth: number, length: number): string =>
  Array.from({ length: Math.ceil(length / 8) }, (_, at) => `word${(at * nth) % 997} `)
    .join("")
    .slice(0, length);

export const ownerEdits: Attack = {
  title: "Longest texts saved again and again by 40 owners, their histories, twins and exports read",
  run: ({ stage: { strangers }, flood, send }) =>
    flood(24, (nth) => {
      const { key, cookie, listingId, slug } = strangers[nth % strangers.length]!;
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const site = { cookie: `sid=${cookie}` };
      const kinds = [
        () =>
          send({
            method: "PATCH",
            path: `/api/v1/me/listings/${listingId}`,
            headers: { ...headers, "idempotency-key": randomUUID() },
            body: JSON.stringify({ fields: { description: text(nth, 20_000), summary: text(nth, 300) } }),
          }),
        () => send({ path: `/account/listings/${listingId}/history`, headers: site }),
        () => send({ path: `/listings/${slug}.md` }),
        () => send({ path: "/account/data.json", headers: site }),
        () =>
          send({
            method: "POST",
            path: `/api/v1/me/listings/${listingId}/updates`,
            headers: { ...headers, "idempotency-key": randomUUID() },
            body: JSON.stringify({ title: `News ${nth}`, body: `${"> ".repeat(400)}${"[a](".repeat(400)}` }),
          }),
      ];
      return kinds[nth % kinds.length]!();
    }),
};
