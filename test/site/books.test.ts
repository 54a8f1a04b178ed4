import { parse } from "csv-parse/sync";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import { quarterOf } from "../../domain/time/period.ts";
import { jobKinds } from "../../jobs/kinds.ts";
import { createFolder } from "../helpers/folder.ts";
import { runHere } from "../helpers/process.ts";
import { openShopFront } from "../helpers/shop-front.ts";
import { unzipped } from "../helpers/unzip.ts";

const shop = await openShopFront();
const [root, ann] = [await shop.signedIn("root"), await shop.signedIn("ann")];
const byStripe = await shop.sell("stripe");
const byPayPal = await shop.sell("paypal");
const byBank = await shop.order();
await shop.begin(ann, byBank.path, "manual");
await root.get(`/admin/orders/${byBank.number}`);
await root.post(`/admin/orders/${byBank.number}/paid`, { amount: "119.00" });
await shop.stripe.refund(byStripe.paymentId, 2_000);
const { from, to } = quarterOf(shop.deps.now().toISOString().slice(0, 10));
const query = `from=${from}&to=${to}`;

const words = (text: string) =>
  text
    .slice(text.indexOf("<main"))
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
async function fileOf(format: string, more = "") {
  const response = await fetch(`${shop.baseUrl}/admin/invoices/files/${format}?${query}${more}`, {
    headers: { cookie: [...root.cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}
const rowsOf = async (format: string, more = ""): Promise<Record<string, string>[]> =>
  parse((await fileOf(format, more)).bytes, { bom: true, columns: true });
const askCosts = () => jobKinds["ask-costs"]!.run({} as never, shop.deps, new AbortController().signal);

describe("the pages of the books", () => {
  it("list the documents of the quarter, with totals", async () => {
    const page = words((await root.get("/admin/invoices")).text);
    for (const order of [byStripe, byPayPal, byBank])
      for (const number of await shop.papers(order.number)) expect(page).toContain(number);
    expect(page).toContain("Invoices 3 $300.00 €240.00 $57.00 €45.60 $357.00");
    expect(page).toContain("Credit notes 1 -$16.81 -€13.45 -$3.19 -€2.55 -$20.00");
    expect(page).toContain("Total in USD 4 $283.19 $53.81 $337.00");
  });

  it("filter by country, kind, rate, provider and text, and say so in every link", async () => {
    const list = async (more: string) => words((await root.get(`/admin/invoices?${query}&${more}`)).text);
    const [paypal] = await shop.papers(byPayPal.number);
    const [stripe, credit] = await shop.papers(byStripe.number);
    for (const [more, shown, hidden] of [
      ["provider=paypal", paypal, stripe],
      ["kind=credit_note", credit, paypal],
      [`q=${paypal!.toLowerCase()}`, paypal, stripe],
      ["country=DE&rate=1900&provider=stripe", stripe, paypal],
    ] as const) {
      const page = await list(more);
      expect(page, more).toContain(shown);
      expect(page, more).not.toContain(hidden);
    }
    expect(await list("country=FR")).toContain("No matching documents.");
    expect((await root.get(`/admin/invoices?${query}&provider=paypal`)).text).toContain(
      `/admin/invoices/files/csv?${query.replace("&", "&amp;")}&amp;provider=paypal`,
    );
    expect((await rowsOf("csv", "&provider=paypal")).map(({ number }) => number)).toEqual([paypal]);
  });

  it("refuse days that do not exist, rates that are none, and files that cannot be", async () => {
    const wrong = words((await root.get("/admin/invoices?from=2026-02-30&to=2026-03-01")).text);
    expect(wrong).toContain("Choose two valid dates");
    const rate = words((await root.get(`/admin/invoices/vat?${query}&rates=much`)).text);
    expect(rate).toContain("much&quot; is not a rate");
    const years = await root.get("/admin/invoices/files/datev?from=2025-01-01&to=2026-12-31");
    expect([years.status, words(years.text)]).toEqual([400, expect.stringContaining("one calendar year")]);
    expect((await root.get("/admin/invoices/files/xlsx")).status).toBe(404);
  });
});

describe("the files of the books", () => {
  it("add up to the page", async () => {
    const rows = await rowsOf("csv");
    expect(rows.map(({ kind, total, paid_by }) => [kind, total, paid_by])).toEqual(
      expect.arrayContaining([
        ["credit_note", "-20.00", "stripe"],
        ["invoice", "119.00", "paypal"],
        ["invoice", "119.00", "manual"],
      ]),
    );
    expect(await rowsOf("vat")).toMatchObject([
      { country: "DE", treatment: "domestic", vat_rate: "19", documents: "4", net: "283.19", vat: "53.81" },
    ]);
    expect([await rowsOf("oss"), await rowsOf("ec-sales")]).toEqual([[], []]);
  });

  it("are sent as files, kept by nobody", async () => {
    const { response, bytes } = await fileOf("datev");
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="EXTF_Buchungsstapel_/);
    expect(response.headers.get("cache-control")).toBe("private, no-store, no-transform");
    const [head, , ...bookings] = new TextDecoder("windows-1252").decode(bytes).trimEnd().split("\r\n");
    expect(head).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;\d{17};/);
    expect(bookings.map((booking) => booking.split(";").slice(0, 3).join(" ")).sort()).toEqual([
      ...['16,00 "H" "EUR"', '95,20 "S" "EUR"', '95,20 "S" "EUR"', '95,20 "S" "EUR"'],
    ]);
  });

  it("end their connection if they cannot be completed, so that nobody takes them for whole", async () => {
    const { books } = shop.deps.store;
    const entries = books.entries;
    let reads = 0;
    // The first page of rows comes from the database, and then it fails.
    books.entries = async (...asked) => {
      if (reads++ > 0) throw new Error("The disk is gone.");
      const all = await entries(...asked);
      return Array.from({ length: 500 }, () => all[0]!);
    };
    const cut = fileOf("csv").finally(() => Object.assign(books, { entries }));
    await expect(cut).rejects.toThrow(/terminated|aborted|hang up|fetch failed/);
    expect(shop.logs.some((line) => line.includes("a download was not completed"))).toBe(true);
    expect((await fileOf("csv")).bytes.length).toBeGreaterThan(0);
  });

  it("have each document as a PDF, which says its number", async () => {
    const { bytes } = await fileOf("pdf", "&provider=stripe");
    const files = await unzipped(bytes);
    const papers = await shop.papers(byStripe.number);
    expect([...files.keys()].sort()).toEqual(papers.map((number) => `${number}.pdf`).sort());
    for (const [name, pdf] of files) {
      const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
      const { items } = await (await (await task.promise).getPage(1)).getTextContent();
      expect(items.map((item) => ("str" in item ? item.str : "")).join("")).toContain(name.replace(".pdf", ""));
      await task.destroy();
    }
  });
});

describe("fees and payouts", () => {
  const paid = async () =>
    Object.fromEntries(
      (await rowsOf("payments")).map(({ provider, fee, net_of_fee, payout_id, paid_out_on }) => [
        provider,
        [fee, net_of_fee, payout_id, paid_out_on],
      ]),
    );

  it("are blank until a provider says them, and for good where none does", async () => {
    expect(await paid()).toEqual({ stripe: ["", "", "", ""], paypal: ["", "", "", ""], manual: ["", "", "", ""] });
    await askCosts();
    expect(await paid()).toEqual({
      stripe: ["3.75", "115.25", "", ""],
      paypal: ["4.64", "114.36", "", ""],
      manual: ["", "", "", ""],
    });
    const { id } = shop.stripe.payOut(byStripe.paymentId);
    await askCosts();
    expect((await paid()).stripe).toEqual(["3.75", "115.25", id, expect.stringMatching(/^\d{4}-\d\d-\d\d$/)]);
    const page = words((await root.get(`/admin/orders/${byStripe.number}`)).text);
    expect(page).toMatch(/Fee \$3\.75 Paid out .* po_test/);
    expect(words((await root.get(`/admin/orders/${byBank.number}`)).text)).not.toContain("Fee");
  });

  it("of a payment that its provider does not know hold up no other", async () => {
    const lost = await shop.sell("stripe");
    shop.stripe.sessions.delete(lost.paymentId);
    const later = await shop.sell("stripe");
    await askCosts();
    const rows = await rowsOf("payments");
    const feeOf = (number: string) => rows.find(({ order_number }) => order_number === number)!.fee;
    expect([feeOf(lost.number), feeOf(later.number)]).toEqual(["", "3.75"]);
  });
});

describe("debut books", () => {
  const env = () => ({ DATA_DIR: shop.folder, BASE_URL: shop.baseUrl });
  const period = () => query.split("&").flatMap((part) => [`--${part.split("=")[0]}`, part.split("=")[1]!]);

  it("writes every file into a folder, and the same as the page", async () => {
    const folder = `${createFolder()}/books`;
    const { code, stdout } = await runHere(["books", ...period(), "--out", folder, "--json"], env());
    const { files } = JSON.parse(stdout) as { files: string[] };
    expect([code, files.map((file) => file.slice(folder.length + 1).split("-")[0])]).toEqual([
      0,
      ["invoices", "invoices", expect.stringMatching(/^EXTF_/), "vat", "oss", "ec", "payments"],
    ]);
    const one = await runHere(["books", ...period(), "--format", "csv"], env());
    expect(one.stdout).toBe((await fileOf("csv")).bytes.toString());
  });

  it.each([
    [["--from", "2026-10-01"], "--to is missing"],
    [["--from", "2026-10-01", "--to", "2026-09-30"], "not before"],
    [["--from", "2026-10-01", "--to", "2026-12-31"], "--out FOLDER"],
    [["--from", "2026-10-01", "--to", "2026-12-31", "--format", "xlsx"], "--format is one of"],
    [["--from", "2025-10-01", "--to", "2026-12-31", "--format", "datev"], "one calendar year"],
    [["--from", "2026-10-01", "--to", "2026-12-31", "--format", "oss", "--rates", "USD"], "is not a rate"],
  ])("refuses %j", async (args, why) => {
    expect(await runHere(["books", ...args], env())).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining(why),
    });
  });
});
