import type { Attack } from "../stranger.ts";

const headers = { "content-type": "application/json" };
const VALID = { client_name: "App", redirect_uris: ["https://app.example/callback"] };

export const registrations: Attack = {
  title: "Client registrations: `{}`, valid ones, broken JSON",
  async run({ flood, send }) {
    const bodies = ["{}", JSON.stringify(VALID), "{", JSON.stringify({ ...VALID, client_name: "x".repeat(60_000) })];
    await flood(32, (nth) =>
      send({
        method: "POST",
        path: "/oauth/register",
        headers,
        body: nth % 2 ? bodies[0]! : bodies[nth % bodies.length]!,
        from: nth % 60,
      }),
    );
  },
};
