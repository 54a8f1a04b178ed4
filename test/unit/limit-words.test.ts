import { expect, it } from "vitest";
import { waitWords } from "../../core/limits/limit-words.ts";
import { createLimiter, quotaExceeded } from "../../core/limits/limiter.ts";
import { readSettings } from "../../core/settings/config.ts";
import { inEnglish } from "../../languages/words.ts";

const limiter = createLimiter(readSettings({}));

it.each([
  ["submit-hour", 5, 3600, 2055, "That was your 5th website this hour. Try again in 35 minutes."],
  ["submit-day", 10, 86_400, 20_000, "That was your 10th website today. Try again in 6 hours."],
  ["regenerate", 22, 3600, 61, "That was your 22nd rewrite this hour. Try again in 61 seconds."],
  ["badge-check", 1, 3600, 1, "We checked this badge 1 time this hour. Try again in 1 second."],
  ["search-anonymous", 60, 60, 42, "Your network sent 60 searches this minute. Try again in 42 seconds."],
  ["checkout-form", 60, 600, 300, "Your network sent 60 requests in 10 minutes. Try again in 5 minutes."],
] as const)("a used-up quota says what it was spent on: %s", (name, limit, windowSeconds, resetSeconds, words) => {
  const refused = quotaExceeded({ ...limiter.look(name, "ann"), limit, windowSeconds, resetSeconds });
  expect(refused).toMatchObject({ message: words, retryAfter: resetSeconds });
});

it("never states a waiting time that is too short", () => {
  expect([90, 91, 5400, 5401].map((seconds) => inEnglish(waitWords(seconds)))).toEqual([
    "90 seconds",
    "2 minutes",
    "90 minutes",
    "2 hours",
  ]);
});
