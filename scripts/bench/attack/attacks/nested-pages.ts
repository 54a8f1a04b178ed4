import { hostileSite, sameEverywhere } from "./hostile-site.ts";

export const nestedPages = hostileSite(
  "Websites with elements nested 500 and 500,000 deep",
  sameEverywhere(
    `${"<div>".repeat(500)}<p>Deep</p>${"</div>".repeat(500)}${"<b><i>".repeat(40_000)}x${"<table><tr><td>".repeat(20_000)}`,
  ),
);
