import { expect, it } from "vitest";
import { invalid } from "../../core/errors/errors.ts";

it("an error lists at most 50 faults and their total number", () => {
  const faults = Array.from({ length: 60_000 }, (_, nth) => ({
    pointer: `/k${nth}`,
    code: "unknown_field",
    detail: `"k${nth}" is not a known field.`,
  }));
  const error = invalid(faults);
  expect(error.message).toBe("60,000 fields are invalid. The first 50 are listed.");
  expect(error.faults).toEqual(faults.slice(0, 50));
});
