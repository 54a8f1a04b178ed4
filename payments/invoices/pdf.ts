import PDFDocument from "pdfkit";
import type { Invoice, ProForma } from "#domain/invoices/invoice.ts";
import type { InvoiceSheet } from "#domain/invoices/invoice-sheet.ts";
import { given } from "#domain/text/given.ts";
import { ARCHIVAL, embedInvoice, escapeFacts } from "./archival.ts";
import { ciiXml } from "./electronic/cii.ts";
import { electronicInvoice } from "./electronic/model.ts";
import { type FontOf, fontsFor, type Weight } from "./fonts.ts";
import { breakLines, graphemesOf, type Line, type TextStyle } from "./lines.ts";

const LEFT = 48;
const WIDTH = 499;
const MIDDLE = LEFT + WIDTH / 2;
const RIGHT = LEFT + WIDTH;
const TOP = 56;
const BOTTOM = 770;
const FOOT = 796;
const LEADING = 1.4;
const INK = "#211d19";
const MUTED = "#645c53";
const RULE = "#d5cdc1";

type Style = TextStyle & { colour?: string };
const TITLE: Style = { size: 20, weight: "bold" };
const TEXT: Style = { size: 9, weight: "regular" };
const STRONG: Style = { size: 9, weight: "bold" };
const LABEL: Style = { ...TEXT, colour: MUTED };
const SMALL: Style = { ...LABEL, size: 8 };
const TOTAL: Style = { size: 11, weight: "bold" };

const COLUMNS = [167, 48, 64, 62, 48, 50, 60];
const GAP = 6;

type Place = { x: number; width: number; align?: "right" };
type Cell = Place & { texts: [text: string, style: Style][] };

/** The invoice as an archival A4 PDF, with Factur-X where possible. Deterministic bytes. */
export function invoicePdf(invoice: Invoice, sheet: InvoiceSheet): Promise<Buffer> {
  const electronic = electronicInvoice(invoice);
  return sheetPdf(sheet, invoice.content, invoice.issuedAt, electronic && ciiXml(electronic));
}

export const proFormaPdf = (content: ProForma, sheet: InvoiceSheet): Promise<Buffer> =>
  sheetPdf(sheet, content, new Date(`${content.issuedOn}T00:00:00Z`));

async function sheetPdf(
  sheet: InvoiceSheet,
  { seller, orderNumber }: Pick<ProForma, "seller" | "orderNumber">,
  madeAt: Date,
  xml?: string,
): Promise<Buffer> {
  const fontOf = await fontsFor(lettersOf(sheet));
  const doc = new PDFDocument({
    ...ARCHIVAL,
    size: "A4",
    margin: 0,
    lang: sheet.language.tag,
    displayTitle: true,
    bufferPages: true,
    font: "",
    info: {
      Title: sheet.title,
      Author: seller.name,
      Subject: `Order ${orderNumber}`,
      CreationDate: madeAt,
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  doc.on("data", (chunk: Buffer) => chunks.push(chunk));
  escapeFacts(doc);
  if (xml !== undefined) embedInvoice(doc, xml, madeAt);
  draw(doc, sheet, fontOf);
  doc.end();
  await done;
  return Buffer.concat(chunks);
}

function lettersOf({
  title,
  facts,
  parties,
  columns,
  rows,
  sums,
  total,
  notes,
  foot,
}: InvoiceSheet): Record<Weight, Set<string>> {
  const bold = [title, ...columns, ...parties.map(({ name }) => name), ...total];
  const regular = [facts, parties.map(({ label, lines }) => [label, lines]), rows, sums, notes].flat(4);
  return {
    bold: new Set(bold.flatMap(graphemesOf)),
    regular: new Set([...regular, title, foot, "0123456789"].flatMap(graphemesOf)),
  };
}

function draw(doc: PDFKit.PDFDocument, sheet: InvoiceSheet, fontOf: FontOf): void {
  let y = TOP;
  const newPage = (head?: () => void): void => {
    doc.addPage();
    y = TOP;
    head?.();
  };

  const drawLine = (
    { runs, width }: Line,
    { size, colour = INK }: Style,
    { x, width: room, align }: Place,
    top = y,
  ): void => {
    let at = align === "right" ? x + room - width : x;
    doc.fontSize(size).fillColor(colour);
    for (const { font, text, width: advance } of runs) {
      doc.font(font);
      // An empty list, because otherwise pdfkit lays out word by word, left to right.
      doc.text(text, at, top + size, { lineBreak: false, baseline: "alphabetic", features: [] });
      at += advance;
    }
  };

  const row = (cells: Cell[], { after = 0, head }: { after?: number; head?: (() => void) | undefined } = {}): void => {
    const columns = cells.map(({ texts, width }) =>
      texts.flatMap(([text, style]) => breakLines(text, style, width, fontOf).map((line) => ({ line, style }))),
    );
    const leading = LEADING * Math.max(...cells.flatMap(({ texts }) => texts.map(([, { size }]) => size)));
    const count = Math.max(...columns.map((lines) => lines.length));
    if (y + count * leading > BOTTOM && count * leading < (BOTTOM - TOP) / 2) newPage(head);
    for (let from = 0; from < count; ) {
      if (y + leading > BOTTOM) newPage(head);
      const to = Math.min(count, from + Math.floor((BOTTOM - y) / leading));
      // Cell by cell, so that reading aloud and copying follow the text's order.
      for (const [place, lines] of columns.entries())
        for (const [index, { line, style }] of lines.slice(from, to).entries())
          drawLine(line, style, given(cells[place]), y + index * leading);
      y += (to - from) * leading;
      from = to;
    }
    y += after;
  };

  const rule = (from = LEFT): void => {
    doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(RULE).stroke();
    y += 5;
  };

  const tableRow = (texts: readonly string[], style: Style, head?: () => void): void => {
    let x = LEFT;
    const cells = texts.map((text, index): Cell => {
      const isFirst = index === 0;
      const column = given(COLUMNS[index]);
      const width = column - (isFirst ? 2 * GAP : GAP);
      const cell: Cell = {
        texts: [[text, style]],
        x: isFirst ? x : x + GAP,
        width,
        ...(!isFirst && { align: "right" }),
      };
      x += column;
      return cell;
    });
    row(cells, { after: 4, head });
    rule();
  };

  row([{ texts: [[sheet.title, TITLE]], x: LEFT, width: WIDTH }], { after: 14 });
  for (const [label, value] of sheet.facts)
    row([
      { texts: [[label, LABEL]], x: LEFT, width: 90 },
      { texts: [[value, TEXT]], x: LEFT + 96, width: WIDTH - 96 },
    ]);
  y += 18;
  row(
    sheet.parties.map(({ label, name, lines }, index) => ({
      texts: [[label, SMALL], [name, STRONG], ...lines.map((line): [string, Style] => [line, TEXT])],
      x: index === 0 ? LEFT : MIDDLE,
      width: WIDTH / 2 - 20,
    })),
    { after: 26 },
  );

  const tableHead = (): void => tableRow(sheet.columns, STRONG);
  tableHead();
  for (const texts of sheet.rows) tableRow(texts, TEXT, tableHead);
  y += 8;

  if (y + (sheet.sums.length + 2) * TOTAL.size * LEADING + 10 > BOTTOM) newPage();
  const sum = ([label, value]: readonly [string, string], style: Style): void =>
    row(
      [
        { texts: [[label, style]], x: MIDDLE, width: 130 },
        { texts: [[value, style]], x: MIDDLE + 134, width: RIGHT - MIDDLE - 134, align: "right" },
      ],
      { after: 2 },
    );
  for (const one of sheet.sums) sum(one, TEXT);
  y += 2;
  rule(MIDDLE);
  sum(sheet.total, TOTAL);
  y += 16;
  for (const note of sheet.notes) row([{ texts: [[note, TEXT]], x: LEFT, width: WIDTH }], { after: 4 });

  const { count } = doc.bufferedPageRange();
  const pageOf = (page: number, count: number) =>
    sheet.foot.replace(/##?/g, (mark) => String(mark === "#" ? page : count));
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    y = FOOT;
    const whole: Place = { x: LEFT, width: WIDTH };
    for (const line of breakLines(sheet.title, SMALL, WIDTH, fontOf)) drawLine(line, SMALL, whole);
    for (const line of breakLines(pageOf(page + 1, count), SMALL, WIDTH, fontOf))
      drawLine(line, SMALL, { ...whole, align: "right" });
  }
}
