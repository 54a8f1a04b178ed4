import { describe, expect, it } from "vitest";
import { readCoupon } from "../../actions/orders/coupons.ts";
import { type InvoiceContent, invoiceFaults } from "../../domain/invoices/invoice.ts";
import { invoiceSheet } from "../../domain/invoices/invoice-sheet.ts";
import {
  type Coupon,
  couponFault,
  couponOf,
  couponState,
  discounted,
  isCode,
  readCode,
} from "../../domain/orders/coupon.ts";
import { type Line, withVat } from "../../domain/orders/quote.ts";
import { ENGLISH } from "../../languages/language.ts";
import { inEnglish } from "../../languages/words.ts";
import { invoiceContent } from "../helpers/invoices.ts";
import { freshRandom } from "../helpers/random.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const coupon = (given: Partial<Coupon> = {}): Coupon => ({
  ...{ code: "SPRING", kind: "percent", value: 20, products: [], startsAt: null, endsAt: null },
  ...{ maxUses: null, oncePerAccount: false, pausedAt: null, createdAt: NOW, ...given },
});
const line = (unitPriceCents: number, product = "billboard", quantity = 1): Line => ({
  ...{ product, listingId: 1, description: "", quantity, unitPriceCents, discountCents: 0, couponCode: null },
  options: {},
});
const cents = (lines: readonly Line[]) => lines.map(({ discountCents }) => discountCents);

describe("a discount", () => {
  it.each<[name: string, coupon: Partial<Coupon>, lines: Line[], cents: number[]]>([
    ["of a percentage is rounded half up", {}, [line(4_999)], [1_000]],
    ["is rounded once, and spread over the lines", { value: 50 }, [line(1), line(1), line(1)], [1, 1, 0]],
    ["of an amount is at most the price", { kind: "amount", value: 9_000 }, [line(4_900)], [4_900]],
    ["is only for its products", { products: ["launch"] }, [line(4_900, "launch"), line(1_000)], [980, 0]],
    [
      "of a free launch is for one launch",
      { kind: "free_launch", value: 0 },
      [line(1_000), line(4_900, "launch"), line(4_900, "launch")],
      [0, 4_900, 0],
    ],
    ["of everything leaves nothing", { value: 100 }, [line(4_900), line(1)], [4_900, 1]],
    ["for other products is none", { products: ["launch"] }, [line(4_900)], [0]],
  ])("%s", (_name, given, lines, expected) => {
    expect(cents(discounted(lines, coupon(given)))).toEqual(expected);
  });

  it("is exact per line and in total for any basket, coupon and rate", () => {
    const random = freshRandom("coupon");
    const products = ["launch", "billboard", "featured-week"];
    for (let round = 0; round < 2_000; round++) {
      const basket = Array.from({ length: random.between(1, 8) }, () =>
        line(random.between(0, random.chance(0.2) ? 100_000_000 : 30_000), random.pick(products), random.between(1, 3)),
      );
      const kind = random.pick(["percent", "amount", "free_launch"] as const);
      const value = kind === "percent" ? random.between(1, 100) : random.between(1, 20_000);
      const given = coupon({ kind, value, products: products.filter(() => random.chance(0.5)) });
      const less = discounted(basket, given);
      const { lines, totals } = withVat(less, random.pick([0, 700, 1900, 2550]));
      const sum = (key: "netCents" | "vatCents" | "totalCents" | "discountCents") =>
        lines.reduce((all, one) => all + one[key], 0);
      const gross = basket.reduce((all, one) => all + one.unitPriceCents * one.quantity, 0);
      expect(totals).toEqual({ netCents: sum("netCents"), vatCents: sum("vatCents"), totalCents: sum("totalCents") });
      expect(sum("netCents") + sum("discountCents")).toBe(gross);
      for (const one of lines) {
        expect(one.netCents).toBe(one.unitPriceCents * one.quantity - one.discountCents);
        expect(Math.min(one.netCents, one.discountCents, one.vatCents)).toBeGreaterThanOrEqual(0);
        expect(one.couponCode).toBe(one.discountCents > 0 ? "SPRING" : null);
      }
      const meant = (one: Line) => given.products.length === 0 || given.products.includes(one.product);
      const base = basket.filter(meant).reduce((all, one) => all + one.unitPriceCents * one.quantity, 0);
      if (kind === "percent") expect(Math.abs(sum("discountCents") * 100 - base * value)).toBeLessThanOrEqual(50);
      if (kind === "amount") expect(sum("discountCents")).toBe(Math.min(value, base));
      expect(couponOf(lines)?.cents ?? 0).toBe(sum("discountCents"));
      const invoice: InvoiceContent = invoiceContent({
        lines: lines.map(({ discountCents, couponCode, options: _, product: __, listingId: ___, ...figures }) => ({
          ...figures,
          ...(couponCode !== null && { discountCents, couponCode }),
          vatRateBasisPoints: 1900,
        })),
      });
      expect(invoiceFaults(invoice)).toEqual([]);
    }
  });

  it("is on the invoice, and a wrong discount is never issued", () => {
    const [less] = invoiceContent().lines.map((one) => ({ ...one, discountCents: 900, couponCode: "SPRING" }));
    expect(invoiceFaults(invoiceContent({ lines: [less!] }))).toEqual(["line 1 is not its price less its discount"]);
    const right = { ...less!, unitPriceCents: less!.netCents + 900 };
    const content = invoiceContent({ lines: [right] });
    expect(invoiceFaults(content)).toEqual([]);
    expect(invoiceSheet({ number: "INV-1", content }, ENGLISH).rows[0]).toEqual(
      expect.arrayContaining(["Launch, week of 23 November 2026 (coupon SPRING: −9.00)", "58.00", "49.00"]),
    );
  });
});

describe("a coupon", () => {
  const day = (text: string) => new Date(`${text}T00:00:00Z`);
  it.each<[fault: string | undefined, given: Partial<Coupon>, uses: { all: number; mine: number }]>([
    [undefined, {}, { all: 900, mine: 3 }],
    ["is paused", { pausedAt: NOW }, { all: 0, mine: 0 }],
    ["is valid from 22 November 2026 at 00:00 UTC", { startsAt: day("2026-11-22") }, { all: 0, mine: 0 }],
    ["ended on 21 November 2026 at 00:00 UTC", { endsAt: day("2026-11-21") }, { all: 0, mine: 0 }],
    ["is used up", { maxUses: 5 }, { all: 5, mine: 0 }],
    [undefined, { maxUses: 5 }, { all: 4, mine: 0 }],
    ["You have already used", { oncePerAccount: true }, { all: 1, mine: 1 }],
    [undefined, { oncePerAccount: true }, { all: 1, mine: 0 }],
  ])("has the fault: %s", (fault, given, uses) => {
    const said = couponFault(coupon(given), uses, NOW);
    if (fault === undefined) return expect(said).toBeUndefined();
    const words = inEnglish(said ?? "");
    expect(words).toContain(fault);
    expect(words).toMatch(/or order without one\.|Order without it\./);
  });

  it("is valid from its first moment and expired at its last", () => {
    const given = coupon({ startsAt: NOW, endsAt: new Date(NOW.getTime() + 1) });
    const state = (ms: number) => couponState(given, 0, new Date(NOW.getTime() + ms));
    expect([state(-1), state(0), state(1)]).toEqual(["coming", "active", "ended"]);
  });

  it("has a code of letters and digits, in any case", () => {
    expect(readCode(" spring-26 ")).toBe("SPRING-26");
    expect(["SPRING-26", "ABC", "AB", "-AB", "A B C", "Ä12", "x".repeat(41)].filter(isCode)).toEqual([
      "SPRING-26",
      "ABC",
    ]);
  });

  it("is read from a form with each error beside its field", () => {
    const at = { now: NOW, zone: "Europe/Berlin", products: ["launch"] };
    const typed = { code: "spring", kind: "percent", value: "20 %", products: ["launch"], from: "", until: "" };
    expect(readCoupon({ ...typed, until: "2026-11-30", maxUses: "5", isOnce: true }, at)).toEqual({
      coupon: coupon({
        ...{ products: ["launch"], endsAt: new Date("2026-11-30T23:00:00Z"), maxUses: 5, oncePerAccount: true },
      }),
    });
    const wrong = {
      code: "a",
      kind: "percent",
      value: "101",
      products: ["x"],
      from: "2026-02-30",
      until: "2026-11-01",
    };
    const read = readCoupon({ ...wrong, maxUses: "0", isOnce: false }, at);
    const faults = "faults" in read ? Object.entries(read.faults) : [];
    expect(Object.fromEntries(faults.map(([name, fault]) => [name, inEnglish(fault)]))).toEqual({
      code: expect.any(String),
      value: expect.any(String),
      products: expect.any(String),
      from: expect.any(String),
      until: "This date is in the past.",
      maxUses: expect.any(String),
    });
  });
});
