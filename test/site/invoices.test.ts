import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { describe, expect, it } from "vitest";
import type { InvoiceContent } from "../../domain/invoices/invoice.ts";
import { invoiceSheet } from "../../domain/invoices/invoice-sheet.ts";
import { ENGLISH } from "../../languages/language.ts";
import { fontsFor } from "../../payments/invoices/fonts.ts";
import { readBack, validateFacturX } from "../helpers/electronic.ts";
import { ruleFaults } from "../helpers/en16931-rules.ts";
import { invoiceContent, line } from "../helpers/invoices.ts";
import { freshRandom } from "../helpers/random.ts";
import { parseXml, type XmlElement } from "../helpers/xml.ts";
import { createWorld } from "./world.ts";

const world = await createWorld();

async function issue(given: Partial<InvoiceContent> = {}): Promise<string> {
  const token = world.deps.random(32).toString("base64url");
  await world.store.change((tx) => tx.invoices.issue(invoiceContent(given), { cause: token, token }, world.clock.at));
  return `/invoices/${token}`;
}

const buyer = (name: string, addressLines = ["Rosenweg 5"]) => ({ ...invoiceContent().buyer, name, addressLines });
const bytesOf = async (path: string) => Buffer.from(await (await fetch(`${world.url}${path}/pdf`)).arrayBuffer());

async function read(pdf: Buffer) {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join(""));
  }
  const { info } = (await document.getMetadata()) as { info: Record<string, unknown> };
  await task.destroy();
  return { pages, text: pages.join("\n"), info };
}
/** Without spaces and line ends, which fall where the page has room. */
const dense = (text: string) => text.normalize("NFKC").replace(/\s/g, "");
/** The letters of a text in no order: text from right to left comes back in an order of the reader's own. */
const letters = (text: string) => [...dense(text)].sort();
const pdfText = async (given: Partial<InvoiceContent>) => (await read(await bytesOf(await issue(given)))).text;

describe("the page of an invoice", () => {
  it("is open to whoever has its link, and to nobody else", async () => {
    const path = await issue();
    const page = await world.visitor().get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.headers.get("x-robots-tag")).toContain("noindex");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    for (const other of [path.slice(0, -1), `${path}x`, "/invoices/INV-2026-000001", "/invoices/", "/invoices"]) {
      expect((await world.visitor().get(other)).status, other).toBe(404);
      expect((await world.visitor().get(`${other}/pdf`)).status, other).toBe(404);
    }
  });

  it("says what the law asks for", async () => {
    const lines = [
      line("Launch"),
      line("Billboard", {
        netCents: 10000,
        unitPriceCents: 5000,
        quantity: 2,
        vatCents: 700,
        totalCents: 10700,
        vatRateBasisPoints: 700,
      }),
    ];
    const { text } = await world.visitor().get(await issue({ lines, orderNumber: "ORD-2026-000777" }));
    for (const said of [
      "INV-2026-",
      "18 November 2026",
      "ORD-2026-000777",
      "Debut GmbH",
      "VAT number DE123456789",
      "Acme Books GmbH",
      "80331 München",
      "Germany",
      "VAT 19% of 49.00",
      "9.31 USD",
      "VAT 7% of 100.00",
      "7.00 USD",
      "149.00 USD",
      "165.31 USD",
    ])
      expect(text).toContain(said);
  });

  it("names the invoice that a credit note takes back, and why there is no VAT", async () => {
    const orderNumber = "ORD-2026-000888";
    await issue({ orderNumber });
    const [{ number } = { number: "" }] = await world.store.invoices.ofOrder(orderNumber);
    const vatNote = "Reverse charge: Art. 196 of Directive 2006/112/EC.";
    const path = await issue({ orderNumber, kind: "credit_note", credits: number, vatNote });
    const { text } = await world.visitor().get(path);
    const pdf = (await read(await bytesOf(path))).text;
    for (const said of [/Credit note CRN-2026-\d{6}/, number, /Refunded on/, /Total credited/, vatNote]) {
      expect(text).toMatch(said);
      expect(pdf).toMatch(said);
    }
  });

  it("shows hostile names as text", async () => {
    const name = `<script>alert(1)</script>" onload='x' <img src=x onerror=y> &amp; \${7*7}`;
    const { text } = await world
      .visitor()
      .get(await issue({ buyer: buyer(name, [name]), lines: [line(name)], vatNote: name }));
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain("<img src=x");
    expect(text.match(/&lt;script&gt;alert\(1\)&lt;\/script&gt;&quot; onload=&#39;x&#39;/g)).toHaveLength(4);
    expect(dense(await pdfText({ buyer: buyer(name) }))).toContain(dense(name));
  });
});

describe("the PDF of an invoice", () => {
  it("has a title, a language and every line and total, and is the same each time", async () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      line(`Launch of product number ${index + 1} in the week that was chosen`, {
        netCents: 4900 + index,
        totalCents: 5831 + index,
      }),
    );
    const path = await issue({ lines });
    const response = await fetch(`${world.url}${path}/pdf`);
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(response.headers.get("content-disposition")).toMatch(/^inline; filename="INV-2026-\d{6}\.pdf"$/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const pdf = Buffer.from(await response.arrayBuffer());
    const { pages, text, info } = await read(pdf);
    expect(info).toMatchObject({
      Title: expect.stringMatching(/^Invoice INV-2026-/),
      Language: "en",
      Author: "Debut GmbH",
    });
    for (const { description, netCents, totalCents } of lines) {
      expect(dense(text)).toContain(dense(description));
      expect(text).toContain((netCents / 100).toFixed(2));
      expect(text).toContain((totalCents / 100).toFixed(2));
    }
    const { totals } = invoiceContent({ lines });
    expect(text).toContain(`${(totals.totalCents / 100).toLocaleString("en", { minimumFractionDigits: 2 })} USD`);
    expect(pages.length).toBeGreaterThan(1);
    for (const [index, page] of pages.entries()) {
      expect(page).toContain("Description");
      expect(page).toContain(`page ${index + 1} of ${pages.length}`);
    }
    expect(await bytesOf(path)).toEqual(pdf);
    const { invoicePdf } = await import("../../payments/invoices/pdf.ts");
    const invoice = await world.store.invoices.findByToken(path.split("/").at(-1)!);
    const sheet = invoiceSheet(invoice!, ENGLISH);
    expect((await invoicePdf(invoice!, sheet)).equals(pdf)).toBe(true);
  });

  it.each([
    "Ελληνική Εταιρεία Α.Ε.",
    "ООО «Їжак Київ»",
    "Łódź Ñandú Việt Nam Ősz",
    "株式会社さくらカナ商事",
    "北京软件有限公司 臺灣體育股份有限公司",
    "주식회사 서울소프트",
    "ქართული კომპანია · Հայաստան · ኢትዮጵያ · 😀",
  ])("writes %s", async (name) => {
    expect(dense(await pdfText({ buyer: buyer(name), lines: [line(name)] })).split(dense(name))).toHaveLength(3);
  });

  it("draws Hangul with a Korean font, also what the lists of other families claim", async () => {
    const random = freshRandom("hangul");
    const drawn = [
      ..."김한국가주식회사서울값뷁힣",
      ...Array.from({ length: 20 }, () => random.between(0xac00, 0xd7a3)),
    ];
    const hangul = drawn.map((one) => (typeof one === "number" ? String.fromCodePoint(one) : one));
    const fontOf = await fontsFor({ regular: [...hangul, "株", "א"], bold: hangul.slice(0, 2) });
    for (const one of hangul) expect(fontOf(one, "regular")?.postscriptName, one).toMatch(/^NotoSansKR/);
  });

  // Not every dotted Arabic letter: the font draws some from a body and dots, and the text then names the body.
  it.each(["บริษัท กรุงเทพ จำกัด", "חברת שלום בע״מ", "شركة محمد", "बंगलौर कंपनी"])(
    "writes %s, whose letters change their order or form",
    async (name) => {
      const before = letters(await pdfText({ buyer: buyer("|") }));
      const after = letters(await pdfText({ buyer: buyer(`|${name}`) }));
      for (const letter of new Set(letters(name)))
        expect(after.filter((one) => one === letter).length, letter).toBe(
          before.filter((one) => one === letter).length + letters(name).filter((one) => one === letter).length,
        );
    },
  );

  it("names a letter that no font has by its code point", async () => {
    expect(await pdfText({ buyer: buyer("𠮷野家") })).toContain("[U+20BB7]");
  });

  it("breaks names that are too long for a line, a column or a page", async () => {
    const name = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(60);
    const path = await issue({ buyer: buyer(`${name} & Söhne`), lines: [line(name)] });
    const { pages } = await read(await bytesOf(path));
    // What stands between the parts of a name: the foot and the head of a page, and the figures beside its first part.
    const text = pages
      .map((page) => dense(page).replace(/InvoiceINV-2026-\d{6}page\d+of\d+$|^Description.*?VATTotal/g, ""))
      .join("")
      .replace("149.0049.0019%9.3158.31", "");
    expect(text.split(name)).toHaveLength(3);
    expect(text).toContain(`${name}&Söhne`);
    expect(text).toContain("58.31USD");
  });
});

describe("the electronic invoice", () => {
  it("is a file of XML beside the page, which the page and its Link header name", async () => {
    const path = await issue();
    const page = await fetch(`${world.url}${path}`);
    expect(page.headers.get("link")).toContain(`<${path}/pdf>; rel="alternate"; type="application/pdf"`);
    expect(page.headers.get("link")).toContain(`<${path}/xml>; rel="alternate"; type="application/xml"`);
    expect(await page.text()).toContain(`href="${path}/xml"`);
    const response = await fetch(`${world.url}${path}/xml`);
    expect(response.headers.get("content-type")).toBe("application/xml");
    expect(response.headers.get("content-disposition")).toMatch(/^inline; filename="INV-2026-\d{6}\.xml"$/);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const read = readBack(await response.text());
    expect(ruleFaults(read)).toEqual([]);
    expect(read.terms).toMatchObject({ BT44: "Acme Books GmbH", BT112: "58.31" });
  });

  it("is not offered where the norm lacks something, and the PDF is there all the same", async () => {
    const path = await issue({ buyer: { ...invoiceContent().buyer, country: null } });
    const page = await fetch(`${world.url}${path}`);
    expect(page.headers.get("link")).not.toContain("xml");
    expect(await page.text()).not.toContain(`${path}/xml`);
    expect((await world.visitor().get(`${path}/xml`)).status).toBe(404);
    expect((await world.visitor().get("/invoices/nothing/xml")).status).toBe(404);
    expect(await embedded(await bytesOf(path))).toEqual({});
  });

  it("is in the PDF, which is PDF/A-3 and Factur-X by all that its parts say", async () => {
    const name = "Müller & <Söhne> 株式会社";
    const path = await issue({ seller: { ...invoiceContent().seller, name }, buyer: buyer(`${name} 😀`) });
    const pdf = await bytesOf(path);
    const files = await embedded(pdf);
    expect(Object.keys(files)).toEqual(["factur-x.xml"]);
    validateFacturX(files["factur-x.xml"]!);
    expect(readBack(files["factur-x.xml"]!)).toEqual(readBack(await (await fetch(`${world.url}${path}/xml`)).text()));

    const raw = pdf.toString("latin1");
    const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0;
    expect(raw).toMatch(/^%PDF-1\.7/);
    expect(raw).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(raw).toMatch(/\/AFRelationship \/Alternative/);
    expect(raw).toMatch(/\/Subtype \/text#2Fxml/i);
    expect(raw).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
    expect(raw).toMatch(/\/S \/GTS_PDFA1/);
    expect(raw).not.toMatch(/\/Encrypt|\/JavaScript|\/Type0C/);
    expect(count(/\/FontFile2 /g)).toBe(count(/\/Type \/FontDescriptor/g));
    expect(count(/\/FontFile2 /g)).toBeGreaterThan(2);

    // XMP stands as it is in the file. A parser that is not ours reads it.
    const xmp = pdf.subarray(pdf.indexOf("<x:xmpmeta"), pdf.indexOf("</x:xmpmeta>") + "</x:xmpmeta>".length);
    const { info } = await read(pdf);
    expect(textsOf(parseXml(xmp.toString()))).toMatchObject({
      "pdfaid:part": "3",
      "pdfaid:conformance": "B",
      "fx:DocumentType": "INVOICE",
      "fx:DocumentFileName": "factur-x.xml",
      "fx:Version": "1.0",
      "fx:ConformanceLevel": "EN 16931",
      "dc:creator": name,
      "dc:title": info.Title,
      "dc:description": info.Subject,
      "pdf:Producer": info.Producer,
      "xmp:CreatorTool": info.Creator,
    });
  });
});

async function embedded(pdf: Buffer): Promise<Record<string, string>> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const files: Record<string, string> = {};
  for (const [id, { filename }] of (await document.getAttachments()) ?? [])
    files[filename] = Buffer.from((await document.getAttachmentContent(id))!).toString();
  await task.destroy();
  return files;
}

/** What the elements of an XML document say, by name, each with all inside. */
function textsOf(root: XmlElement): Record<string, string> {
  const textIn = ({ text, children }: XmlElement): string => [text, ...children.map(textIn)].join("").trim();
  const all = (element: XmlElement): XmlElement[] => [element, ...element.children.flatMap(all)];
  return Object.fromEntries(all(root).map((element) => [element.name, textIn(element)]));
}
