import { expect, it } from "vitest";
import { BADGES } from "../../core/prices/payment-words.ts";
import { periodsIn } from "../../core/prices/periods.ts";
import { pricesIn } from "../../drafting/claims/plans.ts";
import { draftByRules } from "../../drafting/extractive.ts";
import { crawledSite } from "../helpers/crawled-site.ts";

it.each([
  ["149 kr. pr. måned", 149, "kr", "month"],
  ["kr. 49 pr. måned ekskl. moms", 49, "kr", "month"],
  ["99:-/mån", 99, "kr", "month"],
  ["12,90 € kuukaudessa", 12.9, "eur", "month"],
  ["199,- Kč měsíčně", 199, "czk", "month"],
  ["9 € mesačne", 9, "eur", "month"],
  ["9.990 Ft + ÁFA / hó", 9990, "huf", "month"],
  ["199 lei/lună", 199, "ron", "month"],
  ["99 zł/mc", 99, "pln", "month"],
  ["99.000đ/tháng", 99_000, "vnd", "month"],
  ["2.000.000 VNĐ/năm", 2_000_000, "vnd", "year"],
  ["Rp 99.000/bulan", 99_000, "idr", "month"],
  ["299 ₴ на місяць", 299, "uah", "month"],
  ["290 р./мес", 290, "rub", "month"],
  ["99 TL + KDV / ay", 99, "try", "month"],
  ["9 € / μήνα", 9, "eur", "month"],
  ["299 บาท/เดือน", 299, "thb", "month"],
  ["₹499/माह", 499, "inr", "month"],
  ['49 ש"ח לחודש', 49, "ils", "month"],
  ["99 ر.س / شهر", 99, "sar", "month"],
  ["NT$500/月", 500, "twd", "month"],
  ["9,99 €TTC / mois", 9.99, "eur", "month"],
  ["9,- €/Monat", 9, "eur", "month"],
  ["10 €/mjesečno", 10, "eur", "month"],
  ["Rp. 5.500 per bulan", 5500, "idr", "month"],
  ["990 ₸ / мес", 990, "kzt", "month"],
  ["9 990 тенге в месяц", 9990, "kzt", "month"],
])("reads the price %s", (line, amount, currency, period) => {
  const [price] = pricesIn(line);
  expect([price?.amount, price?.currency, periodsIn(line)[0]]).toEqual([amount, currency, period]);
});

it.each(["15–50 €premi", "500 krone", "20 ftp"])("does not read %s as a price", (line) => {
  expect(pricesIn(line)).toEqual([]);
});

it("does not read an hourly rate as a subscription", () => {
  const plans = "<div><p>Home cleaning</p><p>€25 / hour</p></div><div><p>Office cleaning</p><p>€29 / hour</p></div>";
  const { fields } = draftByRules({
    site: crawledSite([
      { title: "Acme", body: "<h1>Notes</h1>" },
      { kind: "pricing", title: "Prices", body: `<h1>Prices</h1><div>${plans}</div>` },
    ]),
    categories: [],
  });
  expect(fields.pricing_model?.value).toBe("paid");
});

it.each([
  "Book en gratis snak.",
  "Varaa maksuton kartoitus.",
  "Ingyenes konzultáció",
  "Konsultasi gratis",
  "Tư vấn miễn phí",
])("does not read a free consultation as a free product: %s", (text) => {
  const site = crawledSite([{ title: "Acme", body: `<h1>Notes</h1><p>${text}</p>` }]);
  expect(draftByRules({ site, categories: [] }).fields.pricing_model).toBeUndefined();
});

it.each(["Mest populære", "Nejoblíbenější", "Paling populer", "Phổ biến nhất", "الأكثر طلباً", "En popüler"])(
  "recognizes the plan badge %s",
  (text) => {
    expect(text).toMatch(BADGES);
  },
);
