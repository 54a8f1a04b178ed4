import { conflict, invalid } from "#core/errors/errors.ts";
import { type Order, TRANSFER } from "#domain/orders/order.ts";
import { isIban } from "#domain/orders/transfer.ts";
import { t } from "#languages/words.ts";
import type { Refund } from "#store/repos/orders/refunds.ts";
import type { Reads, Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";
import { moveLine } from "../launches/choose-week.ts";
import { type Movable, weeksInstead } from "../launches/other-weeks.ts";
import type { Ends } from "../launches/places.ts";
import { settle } from "./apply-payment.ts";
import type { Clock } from "./price.ts";
import { askMoneyBack, type BankDetails, isWaiting } from "./refunds.ts";
import { tellMoneyBack } from "./tell.ts";

type Sources = Ends & {
  refunds: Pick<Reads["refunds"], "ofOrder">;
  orders: Pick<Reads["orders"], "payments">;
};

export type HeldChoice = {
  instead: Movable | undefined;
  waiting: Refund[];
  needsAccount: boolean;
};

export async function heldChoice(order: Order, sources: Sources, deps: Clock): Promise<HeldChoice | undefined> {
  if (order.status !== "on_hold" || order.hold !== "undeliverable") return undefined;
  const waiting = (await sources.refunds.ofOrder(order.id)).filter(isWaiting);
  const paid = (await sources.orders.payments(order.id)).filter(({ isPaid, isRefunded }) => isPaid && !isRefunded);
  return {
    instead: waiting.length > 0 ? undefined : await weeksInstead(order, sources, deps),
    waiting,
    needsAccount: paid.some(({ provider }) => provider === TRANSFER),
  };
}

const GONE = t`This order has already continued, or is being refunded.`;

export async function takeOtherWeek(order: Order, monday: string, deps: Deps): Promise<void> {
  await deps.store.change(async (tx) => {
    const current = await tx.orders.findById(order.id);
    const choice = current && (await heldChoice(current, tx, deps));
    if (!current || !choice || choice.waiting.length > 0) throw conflict("order_not_payable", GONE);
    if (!choice.instead?.weeks.includes(monday))
      throw conflict("order_item_invalid", t`That week is now full. Choose one of the weeks below.`);
    const moved = await moveLine(tx, current, choice.instead.line.id, monday);
    await settle(tx, { ...moved, hold: null }, deps);
  });
  deps.wakeJobs();
}

/** The buyer chooses a refund. Providers send it; bank transfers are refunded by an admin. */
export async function takeMoneyBack(order: Order, typed: BankDetails, deps: Deps): Promise<void> {
  await deps.store.change((tx) => askBack(tx, order.id, typed, deps));
  deps.wakeJobs();
}

async function askBack(tx: Tx, orderId: number, typed: BankDetails, deps: Deps): Promise<void> {
  const order = await tx.orders.findById(orderId);
  const choice = order && (await heldChoice(order, tx, deps));
  if (!order || !choice) throw conflict("order_not_payable", GONE);
  if (choice.waiting.length > 0) return;
  const details = choice.needsAccount ? readDetails(typed) : undefined;
  await askMoneyBack(tx, order, details, deps);
  await tellMoneyBack(tx, order, deps);
}

/** An IBAN, or an account number in a country without IBANs. */
function readDetails({ holder, account }: BankDetails): BankDetails {
  const plain = account.replaceAll(" ", "").toUpperCase();
  const looksLikeIban = /^[A-Z]{2}\d{2}/.test(plain);
  const faults = [
    ...(holder === "" ? [{ pointer: "/holder", code: "required", detail: t`Enter the account holder.` }] : []),
    ...(plain.length < 6 || (looksLikeIban && !isIban(plain))
      ? [{ pointer: "/account", code: "format", detail: t`Check the IBAN: it is incomplete or has a wrong digit.` }]
      : []),
  ];
  if (faults.length > 0) throw invalid(faults);
  return { holder, account: looksLikeIban ? plain : account };
}
