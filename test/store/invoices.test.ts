import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { InvoiceContent } from "../../domain/invoices/invoice.ts";
import { createDatabase } from "../helpers/database.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { isPostgres } from "../helpers/postgres/is-postgres.ts";

let db: Awaited<ReturnType<typeof createDatabase>>;
beforeEach(async () => {
  db = await createDatabase();
});
afterEach(() => db.close());

const at = new Date("2026-11-18T10:00:00Z");
let causes = 0;
const issue = (given: Partial<InvoiceContent> = {}, cause = `payment-${++causes}`) =>
  db.store.change((tx) => tx.invoices.issue(invoiceContent(given), { cause, token: `token-${cause}` }, at));
const credit = (credits: string, given: Partial<InvoiceContent> = {}) =>
  issue({ kind: "credit_note", credits, ...given });
const numbers = () => db.writer.prepare("select number from invoices order by number").pluck().all() as string[];

describe("numbers", () => {
  it("increase for each kind and year of issue", async () => {
    const first = await issue();
    expect(first.number).toBe("INV-2026-000001");
    expect((await issue()).number).toBe("INV-2026-000002");
    expect((await credit("INV-2026-000001")).number).toBe("CRN-2026-000001");
    expect((await issue({ issuedOn: "2027-01-01" })).number).toBe("INV-2027-000001");
    expect((await issue({ issuedOn: "2026-12-31" })).number).toBe("INV-2026-000003");
    expect(await db.store.invoices.find("INV-2026-000001")).toEqual(first);
    expect(await db.store.invoices.findByToken(first.token)).toEqual(first);
    expect(await db.store.invoices.find("INV-2026-000009")).toBeUndefined();
  });

  it("have no gaps or duplicates when a hundred are issued at once and every third is rolled back", async () => {
    const ends = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        db.store.change(async (tx) => {
          await new Promise(setImmediate);
          const made = await tx.invoices.issue(
            invoiceContent({ orderNumber: `ORD-2026-${index}` }),
            { cause: `order ${index}`, token: `token ${index}` },
            at,
          );
          await new Promise(setImmediate);
          if (index % 3 === 0) throw new Error("rolled back");
          return made.number;
        }),
      ),
    );
    const given = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    expect(given).toHaveLength(66);
    const expected = Array.from({ length: 66 }, (_, index) => `INV-2026-${String(index + 1).padStart(6, "0")}`);
    expect(given.toSorted()).toEqual(expected);
    expect(numbers()).toEqual(expected);
  });

  it("are issued once per cause, even when requested repeatedly", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => issue({}, "order 1")));
    expect(new Set(made.map(({ number }) => number))).toEqual(new Set(["INV-2026-000001"]));
    expect(numbers()).toHaveLength(1);
  });
});

describe("an issued document", () => {
  it("cannot be changed, replaced or deleted, and its series neither", async () => {
    await issue();
    await issue();
    const before = db.writer.prepare("select * from invoices").all();
    for (const sql of [
      "update invoices set content_json = '{}'",
      "update invoices set number = 'INV-2026-000009' where number = 'INV-2026-000001'",
      "delete from invoices",
      "insert or replace into invoices select * from invoices",
      "insert or replace into invoices select 'INV-2026-000009', kind, order_number, cause, " +
        "token || 'x', content_json, content_hash, issued_at, null, null, null, null, null from invoices " +
        "limit 1",
      "update invoice_series set last = 1",
      "update invoice_series set last = 7",
      "update invoice_series set series = 'INV-2025'",
      "delete from invoice_series",
      "insert or replace into invoice_series values ('INV-2026', 1)",
      "insert into invoice_series values ('INV-2030', 5)",
    ].filter((sql) => !(isPostgres() && sql.startsWith("insert or replace"))))
      expect(() => db.writer.exec(sql), sql).toThrow(/never|count|begins/);
    expect(db.writer.prepare("select * from invoices").all()).toEqual(before);
    expect((await issue()).number).toBe("INV-2026-000003");
  });

  it("is stored as the text that was hashed, and is not shown if the two do not match", async () => {
    const { number, contentHash, content } = await issue({
      buyer: { ...invoiceContent().buyer, name: "株式会社 אקמה" },
    });
    expect(content.buyer.name).toBe("株式会社 אקמה");
    const kept = db.writer.prepare("select content_json from invoices where number = ?").pluck().get(number) as string;
    expect(hash("sha256", kept, "hex")).toBe(contentHash);
    db.writer.exec(
      "drop trigger invoices_no_update; update invoices set content_json = replace(content_json, 'GmbH', 'AG')",
    );
    await expect(db.store.invoices.find(number)).rejects.toThrow(/does not match its hash/);
  });

  it("must add up, and takes no number if it does not", async () => {
    const totals = { netCents: 4900, vatCents: 931, totalCents: 5830 };
    await expect(issue({ totals })).rejects.toThrow(/totalCents is not the sum/);
    await expect(issue({ lines: [] })).rejects.toThrow(/no lines/);
    await expect(issue({ lines: [line("Half", { vatCents: 930 })] })).rejects.toThrow(/line 1 does not add up/);
    await expect(issue({ lines: [line("Half", { quantity: 0.5 })] })).rejects.toThrow(/not whole/);
    await expect(issue({ issuedOn: "18.11.2026" })).rejects.toThrow(/not a day/);
    await expect(issue({ kind: "credit_note" })).rejects.toThrow(/must name an invoice/);
    expect((await issue()).number).toBe("INV-2026-000001");
  });
});

describe("credit notes", () => {
  it("belong to an invoice of their order, and credit no more than it charged", async () => {
    const { number } = await issue({ lines: [line("One"), line("Two")] });
    await issue({ orderNumber: "ORD-2026-000124" });
    const one = await credit(number, { lines: [line("One")] });
    await expect(credit(number, { lines: [line("One"), line("Two")] })).rejects.toThrow(/more than INV-2026-000001/);
    const two = await credit(number, { lines: [line("Two")] });
    await expect(credit(number, { lines: [line("Two")] })).rejects.toThrow(/more than/);
    await expect(credit("INV-2026-000002")).rejects.toThrow(/no invoice of ORD-2026-000123/);
    await expect(credit(number, { currency: "EUR" })).rejects.toThrow(/in EUR/);
    await expect(credit(one.number)).rejects.toThrow(/no invoice/);
    const all = await db.store.invoices.ofOrder("ORD-2026-000123");
    expect(all.map((document) => document.number)).toEqual([number, one.number, two.number]);
  });
});
