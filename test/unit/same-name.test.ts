import { expect, it } from "vitest";
import { sameNames } from "../../domain/listings/same-name.ts";
import { foldName } from "../../domain/search/search-text.ts";

it.each([
  ["Kelpline", "Kelpline App"],
  ["kelpline.io", "KELPLINE"],
  ["Kélpline HQ", "kelpline.com"],
  ["Tidy Desk Software", "Tidy desk"],
])("%s and %s are the same name", (one, other) => {
  expect(sameNames(one)).toContain(foldName(other));
  expect(sameNames(other)).toContain(foldName(one));
});

it.each([
  ["Kelpline", "Kelp"],
  ["App", "Online"],
  ["Tidy Desk", "Desk"],
  ["…", ""],
])("%s and %s are not", (one, other) => {
  expect(sameNames(one)).not.toContain(foldName(other));
});
