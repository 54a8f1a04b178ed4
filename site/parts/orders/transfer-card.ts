import { type Html, href, html } from "../../../core/text/html.ts";
import { type BankAccount, epcText, type Transfer, transferFacts } from "../../../domain/orders/transfer.ts";
import { qrCode } from "../../kit/qr.ts";
import { showTime } from "../../kit/show.ts";

type Card = Transfer & {
  /** When the order ends without the money; null once some of it has come. */
  until: Date | null;
  proForma: string | null;
};

/** Where to send money for an order, with a code for banking apps where they read one. */
export async function transferCard(account: BankAccount, { until, proForma, ...transfer }: Card): Promise<Html> {
  const code = epcText(account, transfer);
  return html`<section class="card transfer" aria-labelledby="transfer"><h3 id="transfer">Make a bank transfer</h3>
<div class="transfer-parts"><dl class="facts">${transferFacts(account, transfer).map(
    ([label, value]) => html`<dt>${label}</dt><dd class="prose">${value}</dd>`,
  )}</dl>
${
  code &&
  html`<figure>${await qrCode(
    code,
    `Code for banking apps with the account, the amount and the reference ${transfer.reference}`,
  )}
<figcaption class="small muted">Scan it with your banking app.</figcaption></figure>`
}</div>
<p>Use exactly this reference: ${transfer.reference}.${
    until && html` We hold your order until <b>${showTime(until)}</b>.`
  } We will email you when the money arrives.</p>
<p class="muted small">If you send too little, we wait for the rest. If you send too much, we return the difference.
Your bank’s fees are not included.</p>
${
  proForma &&
  html`<p class="row"><a href="${href(proForma)}">Pro-forma invoice</a> <a class="small" href="${href(`${proForma}/pdf`)}">PDF<span class="unseen"> of the pro-forma invoice</span></a></p>`
}</section>`;
}
