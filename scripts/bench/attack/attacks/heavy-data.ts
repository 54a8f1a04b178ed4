import { hostileSite, many, sameEverywhere } from "./hostile-site.ts";

const offers = many(
  20_000,
  (nth) => `${nth ? "," : ""}{"@type":"Offer","price":"${nth}","priceCurrency":"USD","name":"Plan ${nth}"}`,
);
const nested = `${'{"@graph":['.repeat(3000)}{}${"]}".repeat(3000)}`;

export const heavyData = hostileSite(
  "Websites with JSON-LD of megabytes, 3,000 levels of it, and tables of 100,000 cells",
  sameEverywhere(
    `<table>${many(10_000, (nth) => `<tr>${many(10, (cell) => `<td>$${nth}.${cell}</td>`)}</tr>`)}</table>` +
      many(20_000, (nth) => `<a href="https://x.com/tool${nth}">X</a>`),
    {
      head: `<script type="application/ld+json">{"@type":"Product","name":"Tool","offers":[${offers}]}</script><script type="application/ld+json">${nested}</script>`,
    },
  ),
);
