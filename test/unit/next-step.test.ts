import { expect, it } from "vitest";
import { html } from "../../core/html.ts";
import { nextStepOf } from "../../site/parts/next-step.ts";

const LAUNCHED = "2026-11-16T08:00:00.000Z";
const step = (status: string, now = LAUNCHED) => {
  const listing = { listing_id: 7, slug: "acme", launch_week: "2026-11-16", launched_at: LAUNCHED };
  const { words, ...next } = nextStepOf({ ...listing, status }, new Date(now));
  return { ...next, words: html`${words}`.text };
};

it.each([
  ["draft", LAUNCHED, "/account/listings/7/launch", "Nobody sees it yet."],
  ["awaiting_badge", LAUNCHED, "/account/listings/7", "Your launch is in the week of"],
  ["hidden", LAUNCHED, "/account/listings/7", "Its badge is missing"],
  ["scheduled", LAUNCHED, "/account/listings/7/edit", "Everything is ready"],
  ["live", "2026-11-16T20:00:00Z", "/listings/acme", "Today is your launch day."],
  ["live", "2026-11-17T20:00:00Z", "/account/listings/7/updates", "You launched yesterday."],
  ["live", "2026-11-26T20:00:00Z", "/account/listings/7/updates", "It is live since"],
  ["suspended", LAUNCHED, undefined, "It is no longer shown."],
])("the owner's next step of a listing that is %s at %s", (status, now, path, words) => {
  const next = step(status, now);
  expect(next.path).toBe(path);
  expect(next.words).toContain(words);
});
