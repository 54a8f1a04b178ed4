import { setImmediate as breathe } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { FIRST_DAY, FIRST_DAY_MS, firstDay } from "../../jobs/first-day.ts";
import { launchWeek } from "../../jobs/launch-week.ts";
import type { Mail } from "../../store/repos/notifications/mails.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { communityOf } from "../helpers/community.ts";
import { createWorld } from "../site/world.ts";

const MONDAY = new Date("2026-11-23T00:00:00Z");
const EVENING = new Date(MONDAY.getTime() + FIRST_DAY_MS);

const world = await createWorld();
const make = communityOf(world.store);

async function launched(): Promise<number> {
  world.clock.at = new Date(MONDAY.getTime() - 3600_000);
  const ownerId = await make.person({ name: "Ines" });
  const { id } = await make.listing(
    { status: "scheduled", launchWeek: "2026-11-23", launchedAt: null, ownerId },
    world.clock.at,
  );
  world.clock.at = new Date(MONDAY.getTime() + 60_000);
  await launchWeek.run({} as never, world.deps, new AbortController().signal);
  return id;
}
async function mailsAbout(listingId: number): Promise<Mail[]> {
  const [owner] = await world.store.listings.members(listingId);
  const { email } = (await world.store.accounts.find(owner!.accountId))!;
  return (await world.mails()).filter(({ recipient }) => recipient === email);
}

describe("the first day of a launch", () => {
  it("is reported once in the evening, with place, votes and a card", async () => {
    const id = await launched();
    expect(await world.store.jobs.find(`${FIRST_DAY}:${id}`)).toMatchObject({ runAt: EVENING, state: "queued" });
    for (let voters = 0; voters < 5; voters++) await castVote(world.deps, await make.person(), id);
    world.clock.at = EVENING;
    await firstDay.run({ listingId: id } as never, world.deps, new AbortController().signal);
    await firstDay.run({ listingId: id } as never, world.deps, new AbortController().signal);
    const mails = await mailsAbout(id);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      expect.stringMatching(/^Site \d+ is #1 after its first day$/),
      expect.stringMatching(/^Site \d+ is live on Debut$/),
    ]);
    const { text } = mails.find(({ subject }) => subject.includes("#1"))!;
    expect(text).toContain("Place: #1\nVotes: 5\n");
    expect(text).not.toMatch(/Views|Followers/);
    expect(text).toContain("until Sunday 29 November");
    expect(text).toMatch(/\/previews\/listings\/site-\d+\.png\n/);
  });

  it("is not reported if nothing happened, it is long past, or the listing is gone", async () => {
    const quiet = await launched();
    const late = await launched();
    const gone = await launched();
    for (const id of [late, gone]) await castVote(world.deps, await make.person(), id);
    world.clock.at = EVENING;
    await firstDay.run({ listingId: quiet } as never, world.deps, new AbortController().signal);
    world.writer.prepare("update listings set status = 'suspended' where id = ?").run(gone);
    await breathe();
    await firstDay.run({ listingId: gone } as never, world.deps, new AbortController().signal);
    world.clock.at = new Date(EVENING.getTime() + 24 * 3600_000);
    await firstDay.run({ listingId: late } as never, world.deps, new AbortController().signal);
    for (const id of [quiet, late, gone]) expect(await mailsAbout(id)).toHaveLength(1);
  });
});
