import { call, sayInChat } from "./bridge.js";
import { dateOf } from "./cards.js";
import { allowed, button, locale, make, say, show, start, t, text, visit } from "./kit.js";

const POLL_MS = 5000;
/** A page that is never paid on is not asked about for ever. */
const MOST_LOOKS = 120;
const statuses = () => ({
  pending: [t`Waiting for payment`, "warm"],
  failed: [t`Payment failed`, "bad"],
  paid: [t`Paid`, "good"],
  on_hold: [t`Under review`, "warm"],
  expired: [t`Expired`, ""],
  canceled: [t`Canceled`, ""],
  partially_refunded: [t`Partly refunded`, ""],
  refunded: [t`Refunded`, ""],
  disputed: [t`Disputed`, "bad"],
});

let order;
let looks = 0;

const money = (cents) =>
  new Intl.NumberFormat(locale(), { style: "currency", currency: order.currency }).format(cents / 100);

const line = ({ description, quantity, net_cents: net, options }) =>
  make(
    "li",
    {},
    make(
      "div",
      { className: "grow" },
      make("span", {}, quantity > 1 ? `${quantity} × ${description}` : description),
      options.week && text("muted small", t`Launch in the week of ${dateOf(options.week)}`),
    ),
    make("span", { className: "amount" }, money(net)),
  );

function sums({ totals, vat }) {
  const vatWords = vat.treatment === "reverse_charge" ? t`VAT, reverse charge` : t`VAT ${vat.rate_percent}%`;
  return make(
    "dl",
    {},
    make("dt", {}, t`Net`),
    make("dd", {}, money(totals.net_cents)),
    make(
      "dt",
      {},
      vatWords,
      vat.provisional && " ",
      vat.provisional && make("span", { className: "muted" }, t`(provisional)`),
    ),
    make("dd", {}, money(totals.vat_cents)),
    make("dt", { className: "total" }, t`Total`),
    make("dd", { className: "total" }, money(totals.total_cents)),
  );
}

function actions() {
  const { saved, checkout_url: url, invoice_url: invoice } = order;
  if (url) return button(t`Review and pay ${money(order.totals.total_cents)}`, pay, "sun", { id: "pay" });
  if (invoice) return button(t`Open the invoice`, () => visit(invoice));
  if (!saved && allowed.messages)
    return button(t`Create the order`, () => sayInChat(t`Create this order, so that I can review and pay it.`), "sun");
  return null;
}

function note() {
  const { status, saved, checkout_url: url, expires_at: expires } = order;
  if (!saved) return t`This is a price. Nothing is saved or charged.`;
  if (url) return t`You pay on the page that opens, never in this chat. The order is kept until ${dateOf(expires)}.`;
  if (status === "paid") return t`Paid on ${dateOf(order.paid_at)}. What you bought starts within minutes.`;
  return order.message_for_user;
}

function draw(focus = "") {
  const { number, status, lines, messages } = order;
  const [words, tone] = statuses()[status] ?? [];
  show(
    [
      make(
        "header",
        { className: "pad apart" },
        make("h1", {}, number ? t`Order ${number}` : t`Your price`),
        words && make("span", { className: `chip ${tone}`, role: "status" }, words),
      ),
      make("ul", { className: "lines", "aria-label": t`What you buy` }, ...lines.map(line)),
      sums(order),
      make(
        "footer",
        { className: "pad" },
        ...messages.map(({ content }) => text("muted small", content)),
        actions(),
        text("muted small", note()),
      ),
    ],
    focus,
  );
}

async function pay() {
  await visit(order.checkout_url);
  if (looks === 0) follow();
}

function follow() {
  if (!allowed.calls || !order.checkout_url || ++looks > MOST_LOOKS) return;
  setTimeout(async () => {
    const before = order.status;
    await call("get_order", { number: order.number }).then(
      (read) => {
        order = read;
      },
      () => undefined,
    );
    if (order.status !== before) {
      draw();
      say(order.status === "paid" ? t`The payment has arrived.` : "");
    }
    follow();
  }, POLL_MS);
}

start("checkout", {
  take(data) {
    order = data;
    draw();
  },
  // Creating an order again could make another, so the newest is read. A price has no order.
  async again(args) {
    const { items } = await call("list_my_orders", { per_page: 1 });
    return items[0]?.status === "pending" ? items[0] : call("quote_order", args);
  },
  ready: () => order && draw(),
});
