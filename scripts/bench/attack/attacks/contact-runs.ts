import { hostileSite, many, sameEverywhere } from "./hostile-site.ts";

/** Long runs of what the start of an email, a telephone number or a postal address looks like. */
export const contactRuns = hostileSite(
  "Websites with long runs of text that looks like emails, numbers and addresses",
  sameEverywhere(
    many(40, () => `<p>${"a.".repeat(20_000)}</p>`) +
      many(40, () => `<p>${"a@a.".repeat(5_000)}</p>`) +
      many(20, () => `<address>${"1 Aa ".repeat(8_000)}</address>`) +
      many(20, () => `<p>+${"1 (".repeat(8_000)}</p>`),
  ),
);
