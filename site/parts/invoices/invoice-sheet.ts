import type { Response } from "express";
import { type Html, href, html } from "#core/text/html.ts";
import type { InvoiceSheet } from "#domain/invoices/invoice-sheet.ts";
import { languageOf } from "../../kit/language.ts";

/** Sends a document to be seen by whoever has its link, and by no cache or search engine. */
export function sendDocument(res: Response, file: string, type: string, content: Buffer | string): void {
  res.set({
    "Cache-Control": "private, no-store",
    "Content-Disposition": `inline; filename="${file}"`,
    "X-Robots-Tag": "noindex, nofollow",
  });
  res.type(type).end(content);
}

export const sendPdf = (res: Response, name: string, pdf: Buffer): void =>
  sendDocument(res, `${name}.pdf`, "application/pdf", pdf);

export const sheetHtml = (
  { language, title, facts, parties, columns, rows, sums, total, notes }: InvoiceSheet,
  res: Response,
  pdf: string,
  xml?: string,
): Html =>
  html`<article class="invoice"${
    language.tag !== languageOf(res).tag &&
    html` lang="${language.tag}" dir="${language.isRightToLeft ? "rtl" : "ltr"}"`
  }>
<h1>${title}</h1>
<p class="invoice-actions"><a class="button" href="${href(pdf)}">Open the PDF</a>${
    xml && html` <a class="button quiet" href="${href(xml)}" download>Download the XML</a>`
  }</p>
${
  xml &&
  html`<p class="invoice-actions small muted">For accounting programs: the PDF is a Factur-X (ZUGFeRD) invoice,
and the XML is an EN 16931 invoice in UBL, like XRechnung.</p>`
}
<dl class="facts">${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>
<div class="invoice-parties">${parties.map(
    ({ label, name, lines }) => html`<section>
<h2 class="small muted">${label}</h2>
<address><strong><bdi>${name}</bdi></strong>${lines.map((line) => html`<br><bdi>${line}</bdi>`)}</address>
</section>`,
  )}</div>
<div class="table folds"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map(
    ([description, ...figures]) => html`<tr>
<td><bdi>${description}</bdi></td>
${figures.map((figure, index) => html`<td data-label="${columns[index + 1]}">${figure}</td>`)}
</tr>`,
  )}</tbody>
</table></div>
<dl class="invoice-sums">${[...sums, total].map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${notes.map((note) => html`<p>${note}</p>`)}
</article>`;
