import type { Response } from "express";
import { dayOfSupply } from "#actions/orders/price.ts";
import { TRANSFER_SETTINGS } from "#core/settings/bank-account.ts";
import { type Html, html } from "#core/text/html.ts";
import { rateOn } from "#domain/invoices/vat.ts";
import { given } from "#domain/text/given.ts";
import { collator } from "#languages/formats.ts";
import { countryName, formatted, say, type Text, t } from "#languages/words.ts";
import type { Gateway } from "#payments/gateway.ts";
import type { AdminSite } from "../../kit/admin-action.ts";
import { formTo } from "../../kit/form.ts";

import { orNotFound } from "../../kit/site.ts";
import { missingSellerNotice, notSellingNotice } from "../../parts/orders/order-parts.ts";

const NO_TRANSFER = t`To offer bank transfer, set ${TRANSFER_SETTINGS}.`;

type Result = { name: string; ok: boolean; detail: string };

const PROVIDERS: Record<Gateway["name"], Text> = {
  manual: t`Your bank. Mark an order as paid once the money has arrived.`,
  stripe: "Stripe",
  paypal: "PayPal",
  btcpay: "BTCPay Server",
  paddle: t`Paddle, the merchant of record. It pays the tax and sends the invoice.`,
};

const MODES = {
  oss: t`EU consumers pay the VAT of their country`,
  home: t`EU consumers pay the VAT of the seller's country`,
  off: t`No VAT is charged`,
} as const;

export function paymentAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { settings, store, now } = deps;

  async function show(res: Response, result?: Result): Promise<void> {
    const [rates, gateways] = await Promise.all([store.orders.vatRates(), deps.gateways()]);
    const day = dayOfSupply(now(), settings);
    const states = [...new Set(rates.map(({ country }) => country))];
    pages.render(res, {
      heading: t`Payments and VAT`,
      above: ["/admin/orders", t`Orders`],
      width: "reading",
      body: html`<p class="lead">Change these under <a href="/admin/settings/payments">Payment providers</a>, <a href="/admin/settings/bank">Bank transfer</a> and <a href="/admin/settings/seller">Seller and VAT</a>.</p>
<h2>Payment methods</h2>
${[...gateways.values()].map(
  ({ name, label }) => html`<article class="card">
<h3>${label}</h3>
<dl class="facts"><dt>Provider</dt><dd>${PROVIDERS[name]}</dd>${
    name !== "manual" &&
    html`<dt>Webhook URL</dt>
<dd class="mono">${settings.BASE_URL}/webhooks/${name}</dd>`
  }</dl>
${result?.name === name && resultNotice(result)}
${formTo(res, `/admin/payments/${name}/test`)}<button class="quiet slim">Test<span class="unseen"> ${label}</span></button></form>
</article>`,
)}
${!gateways.has("manual") && html`<p class="notice">${NO_TRANSFER}</p>`}
<h2>Seller and VAT</h2>
${notSellingNotice(settings)}
${missingSellerNotice(settings)}
<dl class="facts">
<dt>Seller on invoices</dt><dd class="prose">${
        [settings.SELLER_NAME, settings.SELLER_ADDRESS, settings.SELLER_EMAIL]
          .filter(Boolean)
          .join("\n")
          .replaceAll("\\n", "\n") || t`not set`
      }</dd>
<dt>Seller's country</dt><dd>${
        settings.SELLER_COUNTRY
          ? countryName(settings.SELLER_COUNTRY)
          : t`not set: reverse charge applies to every valid EU VAT number`
      }</dd>
<dt>Seller's VAT number</dt><dd>${settings.SELLER_VAT_NUMBER ?? t`not set`}</dd>
<dt>VAT</dt><dd>${MODES[settings.VAT_MODE]}</dd>
<dt>Current rates</dt><dd>${formatted((language) =>
        states
          .map((country) => `${say(countryName(country), language)}\u00a0${given(rateOn(rates, country, day)) / 100}%`)
          .sort(collator(language).compare)
          .join(", "),
      )}. <a href="/admin/vat-rates">Change rates</a></dd>
</dl>`,
    });
  }

  router.get("/admin/payments", (_req, res) => show(res));

  act("/admin/payments/:name/test", "payment.test", async (req, res, audited) => {
    const gateway = orNotFound((await deps.gateways()).get(req.params.name ?? ""));
    const result = await gateway.test();
    await audited.record({ works: result.ok });
    await show(res, { name: gateway.name, ...result });
  });
}

const resultNotice = ({ ok, detail }: Result): Html =>
  html`<p class="notice ${ok ? "good" : "bad"}" role="status">${detail}</p>`;
