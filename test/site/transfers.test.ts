import { describe, expect, it } from "vitest";
import { openShopFront } from "../helpers/shop-front.ts";
import { createVisitor, type Visitor } from "./world.ts";

const shop = await openShopFront({ BANK_IBAN: "DE02120300000000202051", BANK_BIC: "BYLADEM1001" });
const [root, ann] = [await shop.signedIn("root"), await shop.signedIn("ann")];

const PATH = "/admin/transfers";
const words = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const read = async (visitor: Visitor, path: string) => words((await visitor.get(path)).text);
async function awaited() {
  const { number, path } = await shop.order();
  await shop.begin(ann, path, "manual");
  return { number, path };
}
const csv = (rows: [reference: string, amount: string, payer?: string][]) =>
  new File(
    [
      `Date,Payer,Reference,Amount,Currency\n${rows.map(([reference, amount, payer = "Acme Books"]) => `2026-11-24,${payer},${reference},${amount},USD`).join("\n")}`,
    ],
    "statement.csv",
  );
async function upload(file: File) {
  await root.get(PATH);
  return root.upload(`${PATH}/statement`, { statement: file, currency: "USD" });
}
async function rows() {
  const { text } = await root.get(PATH);
  return [
    ...text.matchAll(
      /<input type="checkbox" name="line" value="(\w+)"( checked)?>[\s\S]*?name="order\.\1" value="([^"]*)"/g,
    ),
  ].map(([, id, checked, number]) => ({ id: id!, isChecked: checked !== undefined, number: number! }));
}

describe("the page of an order by bank transfer", () => {
  it("shows the account, the amount, the reference and the time, with a pro-forma invoice that has no number", async () => {
    const { number, path } = await awaited();
    const page = await read(ann, path);
    for (const part of [
      "IBAN DE02 1203 0000 0000 2020 51",
      "BIC BYLADEM1001",
      "Amount 119.00 USD",
      `Reference ${number}`,
      "We hold your order until",
      "Waiting for your transfer",
      "Transfer $119.00",
      "Pro-forma invoice",
    ])
      expect(page).toContain(part);
    // Orders are in dollars, which no code of European banks can hold.
    expect((await ann.get(path)).text).not.toContain('class="qr"');
    const proForma = await read(createVisitor(shop.baseUrl), `${path}/pro-forma`);
    expect(proForma).toContain(`Pro-forma invoice for order ${number}`);
    expect(proForma).toContain("This is not an invoice");
    expect(proForma).toContain("Total to pay 119.00 USD");
    expect(proForma).not.toMatch(/INV-\d/);
    const pdf = await fetch(`${shop.baseUrl}${path}/pro-forma/pdf`);
    expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
    const other = await shop.order();
    expect((await ann.get(`${other.path}/pro-forma`)).status).toBe(404);
  });

  it("has a code for banking apps once the order is in euros", async () => {
    const { number, path } = await awaited();
    const order = await shop.find(number);
    await shop.deps.store.change((tx) => tx.orders.save({ ...order, currency: "EUR" }));
    const { text } = await ann.get(path);
    expect(text).toContain(
      `aria-label="Code for banking apps with the account, the amount and the reference ${number}"`,
    );
  });

  it("says that money is under way after it was canceled, on the page and to assistants", async () => {
    const { number, path } = await awaited();
    await ann.get(path);
    await ann.post(`${path}/cancel`);
    const page = await read(ann, path);
    expect(page).toContain("If you have sent the money, do not send it again");
    expect(page).not.toContain("Nothing was charged");
    expect((await shop.as("ann").get(`/orders/${number}`)).body.message_for_user).toContain(
      "If you have sent the money",
    );
    expect(await read(ann, `/account/orders/${number}`)).toContain("If you have sent the money");
  });

  it("names what is missing of a transfer that was too small", async () => {
    const { number, path } = await awaited();
    await root.get(`/admin/orders/${number}`);
    await root.post(`/admin/orders/${number}/paid`, { amount: "100.00" });
    const page = await read(ann, path);
    expect(page).toContain("We received $100.00 of $119.00. Send the missing $19.00");
    expect(page).toContain("Amount 19.00 USD");
  });
});

describe("the page of bank transfers", () => {
  it("reads a statement, suggests orders with reasons, and marks several as paid at once, each once", async () => {
    const [one, two, short] = [await awaited(), await awaited(), await awaited()];
    const statement = () =>
      csv([
        [one.number, "119.00"],
        [`order ${two.number}`, "119.00"],
        [short.number, "100.00"],
        ["Rent of the office", "800.00", "Nobody"],
      ]);
    expect((await upload(statement())).location).toBe(`${PATH}?notice=statement-read`);
    const page = await read(root, PATH);
    expect(page).toContain("The reference and the amount match.");
    expect(page).toContain("$19.00 too little. We will tell the buyer.");
    const found = await rows();
    expect(found.filter(({ isChecked }) => isChecked).map(({ number }) => number)).toEqual(
      expect.arrayContaining([one.number, two.number]),
    );
    expect(found.filter(({ isChecked }) => isChecked)).toHaveLength(2);
    const form = {
      line: found.filter(({ number }) => number).map(({ id }) => id),
      ...Object.fromEntries(found.map(({ id, number }) => [`order.${id}`, number])),
    };
    const press = () => root.post(`${PATH}/lines`, form);
    const presses = await Promise.all([press(), press()]);
    expect(presses.map(({ location }) => location)).toEqual(Array(2).fill(`${PATH}?notice=transfers-paid`));
    await shop.drain();
    for (const { number } of [one, two]) {
      expect((await shop.find(number)).status).toBe("paid");
      expect(await shop.papers(number)).toHaveLength(1);
    }
    expect((await shop.find(short.number)).status).toBe("on_hold");
    expect((await upload(statement())).location).toBe(`${PATH}?notice=statement-known`);
    const [rent, ...none] = await rows();
    expect([rent!.number, none]).toEqual(["", []]);
    const nameless = await root.post(`${PATH}/lines`, { line: rent!.id, [`order.${rent!.id}`]: "" });
    expect(words(nameless.text)).toContain("Enter the number of an order.");
    expect((await root.post(`${PATH}/aside`, { line: rent!.id })).location).toContain("lines-aside");
    expect(await rows()).toEqual([]);
    const log = await read(root, "/admin/audit");
    expect(log).toContain("Uploaded bank statement");
    expect(log).toContain("Marked as paid");
  });

  it("lists orders that wait, the oldest first, and marks several as paid without a statement", async () => {
    const [one, two] = [await awaited(), await awaited()];
    const { text } = await root.get(PATH);
    expect(text.indexOf(`name="order" value="${one.number}"`)).toBeGreaterThan(0);
    expect(text.indexOf(`name="order" value="${one.number}"`)).toBeLessThan(text.indexOf(`value="${two.number}"`));
    const done = await root.post(`${PATH}/paid`, { order: [one.number, two.number] });
    expect(done.location).toBe(`${PATH}?notice=transfers-paid`);
    for (const { number } of [one, two]) expect((await shop.find(number)).status).toBe("paid");
    expect(words((await root.post(`${PATH}/paid`)).text)).toContain("Select at least one row.");
  });

  it("says what is wrong with a file", async () => {
    const refused = await upload(new File(["hello"], "hello.txt"));
    expect([refused.status, words(refused.text)]).toEqual([400, expect.stringContaining("No header with a date")]);
    expect(words((await upload(csv([["x", "-5.00"]]))).text)).toContain("This file contains no incoming");
  });

  it("corrects a wrong amount with a reason, which is in the audit log", async () => {
    const { number } = await awaited();
    const page = `/admin/orders/${number}`;
    await root.get(page);
    await root.post(`${page}/paid`, { amount: "1190.00" });
    expect((await shop.find(number)).status).toBe("on_hold");
    const given = { amount: "119.00", before: "119000" };
    expect(words((await root.post(`${page}/correct`, given)).text)).toContain("Explain why the amount was wrong.");
    expect((await root.post(`${page}/correct`, { ...given, reason: "A zero too many" })).status).toBe(303);
    expect((await shop.find(number)).status).toBe("paid");
    expect(await read(root, "/admin/audit")).toContain("A zero too many");
    expect(await read(root, page)).toContain("Amount corrected: A zero too many");
  });
});

describe("without an account for transfers", () => {
  it("nobody is offered one, and the pages of the team say why", async () => {
    const none = {
      STRIPE_SECRET_KEY: "",
      STRIPE_WEBHOOK_SECRET: "",
      PAYPAL_CLIENT_ID: "",
      PAYPAL_CLIENT_SECRET: "",
      PAYPAL_WEBHOOK_ID: "",
    };
    const other = await openShopFront({ ...none, PAYMENT_INSTRUCTIONS: "" });
    const [admin, buyer] = [await other.signedIn("root"), await other.signedIn("ann")];
    const { path } = await other.order();
    await other.begin(buyer, path, "manual");
    const page = await read(buyer, path);
    expect(page).toContain("Payment is not available yet");
    expect(page).not.toContain("Bank transfer");
    const why = /bank transfer(?: is not offered without|s need) BANK_IBAN or PAYMENT_INSTRUCTIONS/;
    for (const place of [path, "/admin", "/admin/health"]) expect(await read(admin, place), place).toMatch(why);
    for (const place of ["/admin/payments", PATH])
      expect(await read(admin, place), place).toContain(
        "To offer bank transfer, set BANK_IBAN or PAYMENT_INSTRUCTIONS",
      );
    await other.close();
  });
});
