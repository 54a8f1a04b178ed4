import type { Order } from "../../domain/orders/order.ts";
import { createVisitor, type Visitor } from "../site/world.ts";
import { startPayPalServer } from "./paypal-server.ts";
import { SELLER } from "./shop.ts";
import { startStripeServer } from "./stripe-server.ts";
import { createWorld, PASSWORD } from "./world.ts";

export const BILLING = {
  name: "Acme Books GmbH",
  address: "Rosenweg 5\n80331 München",
  country: "DE",
  vat_number: "",
  email: "ann@people.example",
};

/** A whole Debut where people pay: by stand-ins of Stripe and PayPal that send their notices to it, and by bank transfer. */
export async function openShopFront(env: Record<string, string> = {}) {
  const [stripe, paypal] = await Promise.all([startStripeServer(), startPayPalServer()]);
  const world = await createWorld({
    env: {
      ...SELLER,
      ...stripe.env,
      ...paypal.env,
      PAYMENT_INSTRUCTIONS: "Debut GmbH\\nIBAN DE02 1203 0000 0000 2020 51",
      LIMIT_WRITE: "10000",
      LIMIT_QUOTE: "10000",
      LIMIT_CHECKOUT: "10000",
      LIMIT_SIGN_IN: "10000",
      ...env,
    },
  });
  stripe.target.url = `${world.baseUrl}/webhooks/stripe`;
  paypal.target.url = `${world.baseUrl}/webhooks/paypal`;
  await world.account("root", { admin: true });
  const ann = await world.account("ann");
  let listings = 0;

  async function signedIn(name: string): Promise<Visitor> {
    await world.account(name);
    const visitor = createVisitor(world.baseUrl);
    await visitor.signIn(`${name}@people.example`, { password: PASSWORD });
    return visitor;
  }

  const find = async (number: string): Promise<Order> => (await world.deps.store.orders.find(number))!;
  const listing = async (status: "live" | "draft" = "live") =>
    (
      await world.listing(`Acme ${++listings}`, {
        ownerId: ann.id,
        status,
        ...(status === "draft" && { launchedAt: null }),
      })
    ).id;

  /** An order of Ann's, and the path of the page to pay it on. */
  async function order(items?: object[]) {
    const body = { items: items ?? [{ product: "billboard", listing_id: await listing(), amount_cents: 10_000 }] };
    const { body: made } = await world.as("ann").post("/orders/checkout", { body });
    return { number: made.number as string, path: (made.checkout_url as string).slice(world.baseUrl.length) };
  }

  /** Goes through the checkout as a person does, up to the provider's own page. */
  async function begin(buyer: Visitor, path: string, provider: string): Promise<string> {
    await buyer.get(path);
    await buyer.post(`${path}/billing`, BILLING);
    return (await buyer.post(`${path}/pay`, { provider })).location;
  }

  async function sell(provider: "stripe" | "paypal", items?: object[]) {
    const { number, path } = await order(items);
    const page = await begin(createVisitor(world.baseUrl), path, provider);
    const paymentId = /(cs_\w+|token=([\w-]+))/.exec(page)!.at(provider === "stripe" ? 1 : 2)!;
    if (provider === "stripe") await stripe.pay(paymentId);
    else await paypal.approve(paymentId);
    await world.drain();
    return { number, path, paymentId };
  }

  return {
    ...world,
    stripe,
    paypal,
    signedIn,
    find,
    newListing: listing,
    order,
    begin,
    sell,
    papers: async (number: string) => (await world.deps.store.invoices.ofOrder(number)).map((one) => one.number),
    async close() {
      await world.close();
      await Promise.all([stripe.close(), paypal.close()]);
    },
  };
}
