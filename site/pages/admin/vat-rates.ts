import type { Response } from "express";
import { removeVatRate, saveVatRate } from "#actions/invoices/vat-rates.ts";
import { dayOfSupply } from "#actions/orders/price.ts";
import { AppError } from "#core/errors/errors.ts";
import { type Html, html } from "#core/text/html.ts";
import { rateOn } from "#domain/invoices/vat.ts";
import type { AuditAction } from "#domain/site/audit.ts";
import { dayText } from "#domain/time/date-words.ts";
import { countryName, inEnglish, type Text, t } from "#languages/words.ts";
import type { AdminSite, AuditedDeps } from "../../kit/admin-action.ts";
import { formFault, formText, formTo, hidden } from "../../kit/form.ts";

import { seeOther } from "../../kit/site.ts";
import { table } from "../../kit/table.ts";

const PATH = "/admin/vat-rates";

export function vatRateAdminPages({ deps, pages, router, act }: AdminSite): void {
  const { settings, store, now } = deps;

  async function show(res: Response, fault?: Text): Promise<void> {
    const rates = await store.orders.vatRates();
    const today = dayOfSupply(now(), settings);
    const states = [...new Set(rates.map(({ country }) => country))].sort((a, b) =>
      inEnglish(countryName(a)).localeCompare(inEnglish(countryName(b)), "en"),
    );
    const coming = rates.filter(({ validFrom }) => validFrom > today);
    pages.render(res, {
      status: fault === undefined ? 200 : 400,
      heading: t`VAT rates`,
      above: ["/admin/payments", t`Payments and VAT`],
      width: "reading",
      body: html`<p class="lead">Standard rates of the member states. An order uses the rate on the day its price is calculated.</p>
${formFault(fault)}
${formTo(res, PATH, "row labelled")}
<label>Member state <select name="country" required><option value="">Choose</option>
${states.map((country) => html`<option value="${country}">${countryName(country)}</option>`)}</select></label>
<label>Rate in percent <input name="percent" inputmode="decimal" maxlength="6" required></label>
<label>From <input type="date" name="valid_from" min="${today}" required></label>
<button>Save</button>
</form>
${coming.length > 0 && html`<h2>Upcoming</h2><ul>${coming.map((rate) => comingRate(res, rate))}</ul>`}
<h2>Today</h2>
${table(
  [t`Member state`, { label: t`Rate`, end: true }, t`Valid from`],
  states.map((country) => [
    countryName(country),
    `${(rateOn(rates, country, today) ?? 0) / 100}%`,
    dayText(rates.findLast((rate) => rate.country === country && rate.validFrom <= today)?.validFrom ?? today),
  ]),
)}`,
    });
  }

  const comingRate = (res: Response, rate: { country: string; rateBp: number; validFrom: string }): Html =>
    html`<li>${formTo(res, `${PATH}/remove`, "row")}${hidden("country", rate.country)}${hidden("valid_from", rate.validFrom)}
<span>${countryName(rate.country)}:
${rate.rateBp / 100}% from ${dayText(rate.validFrom)}</span> <button class="quiet slim">Remove<span class="unseen">
the rate of ${countryName(rate.country)}</span></button></form></li>`;

  router.get("/admin/vat-rates", (_req, res) => show(res));

  const action = (
    path: string,
    name: AuditAction,
    work: (audited: AuditedDeps, typed: (name: string) => string) => Promise<void>,
  ) =>
    act(path, name, async (req, res, audited) => {
      const typed = (name: string) => formText(req, name);
      audited.on(typed("country"));
      try {
        await work(audited, typed);
      } catch (error) {
        if (!(error instanceof AppError) || error.code === "internal_error") throw error;
        return show(res, error.detail);
      }
      seeOther(res, PATH, "rate-saved");
    });

  action("/admin/vat-rates", "rate.save", (audited, typed) =>
    audited.store.change((tx) =>
      saveVatRate(tx, { country: typed("country"), percent: typed("percent"), validFrom: typed("valid_from") }, deps),
    ),
  );

  action("/admin/vat-rates/remove", "rate.remove", (audited, typed) =>
    audited.store.change((tx) =>
      removeVatRate(tx, { country: typed("country"), validFrom: typed("valid_from") }, deps),
    ),
  );
}
