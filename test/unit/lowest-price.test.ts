import { describe, expect, it } from "vitest";
import { lowestPrices, type Price } from "../../core/prices/lowest-price.ts";

type Row = [language: string, text: string, model: string | null, price: Price | undefined];
const ROWS: Row[] = [
  ["en", "Free for up to 3 users, then $8 per user per month", null, { amount: 0 }],
  [
    "en",
    "Starter $12/mo, Pro $39/mo, Enterprise: contact us",
    "subscription",
    { amount: 12, currency: "USD", period: "month" },
  ],
  [
    "en",
    "One-time purchase of $49.99, free updates for a year",
    "one_time",
    { amount: 49.99, currency: "USD", period: "once" },
  ],
  ["en", "Pricing on request", "contact", undefined],
  ["en", "$0.002 per API request", null, undefined],
  ["en", "€8 per seat/month or €80 per seat/year", null, { amount: 6.67, currency: "EUR", period: "month" }],
  [
    "en",
    "Team plan: $1,200 per year for 10 seats. Students pay $5/month.",
    null,
    { amount: 100, currency: "USD", period: "month" },
  ],
  ["de", "Ab 9,90 € pro Monat", "subscription", { amount: 9.9, currency: "EUR", period: "month" }],
  ["de", "Einmalig 149 Euro zzgl. MwSt.", "one_time", { amount: 149, currency: "EUR", period: "once" }],
  ["de", "1.188,00 € jährlich (entspricht 99 € im Monat)", null, { amount: 99, currency: "EUR", period: "month" }],
  [
    "de",
    "30 Tage kostenlos testen, danach 5 € pro Nutzer und Monat",
    null,
    { amount: 5, currency: "EUR", period: "month" },
  ],
  ["fr", "À partir de 15 € HT par mois", null, { amount: 15, currency: "EUR", period: "month" }],
  ["fr", "Licence à vie : 79 €", "one_time", { amount: 79, currency: "EUR", period: "once" }],
  ["fr", "120 € par an, soit 10 € par mois", null, { amount: 10, currency: "EUR", period: "month" }],
  [
    "fr",
    "Frais d'installation 50 €, abonnement 30 €/mois",
    "subscription",
    { amount: 30, currency: "EUR", period: "month" },
  ],
  ["es", "Plan gratuito disponible. Plan Pro por 10 USD al mes.", null, { amount: 0 }],
  ["es", "25 € al mes o 240 € al año", null, { amount: 20, currency: "EUR", period: "month" }],
  ["es", "Comisión del 5 % por venta", null, undefined],
  ["pt", "R$ 49,90 por mês", null, { amount: 49.9, currency: "BRL", period: "month" }],
  ["pt", "A partir de R$ 1.200,00 por ano", null, { amount: 100, currency: "BRL", period: "month" }],
  [
    "pt",
    "Teste grátis por 14 dias. Depois, 7 € por utilizador por mês.",
    null,
    { amount: 7, currency: "EUR", period: "month" },
  ],
  ["it", "Piano gratuito per 1 progetto, Pro 15 €/mese", null, { amount: 0 }],
  ["it", "180 euro all'anno più IVA", null, { amount: 15, currency: "EUR", period: "month" }],
  ["it", "Preventivo su richiesta", "contact", undefined],
  ["ja", "月額980円（税込）", null, { amount: 980, currency: "JPY", period: "month" }],
  ["ja", "買い切り3,000円", "one_time", { amount: 3000, currency: "JPY", period: "once" }],
  ["ja", "初期費用10,000円、月額5,000円〜", null, { amount: 5000, currency: "JPY", period: "month" }],
  ["ru", "От 490 ₽ в месяц", null, { amount: 490, currency: "RUB", period: "month" }],
  ["ru", "5 000 рублей в год", null, { amount: 416.67, currency: "RUB", period: "month" }],
  ["ru", "Цена по запросу", "contact", undefined],
];

describe("the price of a listing", () => {
  it.each(ROWS)("is read in %s: %s", (language, text, model, price) => {
    expect(lowestPrices(text, model, language)[0]).toEqual(price);
  });

  it("is known in each currency", () => {
    expect(lowestPrices("$10 or 9 € a month, Team $30 a month", null)).toEqual([
      { amount: 9, currency: "EUR", period: "month" },
      { amount: 10, currency: "USD" },
    ]);
  });

  it.each([
    ["49 kr i månaden", "sv", "SEK"],
    ["¥30 每月", "zh", "CNY"],
    ["49 kr", "en", undefined],
  ])("has the currency of its language: %s", (text, language, currency) => {
    expect(lowestPrices(text, null, language)[0]?.currency).toBe(currency);
  });

  it.each([
    "No free plan. Sales on request.",
    "Free trial for 14 days",
    "Save $20 with yearly payment",
    "Free during the beta.",
    "0,50 € pro Rechnung",
  ])("is not read from: %s", (text) => {
    expect(lowestPrices(text, null)).toEqual([]);
  });
});
