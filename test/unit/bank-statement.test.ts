import { describe, expect, it } from "vitest";
import { readAmount, readDay, UnreadableStatement } from "../../domain/orders/bank-statement.ts";
import { type Expected, matchTransfer, numbersIn } from "../../domain/orders/match-transfer.ts";
import { epcText, isIban, transferFacts } from "../../domain/orders/transfer.ts";
import { inEnglish } from "../../languages/words.ts";
import { readStatement } from "../../payments/statements/read.ts";
import { readInThread } from "../../payments/statements/read-in-thread.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, currency = "USD") => readStatement(bytes(text), currency);

const CAMT = `<?xml version="1.0" encoding="UTF-8"?>
<ns:Document xmlns:ns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><ns:BkToCstmrStmt><ns:Stmt>
<ns:Ntry><ns:Amt Ccy="EUR">119.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>BOOK</ns:Cd></ns:Sts><ns:BookgDt><ns:Dt>2026-11-24</ns:Dt></ns:BookgDt>
<ns:NtryDtls><ns:TxDtls><ns:Refs><ns:EndToEndId>NOTPROVIDED</ns:EndToEndId></ns:Refs><ns:RltdPties><ns:Dbtr><ns:Pty><ns:Nm>Acme &amp; Söhne</ns:Nm></ns:Pty></ns:Dbtr></ns:RltdPties>
<ns:RmtInf><ns:Ustrd>ORD-2026-</ns:Ustrd><ns:Ustrd>000123</ns:Ustrd></ns:RmtInf></ns:TxDtls></ns:NtryDtls></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="EUR">30.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts>BOOK</ns:Sts><ns:BookgDt><ns:DtTm>2026-11-25T10:00:00+01:00</ns:DtTm></ns:BookgDt>
<ns:NtryDtls><ns:TxDtls><ns:Amt Ccy="EUR">10.00</ns:Amt><ns:RmtInf><ns:Ustrd>one</ns:Ustrd></ns:RmtInf></ns:TxDtls>
<ns:TxDtls><ns:AmtDtls><ns:TxAmt><ns:Amt Ccy="EUR">20.00</ns:Amt></ns:TxAmt></ns:AmtDtls><ns:RltdPties><ns:Dbtr><ns:Nm>Bo</ns:Nm></ns:Dbtr></ns:RltdPties></ns:TxDtls></ns:NtryDtls></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="EUR">5.00</ns:Amt><ns:CdtDbtInd>DBIT</ns:CdtDbtInd><ns:Sts>BOOK</ns:Sts><ns:BookgDt><ns:Dt>2026-11-25</ns:Dt></ns:BookgDt></ns:Ntry>
<ns:Ntry><ns:Amt Ccy="EUR">7.00</ns:Amt><ns:CdtDbtInd>CRDT</ns:CdtDbtInd><ns:Sts><ns:Cd>PDNG</ns:Cd></ns:Sts><ns:BookgDt><ns:Dt>2026-11-25</ns:Dt></ns:BookgDt></ns:Ntry>
</ns:Stmt></ns:BkToCstmrStmt></ns:Document>`;

describe("a bank statement", () => {
  it("is read in a thread, which refuses one that takes too much memory and says what to do", async () => {
    expect(await readInThread(bytes(CAMT), "EUR")).toEqual(read(CAMT));
    await expect(readInThread(bytes("hello"), "EUR")).rejects.toThrow("No header");
    const bomb = readInThread(bytes("a\n".repeat(3_000_000)), "EUR");
    await expect(bomb).rejects.toThrow(UnreadableStatement);
    await expect(bomb).rejects.toThrow("too much time or memory to read. Export a shorter period.");
  });

  it("in CAMT.053 yields its credits, each transfer of a batch separately", () => {
    expect(read(CAMT)).toEqual({
      lines: [
        {
          bookedOn: "2026-11-24",
          amountCents: 11_900,
          currency: "EUR",
          payer: "Acme & Söhne",
          reference: "ORD-2026- 000123",
        },
        { bookedOn: "2026-11-25", amountCents: 1_000, currency: "EUR", payer: "", reference: "one" },
        { bookedOn: "2026-11-25", amountCents: 2_000, currency: "EUR", payer: "Bo", reference: "" },
      ],
      others: 2,
    });
  });

  it("in CAMT.053 contains the country of the paying account", () => {
    const account =
      "<ns:DbtrAcct><ns:Id><ns:IBAN>FR7630006000011234567890189</ns:IBAN></ns:Id></ns:DbtrAcct></ns:RltdPties>";
    const { lines } = read(CAMT.replace("</ns:RltdPties>", account));
    expect(lines.map(({ payerCountry }) => payerCountry)).toEqual(["FR", undefined, undefined]);
  });

  it.each([
    [
      "Sparkasse",
      `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Beguenstigter/Zahlungspflichtiger";"Kontonummer";"BLZ";"Betrag";"Waehrung";"Info"
"DE1";"24.11.26";"24.11.26";"GUTSCHR. UEBERWEISUNG";"ORD-2026-000123";"Acme GmbH";"1";"2";"1.119,00";"EUR";"Umsatz gebucht"
"DE1";"24.11.26";"24.11.26";"LASTSCHRIFT";"Miete";"Haus";"1";"2";"-500,00";"EUR";"Umsatz gebucht"`,
      { bookedOn: "2026-11-24", amountCents: 111_900, currency: "EUR", payer: "Acme GmbH" },
    ],
    [
      "DKB, below lines about the account",
      `"Girokonto";"DE02120300000000202051"\n"Kontostand vom 24.11.2026:";"100,00 €"\n""\n"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)"
"24.11.26";"24.11.26";"Gebucht";"Acme GmbH";"Debut GmbH";"ORD-2026-000123";"Eingang";"DE1";"119,00"`,
      { bookedOn: "2026-11-24", amountCents: 11_900, currency: "EUR", payer: "Acme GmbH" },
    ],
    [
      "N26",
      `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount"
2026-11-24,2026-11-24,"Acme GmbH",DE1,Income,"ORD-2026-000123","Main",119.00,""`,
      { bookedOn: "2026-11-24", amountCents: 11_900, currency: "EUR", payer: "Acme GmbH" },
    ],
    [
      "Wise",
      `"TransferWise ID","Date","Amount","Currency","Description","Payment Reference","Running Balance","Payer Name"
TRANSFER-1,24-11-2026,119.00,GBP,"Received money from ACME",ORD-2026-000123,119.00,"Acme GmbH"`,
      { bookedOn: "2026-11-24", amountCents: 11_900, currency: "GBP", payer: "Acme GmbH" },
    ],
    [
      "Chase",
      `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/24/2026,"ACH ACME ORD-2026-000123",119.00,ACH_CREDIT,500.00,,`,
      { bookedOn: "2026-11-24", amountCents: 11_900, currency: "USD", payer: "" },
    ],
    [
      "a British bank with two columns",
      `Date,Type,Description,Paid out,Paid in,Balance\n24/11/2026,BGC,ORD-2026-000123 ACME,,"£1,` +
        `119.00",£5.00\n25/11/2026,DD,Rent,£500.00,,£5.00`,
      { bookedOn: "2026-11-24", amountCents: 111_900, currency: "USD", payer: "" },
    ],
  ])("as CSV of %s has its columns recognized", (_bank, text, line) => {
    const { lines } = read(text);
    expect(lines).toMatchObject([line]);
    expect(numbersIn(lines[0]!.reference)).toEqual(["ORD-2026-000123"]);
  });

  it("in Windows-1252 keeps its umlauts", () => {
    const text = "Buchungstag;Auftraggeber;Verwendungszweck;Betrag\r\n24.11.2026;M\xfcller;Bestellung;1,00\r\n";
    expect(readStatement(Buffer.from(text, "latin1"), "EUR").lines).toMatchObject([{ payer: "Müller" }]);
  });

  it.each([
    ["<html></html>", "not a CAMT.053"],
    ["<Document><a></Document>", "not well-formed"],
    ["hello", "No header"],
    ["", "No header"],
    ["PK\u0003\u0004", "ZIP"],
    [`<Document>${"<a>".repeat(100)}`, "nested too deeply"],
  ])("that is invalid, like %j, says what to do", (text, words) => {
    expect(() => read(text)).toThrow(UnreadableStatement);
    expect(() => read(text)).toThrow(words);
  });
});

describe("amounts and days of banks", () => {
  it.each([
    ["1.234,56", 123_456],
    ["1,234.56", 123_456],
    ["1 234,5 €", 123_450],
    ["EUR 12.00", 1_200],
    ["-45.00", -4_500],
    ["45,00-", -4_500],
    ["(45.00)", -4_500],
    ["1.234", 123_400],
    ["+7", 700],
    ["1'000.00", 100_000],
    ["", undefined],
    ["1.2.3", undefined],
    ["abc", undefined],
  ])("%j is %s cents", (text, cents) => expect(readAmount(text)).toBe(cents));

  it.each([
    ["2026-11-03T10:00:00Z", true, "2026-11-03"],
    ["03.11.26", true, "2026-11-03"],
    ["3/11/2026", true, "2026-11-03"],
    ["11/3/2026", false, "2026-11-03"],
    ["13/13/2026", true, undefined],
    ["soon", true, undefined],
  ])("%j is a day", (text, isDayFirst, day) => expect(readDay(text, isDayFirst)).toBe(day));
});

describe("the order of a payment", () => {
  const line = {
    bookedOn: "2026-11-24",
    amountCents: 11_900,
    currency: "USD",
    payer: "ACME BOOKS GMBH",
    reference: "",
  };
  const order = (id: number, given: Partial<Expected> = {}): Expected => ({
    number: `ORD-2026-${String(id).padStart(6, "0")}`,
    dueCents: 11_900,
    currency: "USD",
    buyer: "Acme Books GmbH",
    isPaid: false,
    ...given,
  });

  it.each([
    [
      "RE ord 2026 000001 thanks",
      [order(1), order(2)],
      { isSure: true, reason: "The reference and the amount match." },
    ],
    [
      "ORD-2026-000001",
      [order(1, { dueCents: 12_900 })],
      { isSure: false, reason: expect.stringContaining("$10.00 too little") },
    ],
    [
      "ORD-2026-000001",
      [order(1, { dueCents: 10_900 })],
      { isSure: false, reason: expect.stringContaining("$10.00 too much") },
    ],
    ["ORD-2026-000001", [order(1, { currency: "EUR" })], { isSure: false, reason: expect.stringContaining("€119.00") }],
    [
      "ORD-2026-000001",
      [order(1, { isPaid: true })],
      { isSure: false, reason: expect.stringContaining("already paid") },
    ],
    ["", [order(1)], { isSure: false, reason: expect.stringContaining("the name match") }],
    ["", [order(1, { buyer: "Bo" })], { isSure: false, reason: expect.stringContaining("Only this order") }],
    [
      "",
      [order(1), order(2, { buyer: "Zeppelin AG" })],
      { isSure: false, reason: expect.stringContaining("the name match") },
    ],
  ])("%j is found, with the reason", (reference, orders, match) => {
    const found = matchTransfer({ ...line, reference }, orders);
    expect({ ...found, reason: inEnglish(found?.reason ?? "") }).toEqual({ number: "ORD-2026-000001", ...match });
  });

  it.each([
    ["", [order(1, { buyer: "Bo" }), order(2, { buyer: "Cy" })]],
    ["", [order(1), order(2)]],
    ["ORD-2026-000009", [order(1)]],
    ["ORD-2026-000001 and ORD-2026-000002", [order(1), order(2)]],
    ["", [order(1, { isPaid: true })]],
    ["ORD-2026-0000012", [order(1), order(2)]],
  ])("%j is left to the admin if it is ambiguous", (reference, orders) => {
    expect(matchTransfer({ ...line, reference }, orders)).toBeUndefined();
  });
});

describe("the account of a transfer", () => {
  const account = { holder: "Debut GmbH", iban: "DE02120300000000202051", bic: "BYLADEM1001", text: null };
  const transfer = { amountCents: 11_905, currency: "EUR", reference: "ORD-2026-000123" };

  it.each([
    ["DE02120300000000202051", true],
    ["GB82WEST12345698765432", true],
    ["NO9386011117947", true],
    ["DE03120300000000202051", false],
    ["DE02 1203 0000 0000 2020 51", false],
    ["", false],
  ])("%j is an IBAN: %s", (text, is) => expect(isIban(text)).toBe(is));

  it("is a code for banking apps if euros go to an IBAN, as the guideline EPC069-12 lays it out", () => {
    expect(epcText(account, transfer)).toBe(
      "BCD\n002\n1\nSCT\nBYLADEM1001\nDebut GmbH\nDE02120300000000202051\nEUR119.05\n\n\nORD-2026-000123",
    );
    for (const other of [{ iban: null }, { holder: null }])
      expect(epcText({ ...account, ...other }, transfer)).toBeUndefined();
    expect(epcText(account, { ...transfer, currency: "USD" })).toBeUndefined();
    expect(epcText({ ...account, holder: "é".repeat(80) }, transfer)!.split("\n")[5]).toHaveLength(70);
  });

  it("is written as people type it", () => {
    expect(transferFacts(account, transfer).map(([label, value]) => [inEnglish(label), value])).toEqual([
      ["Account holder", "Debut GmbH"],
      ["IBAN", "DE02 1203 0000 0000 2020 51"],
      ["BIC", "BYLADEM1001"],
      ["Amount", "119.05 EUR"],
      ["Reference", "ORD-2026-000123"],
    ]);
  });
});
