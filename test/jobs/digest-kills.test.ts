import { expect, it } from "vitest";
import { sendToMany } from "../crash/digest.ts";

/** DIGEST_READERS=10000 DIGEST_KILLS=20 DIGEST_SPEED=12 is the full size; `npm run bench -- digest` prints its figures. */
const { DIGEST_READERS = "150", DIGEST_KILLS = "2", DIGEST_SPEED = "600" } = process.env;

it("a digest over SMTP reaches each reader once, however often the server is killed", async () => {
  const report = await sendToMany({
    readers: Number(DIGEST_READERS),
    kills: Number(DIGEST_KILLS),
    speed: Number(DIGEST_SPEED),
    seed: "digest",
  });
  expect(report).toMatchObject({ twice: [], lost: [], strangers: [], kills: Number(DIGEST_KILLS) });
  expect(report.once).toBe(report.wanted);
  expect(report.largestMail).toBeLessThan(100_000);
}, 900_000);
