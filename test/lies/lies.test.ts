import { describe, expect, it } from "vitest";
import { LIES, TRUTHS } from "./cases.ts";
import { tell } from "./tell.ts";

describe.each(Object.entries(LIES))("a lie is refused when %s", (_, lies) => {
  it.each(lies)("$field: $value ($body)", (lie) => {
    expect(tell(lie)).toMatchObject({ passed: false });
  });
});

it.each(TRUTHS)("a truth is kept: $field: $value ($body)", (truth) => {
  expect(tell(truth)).toEqual({ passed: true, reason: "" });
});
