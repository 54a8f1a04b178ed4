import { Pool } from "undici";
import type { Attack } from "../stranger.ts";

/** What the others are held against. */
export const idle: Attack = {
  title: "nobody",
  run: ({ untilOver }) => untilOver(),
};

/** As much work for the machine as a flood, but not for the server: what it costs that strangers share its processors here. */
export const elsewhere: Attack = {
  title: "nobody, while strangers flood another server on the same machine",
  website: (_req, res) => void res.end("ok"),
  async run({ stage: { sitePort }, flood }) {
    const pool = new Pool(`http://127.0.0.1:${sitePort}`, { connections: 64 });
    await flood(64, async () => (await pool.request({ method: "GET", path: "/" })).body.dump());
    await pool.destroy();
  },
};
