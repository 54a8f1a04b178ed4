import { describe, expect, it } from "vitest";
import {
  isGood,
  isPayable,
  keptOf,
  NO_PAYMENT,
  ORDER_LIFETIME_MS,
  ORDER_STATUSES,
  type OrderStatus,
  orderNumber,
  type PaymentFacts,
  type Report,
  refundedOf,
  statusOf,
  wantedOf,
  withReport,
} from "../../domain/orders/order.ts";

const DUE = { totalCents: 5000, currency: "USD", closed: null, hold: null, lines: [] };
const paid = (more: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ...NO_PAYMENT,
  isPaid: true,
  amountCents: 5000,
  currency: "USD",
  ...more,
});
const attempt = (state: PaymentFacts["attempt"]): PaymentFacts => ({ ...NO_PAYMENT, attempt: state });
const back = paid({ refundedCents: 5000, isRefunded: true });
const half = paid({ refundedCents: 2000 });
const disputed = paid({ dispute: "open" });
const odd = paid({ amountCents: 4999 });

type Row = [name: string, status: OrderStatus, payments: PaymentFacts[], more?: object];

describe("the status of an order", () => {
  const rows: Row[] = [
    ["nothing was paid", "pending", []],
    ["a payment was started", "pending", [attempt("pending")]],
    ["one attempt failed and another is open", "pending", [attempt("failed"), attempt("pending")]],
    ["every attempt failed", "failed", [attempt("failed")]],
    ["one failed and one expired", "failed", [attempt("failed"), attempt("expired")]],
    ["every attempt expired", "pending", [attempt("expired")]],
    ["it was closed", "canceled", [attempt("failed")], { closed: "canceled" }],
    ["it was not paid in time", "expired", [], { closed: "expired" }],
    ["it was closed and paid all the same", "paid", [paid()], { closed: "expired" }],
    ["the amount due was paid", "paid", [paid()]],
    ["it was paid after a failed attempt", "paid", [attempt("failed"), paid()]],
    ["the amount differs", "on_hold", [odd]],
    ["the currency differs", "on_hold", [paid({ currency: "EUR" })]],
    ["an admin accepted the amount", "paid", [{ ...odd, isAccepted: true }]],
    ["it cannot be delivered", "on_hold", [paid()], { hold: "undeliverable" }],
    ["it cannot be delivered and nothing is paid", "pending", [], { hold: "undeliverable" }],
    ["a part was refunded", "partially_refunded", [half]],
    ["all was refunded", "refunded", [back]],
    ["all was refunded in parts", "refunded", [paid({ refundedCents: 5000 })]],
    ["its only cent was refunded", "refunded", [paid({ amountCents: 1, refundedCents: 1 })], { totalCents: 1 }],
    ["it was paid twice and one was refunded", "paid", [paid(), back]],
    ["it is disputed", "disputed", [disputed]],
    ["a dispute was won", "paid", [paid({ dispute: "won" })]],
    ["one of two payments is disputed", "paid", [paid(), disputed]],
    ["odd money is left after the right amount went back", "on_hold", [back, odd]],
    ["odd money went back", "refunded", [paid({ amountCents: 4999, refundedCents: 4999 })]],
    ["a free order has a payment of nothing", "paid", [paid({ amountCents: 0 })], { totalCents: 0 }],
  ];
  it.each(rows)("when %s is %s", (_name, status, payments, more = {}) => {
    expect(statusOf({ ...DUE, ...more }, payments)).toBe(status);
    expect(statusOf({ ...DUE, ...more }, payments.toReversed())).toBe(status);
  });
});

it("every order status is covered", () => {
  const statuses = ["pending", "paid", "on_hold", "expired", "canceled", "failed"];
  expect(ORDER_STATUSES).toEqual([...statuses, "partially_refunded", "refunded", "disputed"]);
});

it.each<[name: string, payments: PaymentFacts[], refunded: number, kept: number]>([
  ["nothing", [], 0, 0],
  ["an attempt", [attempt("pending")], 0, 0],
  ["the amount", [paid()], 0, 5000],
  ["the amount, part of it back", [half], 2000, 3000],
  ["the amount, all back", [back], 5000, 0],
  ["twice", [paid(), paid()], 0, 5000],
  ["twice, one of them back", [paid(), back], 0, 5000],
  ["twice, more than one back", [half, paid({ refundedCents: 4500 })], 1500, 3500],
  ["a disputed amount", [disputed], 0, 5000],
  ["twice, part of one back and the other disputed", [half, disputed], 2000, 3000],
  ["a disputed amount, part of it back", [paid({ dispute: "open", refundedCents: 2000 })], 2000, 3000],
  ["the right amount back and an odd one", [back, odd], 5000, 0],
  ["an odd amount", [odd], 0, 0],
  ["an odd amount, part of it back", [paid({ amountCents: 4999, refundedCents: 999 })], 999, 0],
  ["accepted euros", [paid({ currency: "EUR", amountCents: 4000, isAccepted: true })], 0, 5000],
  [
    "accepted euros, a quarter back",
    [paid({ currency: "EUR", amountCents: 4000, refundedCents: 1000, isAccepted: true })],
    1000,
    3750,
  ],
])("an order paid with %s", (_name, payments, refunded, kept) => {
  expect(refundedOf(DUE, payments)).toBe(refunded);
  expect(keptOf(DUE, payments)).toBe(kept);
});

it("a payment is good if it is paid in full, or accepted by an admin", () => {
  expect(isGood(paid(), DUE)).toBe(true);
  expect(isGood(odd, DUE)).toBe(false);
  expect(isGood(paid({ currency: "EUR" }), DUE)).toBe(false);
  expect(isGood({ ...odd, isAccepted: true }, DUE)).toBe(true);
  expect(isGood({ ...NO_PAYMENT, amountCents: 5000, currency: "USD", isAccepted: true }, DUE)).toBe(false);
});

it("a payment without a report counts for nothing", () => {
  expect(NO_PAYMENT).toMatchObject({ attempt: "pending", isPaid: false, amountCents: 0, refundedCents: 0 });
});

describe("a report about a payment", () => {
  const report = (more: Partial<Report>): Report => ({
    ...{ state: "paid", amountCents: 5000, currency: "USD", refundedCents: 0 },
    ...more,
  });
  const known = (...reports: Partial<Report>[]): PaymentFacts =>
    reports.map(report).reduce((facts, one) => withReport(facts, one), NO_PAYMENT);

  it.each<[name: string, reports: Partial<Report>[], facts: PaymentFacts]>([
    ["an attempt", [{ state: "pending" }], NO_PAYMENT],
    ["an attempt that failed", [{ state: "pending" }, { state: "failed" }], attempt("failed")],
    ["an attempt that expired", [{ state: "failed" }, { state: "expired" }], attempt("expired")],
    ["a payment", [{}], paid()],
    ["a payment after a failure", [{ state: "failed" }, {}], paid({ attempt: "failed" })],
    ["a part that went back", [{}, { state: "partially_refunded", refundedCents: 2000 }], half],
    ["two parts that went back", [{ refundedCents: 3000 }, { refundedCents: 2000 }], paid({ refundedCents: 3000 })],
    ["a refund without its amount", [{ state: "refunded" }], back],
    [
      "a refund of more than was paid",
      [{ state: "refunded", refundedCents: 6000 }],
      paid({ refundedCents: 6000, isRefunded: true }),
    ],
    ["a refund and then the payment", [{ state: "refunded" }, {}], back],
    ["a dispute", [{}, { state: "disputed" }], disputed],
    ["a dispute that was won", [{ state: "disputed" }, { state: "dispute_won" }], paid({ dispute: "won" })],
    [
      "a refund that failed later",
      [{ state: "refunded" }, { state: "paid", refundsFailedCents: 5000 }],
      paid({ refundsFailedCents: 5000 }),
    ],
    [
      "a partial refund that failed, and the rest",
      [
        { state: "partially_refunded", refundedCents: 2000 },
        { state: "paid", refundsFailedCents: 2000 },
        { state: "partially_refunded", refundedCents: 1000, refundsFailedCents: 2000 },
      ],
      paid({ refundedCents: 1000, refundsFailedCents: 2000 }),
    ],
    [
      "a refund that failed and a second one of all",
      [{ state: "refunded" }, { refundsFailedCents: 5000 }, { state: "refunded", refundsFailedCents: 5000 }],
      paid({ refundedCents: 5000, refundsFailedCents: 5000 }),
    ],
    [
      "the latest reported deadline of a dispute",
      [
        { state: "disputed", disputeDueAt: "2026-12-03T00:00:00Z" },
        { state: "disputed", disputeDueAt: "2026-12-01T00:00:00Z" },
        { state: "disputed" },
      ],
      { ...disputed, disputeDueAt: new Date("2026-12-03T00:00:00Z") },
    ],
    ["two amounts", [{ amountCents: 4000 }, { amountCents: 5000 }], paid()],
    ["two currencies", [{}, { currency: "EUR" }], paid({ currency: "XXX" })],
  ])("adds %s, in any order", (_name, reports, facts) => {
    expect(known(...reports)).toEqual(facts);
    expect(known(...reports.toReversed())).toEqual(facts);
    expect(known(...reports, ...reports)).toEqual(facts);
  });
});

it.each<[status: OrderStatus, hold: "undeliverable" | "not_fulfilled" | null, wanted: string]>([
  ["paid", null, "fulfilled"],
  ["partially_refunded", null, "fulfilled"],
  ["on_hold", "not_fulfilled", "fulfilled"],
  ["on_hold", "undeliverable", "untouched"],
  ["on_hold", null, "reversed"],
  ["refunded", null, "reversed"],
  ["disputed", null, "reversed"],
  ["pending", null, "untouched"],
  ["pending", "not_fulfilled", "untouched"],
  ["failed", null, "untouched"],
])("the lines of an order that is %s (hold: %s) should be %s", (status, hold, wanted) => {
  expect(wantedOf({ status, hold })).toBe(wanted);
});

it("an order waits a day and can be paid until it expires", () => {
  expect(ORDER_LIFETIME_MS).toBe(86_400_000);
  const expiresAt = new Date("2026-11-23T00:00:00Z");
  const last = new Date(expiresAt.getTime() - 1);
  expect(isPayable({ status: "pending", expiresAt }, last)).toBe(true);
  expect(isPayable({ status: "failed", expiresAt }, last)).toBe(true);
  expect(isPayable({ status: "pending", expiresAt }, expiresAt)).toBe(false);
  for (const status of ["paid", "on_hold", "expired", "canceled", "refunded", "disputed"] as const)
    expect(isPayable({ status, expiresAt }, last)).toBe(false);
});

it("order numbers have at least six digits", () => {
  expect([orderNumber(7, "2026"), orderNumber(1_234_567, "2026")]).toEqual(["ORD-2026-000007", "ORD-2026-1234567"]);
});
