import { parse } from "csv-parse/sync";
import { describe, expect, it } from "vitest";
import { deleteAccount } from "../../actions/accounts/delete-account.ts";
import { writeComment } from "../../actions/community/write-comment.ts";
import { setBilling } from "../../actions/orders/checkout.ts";
import { auditedStore } from "../../actions/site/audited-store.ts";
import { auditFile } from "../../actions/site/export-audit.ts";
import { movedTables } from "../../store/move/tables.ts";
import { columnsWith } from "../helpers/cells.ts";
import { addDraft } from "../helpers/drafts.ts";
import { createShop, SELLER } from "../helpers/shop.ts";

const DAY_MS = 24 * 3600_000;
const [NAME, EMAIL] = ["Wilhelmina Quist", "wilhelmina.quist@people.example"];
const BILLING = { name: NAME, address: "Torstraße 2\n10119 Berlin", country: "DE", vatNumber: null, email: EMAIL };

/** What the law asks to keep of orders that were paid. */
const KEPT_BY_LAW = ["book_entries.buyer", "invoices.content_json", "orders.billing_json"];

const id = "0197f000-0000-7000-8000-00000a7f3a12";
const PSEUDONYM = "deleted account 7f3a12";
const shop = await createShop({ BASE_URL: "https://debut.example", ...SELLER });
Object.assign(shop.deps, { handedMails: { clear: () => undefined } });

const entries = async () => (await shop.store.audit.list({}, { page: 1, perPage: 100 })).items;
const exported = async (format: "csv" | "jsonl") => {
  let text = "";
  for await (const chunk of auditFile(format, {}, shop.deps)) text += chunk;
  return text;
};

/** A person with something in every place that holds an address or a name. */
async function liveALot(): Promise<void> {
  const { store, deps, make } = shop;
  const at = deps.now();
  const expiresAt = new Date(at.getTime() + DAY_MS);
  await store.change((tx) => tx.accounts.add({ id, email: EMAIL, name: NAME, createdAt: at, emailVerifiedAt: at }));
  const friend = await make.person({ name: "Friend" });
  const [listing, own] = [await make.listing({ ownerId: friend }), await make.listing({ ownerId: id })];
  const draftId = await addDraft(shop, { accountId: friend, siteKey: "x.example", fields: {} });
  await store.change(async (tx) => {
    await tx.accounts.addToken({ hash: "t", kind: "reset", accountId: id, email: EMAIL, expiresAt });
    await tx.identities.add({
      issuer: "https://id.example",
      subject: "1",
      accountId: id,
      email: EMAIL,
      createdAt: at,
      lastUsedAt: at,
      hasSecondFactor: false,
    });
    await tx.drafts.saveInvite({
      id: "i",
      draftId,
      email: EMAIL,
      emailFolded: EMAIL,
      accountId: null,
      status: "pending",
      tokenHash: "i",
      expiresAt,
      createdAt: at,
    });
    await tx.digests.ask({ email: EMAIL, askedAt: at, tokenHash: "d", categories: [], zone: null });
    await tx.engagement.follow(id, listing.id, at);
    await tx.reviews.write(id, listing.id, { rating: 4, title: "Good", body: "Works well." }, at);
  });
  await writeComment({ accountId: id, slug: listing.slug, answersId: null, body: "Well made." }, deps);
  for (const isPaid of [true, false]) {
    const order = await shop.order(id, [{ product: "billboard", listingId: own.id, amountCents: 10_000 }], {
      country: "DE",
    });
    const { token } = (await store.orders.find(order.number))!;
    const priced = await setBilling(token, BILLING, deps);
    if (isPaid) await shop.take({ orderNumber: order.number, amountCents: priced.totalCents });
  }
  const audit = (by: string, objectId: string) =>
    auditedStore(store, {
      action: "account.change",
      by,
      objectId: () => objectId,
      now: deps.now,
      more: { reset: true },
    });
  await audit(friend, id).change(async () => undefined);
  await audit(id, friend).change(async () => undefined);
  await shop.drain();
}
describe("a deleted account", () => {
  it("leaves its email and name only in paid orders, once emails are deleted", async () => {
    await liveALot();
    const before = columnsWith(shop.writer, EMAIL);
    expect(before).toEqual(expect.arrayContaining(["accounts.email", "identities.email", "mails.recipient"]));
    await deleteAccount(id, { takeListingsDown: false }, shop.deps);
    await shop.drain();
    for (const mail of await shop.mailsTo(EMAIL))
      await shop.store.change((tx) => tx.mails.setState(mail.id, "kept", shop.deps.now()));
    shop.clock.at = new Date(shop.clock.at.getTime() + 91 * DAY_MS);
    for (const job of ["purge", "age-out"]) await shop.run(job);
    for (const text of [EMAIL, NAME])
      expect(columnsWith(shop.writer, text).filter((column) => !KEPT_BY_LAW.includes(column))).toEqual([]);
  });

  it("is one pseudonym in the audit log, as the object and as the actor, on pages and in exports", async () => {
    const known = (await entries()).filter(({ objectId, accountId }) => [objectId, accountId].includes(id));
    expect(known.map(({ objectId, name, by }) => (objectId === id ? name : by?.email))).toEqual([PSEUDONYM, PSEUDONYM]);
    const rows: Record<string, string>[] = parse(await exported("csv"), { bom: true, columns: true });
    const lines = (await exported("jsonl"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(rows.map(({ name, who }) => [name, who])).toEqual(lines.map(({ name, who }) => [name, who]));
    expect(lines).toEqual([
      expect.objectContaining({ name: PSEUDONYM, who: "Friend", action: "account.change", after: { reset: true } }),
      expect.objectContaining({ object: known[0]!.objectId, who: PSEUDONYM }),
    ]);
  });

  it("accounts for each column that looks like an address or payer", () => {
    const columns = movedTables().flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
    expect(
      columns.filter((name) => /email|recipient|payer|buyer|billing|reply_to/.test(name.split(".")[1]!)),
    ).toMatchInlineSnapshot(`
      [
        "accounts.email",
        "accounts.email_folded",
        "accounts.email_verified_at",
        "bank_lines.payer",
        "bank_lines.payer_country",
        "book_entries.buyer",
        "claims.email",
        "digest_asks.email",
        "digest_asks.email_folded",
        "digest_subscribers.email",
        "digest_subscribers.email_folded",
        "identities.email",
        "invites.email",
        "invites.email_folded",
        "invoice_requests.billing_json",
        "launch_waits.email",
        "launch_waits.email_folded",
        "mails.recipient",
        "mails.reply_to",
        "orders.billing_json",
        "reports.email",
        "tokens.email",
      ]
    `);
  });
});

describe("the audit log", () => {
  it("loses entries after AUDIT_RETENTION_DAYS, says so, and never loses younger ones", async () => {
    const { store, deps, clock } = shop;
    const total = (await entries()).length;
    clock.at = new Date(clock.at.getTime() + 700 * DAY_MS);
    await store.change((tx) =>
      tx.audit.add({
        at: deps.now(),
        accountId: "x",
        action: "week.capacity",
        kind: "week",
        objectId: "w",
        name: "w",
        before: {},
        after: { capacity: 3 },
      }),
    );
    await shop.run("age-out");
    expect((await entries()).map(({ action, after }) => [action, after.entries])).toEqual([
      ["audit.purge", total],
      ["week.capacity", undefined],
    ]);
    expect(() => shop.writer.exec("delete from audit_entries")).toThrow("never deleted");
  });
});
