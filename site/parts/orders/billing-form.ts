import type { Request, Response } from "express";
import { checkEmail } from "#actions/accounts/new-account.ts";
import type { AppError } from "#core/errors/errors.ts";
import { type Html, html } from "#core/text/html.ts";
import { readCountry } from "#domain/invoices/vat.ts";
import type { Billing } from "#domain/orders/order.ts";
import { lengthOf } from "#domain/text/text.ts";
import { type Text, t, type Words } from "#languages/words.ts";
import type { Country } from "#store/repos/listings/reference.ts";
import { type Faults, field, formText, formTo } from "../../kit/form.ts";
import { languageOf } from "../../kit/language.ts";
import { countriesIn } from "../drafts/profile-input.ts";

export type BillingInput = Record<keyof Billing, string>;

const LIMITS = { name: 200, address: 500, vatNumber: 40, email: 254, reference: 100 } as const;

export const readBilling = (req: Request): BillingInput => ({
  name: formText(req, "name"),
  address: formText(req, "address"),
  country: formText(req, "country"),
  vatNumber: formText(req, "vat_number"),
  email: formText(req, "email"),
  reference: formText(req, "reference"),
});

const missing = (value: string, name: keyof typeof LIMITS, wanted?: Words): Words | undefined =>
  value === "" ? wanted : lengthOf(value) > LIMITS[name] ? t`Use at most ${LIMITS[name]} characters.` : undefined;

export const checkBilling = ({ name, address, country, vatNumber, email, reference }: BillingInput): Faults => ({
  name: missing(name, "name", t`Enter the name of the person or company that pays.`),
  address: missing(address, "address", t`Enter the address for the invoice.`),
  country: country === "" ? t`Choose a country.` : undefined,
  vatNumber: missing(vatNumber, "vatNumber"),
  email: checkEmail(email),
  reference: missing(reference, "reference"),
});

/**
 * Faults of `setBilling` beside their fields, or undefined when the error is about something else.
 */
export function billingFaults(error: AppError): Faults | undefined {
  if (error.code !== "validation_failed") return undefined;
  return Object.fromEntries(error.faults.map(({ pointer = "", detail }) => [pointer.slice(1), detail]));
}

type View = {
  action: string;
  given: BillingInput;
  countries: readonly Country[];
  faults: Faults;
  label: Text;
  isNext: boolean;
  more?: Html;
};

export function billingForm(res: Response, { action, given, countries, faults, label, isNext, more }: View): Html {
  const names = countriesIn(languageOf(res), countries);
  const chosen = readCountry(given.country);
  const described = (name: string) => faults[name] && html` aria-invalid="true" aria-describedby="${name}-fault"`;
  const fault = (name: string) => faults[name] && html`<p class="fault" id="${name}-fault">${faults[name]}</p>`;
  return html`${formTo(res, action)}
${field({
  name: "name",
  label: t`Name or company`,
  value: given.name,
  fault: faults.name,
  autocomplete: "billing name",
  maxLength: LIMITS.name,
})}
<div class="field">
<label for="address">Address</label>
<textarea id="address" name="address" rows="3" autocomplete="billing street-address" maxlength="${LIMITS.address}"
required${described("address")}>${given.address}</textarea>
${fault("address")}
</div>
<div class="field">
<label for="country">Country</label>
<select id="country" name="country" autocomplete="billing country" required${described("country")}>
<option value="">Choose a country</option>${names.map(
    ([code, name]) => html`<option value="${code}"${code === chosen && html` selected`}>${name}</option>`,
  )}</select>
${fault("country")}
</div>
${field({
  name: "vat_number",
  label: t`VAT number`,
  value: given.vatNumber,
  fault: faults.vatNumber,
  autocomplete: "off",
  required: false,
  maxLength: LIMITS.vatNumber,
  hint: t`Only for companies in the European Union, with the country prefix, like DE123456789.`,
})}
${field({
  name: "reference",
  label: t`Your reference`,
  value: given.reference,
  fault: faults.reference,
  autocomplete: "off",
  required: false,
  maxLength: LIMITS.reference,
  hint: t`Printed on the invoice, such as a PO number or the Leitweg-ID of a German authority.`,
})}
${field({
  name: "email",
  label: t`Email`,
  type: "email",
  value: given.email,
  fault: faults.email,
  autocomplete: "billing email",
  hint: t`We send the invoice here.`,
})}
${more}
<p><button${isNext && html` class="sun"`}>${label}</button></p>
</form>`;
}
