import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { weekOf } from "../../domain/launches/launch-week.ts";
import { castVote } from "../helpers/cast-vote.ts";
import { createWorld } from "../helpers/world.ts";
import { fillSignIn, openWatched } from "./watched-page.ts";
import { withBrowser } from "./with-browser.ts";

const [MINUTE, HOUR] = [60_000, 3600_000];
const { world, browser } = await withBrowser(createWorld());
const { deps } = world;

async function vote(listingId: number, ...names: string[]): Promise<void> {
  for (const name of names) {
    world.advance(MINUTE);
    await castVote(deps, (await world.account(name)).id, listingId);
  }
}
async function until(at: Date): Promise<void> {
  world.advance(at.getTime() - deps.now().getTime());
  await world.drain();
}
const figures = (page: Page) => page.locator("#community").innerText();
const focusedText = (page: Page) =>
  page.evaluate<string>("document.activeElement.textContent.replace(/\\s+/g, ' ').trim()");

async function tabTo(page: Page, text: string): Promise<void> {
  for (let press = 0; press < 80; press++) {
    await page.keyboard.press("Tab");
    if ((await focusedText(page)) === text) return;
  }
  throw new Error(`The keyboard does not reach "${text}".`);
}

it("a launch day: from midnight to the award, nobody reloads", async () => {
  const week = weekOf(deps.now(), "UTC", 1);
  await until(new Date(week.startsAt.getTime() - 10 * MINUTE));
  const owner = await world.account("mia");
  const booked = { status: "scheduled", plan: "launch", launchWeek: week.monday, launchedAt: null } as const;
  const riser = await world.listing("Nightferry", { ...booked, ownerId: owner.id });
  const rival = await world.listing("Alder", booked);
  const path = `/listings/${riser.slug}`;

  const visitor = await openWatched(browser);
  await visitor.page.goto(world.url + path);
  await visitor.page.getByRole("heading", { level: 1, name: /Nightferry launches on Monday/ }).waitFor();
  await visitor.expectSound();
  const front = await openWatched(browser);
  await front.page.goto(`${world.url}/launches/weeks/${week.monday}`);
  const plain = await openWatched(browser, { javaScriptEnabled: false });
  await plain.page.goto(world.url + path);

  await until(week.startsAt);
  const { page } = visitor;
  await page.getByRole("heading", { level: 1, name: "Nightferry", exact: true }).waitFor();
  await page.getByRole("status").getByText("Nightferry is live.").waitFor();
  await visitor.expectSound();
  await plain.page.reload();
  await plain.page.getByRole("heading", { level: 1, name: "Nightferry", exact: true }).waitFor();
  await front.page.getByText("Voting has started for this week’s launches.").waitFor();
  await front.page.getByRole("link", { name: "See the launches" }).press("Enter");
  await front.page.getByRole("heading", { name: "This week’s launches" }).waitFor();

  const maker = await openWatched(browser);
  await maker.page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(maker.page, "mia");
  await maker.page.getByText("Nightferry is live.").waitFor();
  await tabTo(maker.page, "Share it");
  await maker.page.keyboard.press("Enter");
  await maker.page.getByRole("heading", { level: 1, name: "Share Nightferry" }).waitFor();
  await maker.page.getByText("Nightferry is live on Debut this week.").first().waitFor();
  await maker.expectSound();

  world.advance(8 * HOUR);
  await world.account("vera");
  const voter = await openWatched(browser);
  await voter.page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(path)}`);
  await fillSignIn(voter.page, "vera");
  await voter.page.waitForURL(world.url + path);
  await tabTo(voter.page, "Vote");
  await voter.page.keyboard.press("Enter");
  await expect.poll(() => figures(page)).toContain("1 vote · 0 followers · #1 this week");
  await expect.poll(() => figures(voter.page)).toContain("#1 this week");

  await vote(rival.id, "ann", "bo");
  await expect.poll(() => figures(page)).toContain("#2 this week");
  const first = () => front.page.locator("#live-week h3").first().innerText();
  await expect.poll(first).toBe("Alder");
  const author = await world.account("ann");
  await deps.store.change((tx) =>
    tx.comments.add({
      ...{ id: deps.uuid(), listingId: riser.id, subject: "launch", threadId: null, answersId: null },
      ...{ accountId: author.id, body: "Well done", status: "published", reason: null, createdAt: deps.now() },
    }),
  );
  await page.getByRole("link", { name: "1 new comment" }).waitFor();
  await visitor.expectSound();

  await vote(riser.id, "ann", "bo", "cy");
  await expect.poll(() => figures(page)).toContain("4 votes · 0 followers · #1 this week");
  await expect.poll(first).toBe("Nightferry");
  await plain.page.reload();
  expect(await figures(plain.page)).toContain("4 votes · 0 followers · #1 this week");

  await until(week.endsAt);
  await front.page.getByText("Voting has ended for this week’s launches.").waitFor();
  await expect.poll(() => figures(page)).not.toContain("this week");
  await until(new Date(week.endsAt.getTime() + 25 * HOUR));
  await front.page.getByText("The awards are out.").waitFor();
  await front.page.getByRole("link", { name: "See the podium" }).click();
  await front.page.locator(".podium").getByText("Nightferry").first().waitFor();
  await page.getByText("Nightferry won an award.").waitFor();
  await visitor.expectSound();
  await page.getByRole("link", { name: "See the award" }).click();
  await page.waitForURL(/\/awards\//);
  await page.getByRole("main").getByText("Nightferry").first().waitFor();
  await maker.page.goto(world.url + path);
  await maker.page.getByText(/Nightferry won: Launch of the/).waitFor();
  await maker.expectSound();

  for (const { complaints, close } of [visitor, front, plain, maker, voter]) {
    expect(complaints).toEqual([]);
    await close();
  }
});

it.each([
  ["no-preference", true],
  ["reduce", false],
] as const)("sparks fly once, for whoever made it (%s)", async (reducedMotion, isMoved) => {
  const name = `Spark ${reducedMotion}`;
  const { id } = await world.account("joy");
  const { slug } = await world.listing(name, { ownerId: id });
  const context = await browser.newContext({ reducedMotion });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => void complaints.push(message.text()));
  await page.addInitScript({
    content:
      `globalThis.flew = 0; new MutationObserver((all) => { for (const { addedNodes } of all) ` +
      `for (const node of addedNodes) if (node.className === "sparks") globalThis.flew = ` +
      `node.querySelectorAll("i").length || 1; }).observe(document, { childList: true, subtree: true });`,
  });
  await page.goto(`${world.url}/sign-in?return_to=${encodeURIComponent(`/listings/${slug}`)}`);
  await fillSignIn(page, "joy");
  await page.getByText(`${name} is live.`).waitFor();
  if (isMoved) await expect.poll(() => page.evaluate("globalThis.flew")).toBeGreaterThan(0);
  else expect(await page.evaluate("globalThis.flew")).toBe(0);
  await expect.poll(() => page.locator(".sparks").count()).toBe(0);
  await page.reload();
  await page.getByText(`${name} is live.`).waitFor();
  expect(await page.evaluate("globalThis.flew")).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
