import { afterAll, expect, it } from "vitest";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld } from "../helpers/world.ts";

const DAY = 24 * 3600_000;
const world = await createWorld();
afterAll(() => world.close());

it("days that somebody won are those with a vote in the first 24 hours of a launch", async () => {
  const { store, now } = world.deps;
  const ago = (days: number, ms = 0) => new Date(now().getTime() - days * DAY + ms);
  const launched = async (name: string, at: Date, votedAt?: Date) => {
    const { id } = await world.listing(name, { launchedAt: at });
    if (votedAt) await castVote({ ...world.deps, now: () => votedAt }, (await world.account("ann")).id, id);
  };
  await launched("Won", ago(3), ago(3, DAY - 1));
  await launched("Also", ago(3));
  await launched("Late", ago(4), ago(3));
  await launched("Quiet", ago(5));
  expect(await store.launches.raceTimes(true)).toEqual([ago(3)]);
  const all = await store.launches.raceTimes(false);
  expect(all.toSorted((a, b) => a.getTime() - b.getTime())).toEqual([ago(5), ago(4), ago(3)]);
});
