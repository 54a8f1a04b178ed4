import { expect, it } from "vitest";
import { html } from "../../core/text/html.ts";
import { ENGLISH } from "../../languages/language.ts";
import { inEnglish } from "../../languages/words.ts";
import { nextStepOf, nextStepOfDraft, type Stepping } from "../../site/parts/listings/next-step.ts";

const LAUNCHED = "2026-11-16T08:00:00.000Z";
const BEFORE = "2026-10-01T08:00:00.000Z";
const ORDER = { number: "ORD-1", token: "secret", expiresAt: new Date("2026-11-30T08:00:00Z") };

type State = [state: string, now: string, path: string, words: string, more?: Partial<Stepping>];
const STATES: State[] = [
  ["draft", BEFORE, "/account/listings/7/launch", "It is not public yet."],
  ["draft", BEFORE, "/checkout/secret", "is waiting for payment", { order: { ...ORDER, isHeld: false } }],
  ["draft", BEFORE, "/account/orders/ORD-1", "You do not need to pay again", { order: { ...ORDER, isHeld: true } }],
  ["awaiting_badge", BEFORE, "/account/listings/7", "Your launch is in the week of Monday 16 November"],
  ["awaiting_badge", BEFORE, "/checkout/secret", "until Monday 30 November", { order: { ...ORDER, isHeld: false } }],
  ["hidden", BEFORE, "/account/listings/7", "The badge is missing"],
  ["scheduled", BEFORE, "/account/listings/7/edit", "Everything is ready"],
  ["scheduled", "2026-11-11T08:00:00Z", "/listings/acme", "You launch on Monday 16 November."],
  ["scheduled", BEFORE, "/account/listings/7/edit", "Everything is ready.", { launch_week: null }],
  ["live", "2026-11-16T20:00:00Z", "/listings/acme", "Today is your launch day."],
  ["live", "2026-11-17T20:00:00Z", "/account/listings/7/updates", "You launched yesterday."],
  ["live", "2026-11-26T20:00:00Z", "/account/listings/7/updates", "It has been live since 16 November."],
  ["live", BEFORE, "/account/listings/7/updates", "It is live.", { launched_at: null }],
  ["pending_review", BEFORE, "/contact", "reviewing it"],
  ["rejected", BEFORE, "/account/listings/7/edit", "Too short. Correct the content", { status_reason: "Too short." }],
  ["paused", BEFORE, "/account/listings/7", "only your team can see it"],
  ["suspended", BEFORE, "/contact", "no longer public. Spam.", { status_reason: "Spam." }],
  ["suspended", BEFORE, "/contact", "no longer public", { order: { ...ORDER, isHeld: false } }],
  ["removed", BEFORE, "/contact", "no longer public"],
];

it.each(STATES)("the owner's next step of a listing that is %s at %s leads to %s", (status, now, path, said, more) => {
  const listing = { listing_id: 7, slug: "acme", launch_week: "2026-11-16", launched_at: LAUNCHED, status, ...more };
  const { words, label, path: to } = nextStepOf(listing, new Date(now));
  expect([to, inEnglish(label).length > 3]).toEqual([path, true]);
  expect(html`${words}`.in(ENGLISH)).toContain(said);
});

it.each([
  ["crawling", [], "/drafts/d", "We are reading your website."],
  ["drafting", [], "/drafts/d", "We are reading your website."],
  ["ready", ["name"], "/drafts/d#missing", "1 required field is still empty."],
  ["ready", ["name", "tagline"], "/drafts/d#missing", "2 required fields are still empty."],
  ["ready", [], "/drafts/d", "Your page is ready."],
] as const)("the next step of a draft that is %s without %j leads to %s", (status, missing, path, said) => {
  const next = nextStepOfDraft({ id: "d", status, completeness: { required_missing: missing }, listing_id: null });
  expect([next.path, html`${next.words}`.in(ENGLISH)]).toEqual([path, expect.stringContaining(said)]);
});
