import type { ElectronicInvoice, ElectronicLine, ElectronicParty, VatGroup, VatKind } from "./model.ts";
import { element, type Xml, xmlDocument } from "./xml.ts";

const UBL = "urn:oasis:names:specification:ubl:schema:xsd";
const EN_16931 = "urn:cen.eu:en16931:2017";
const XRECHNUNG = `${EN_16931}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
/** The exchange process that XRechnung requires. */
const PROCESS = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";
const NO_ORDER = "NA";

const NAMES = {
  invoice: { root: "Invoice", type: "380", line: "InvoiceLine", quantity: "InvoicedQuantity" },
  credit_note: { root: "CreditNote", type: "381", line: "CreditNoteLine", quantity: "CreditedQuantity" },
} as const;

const basic = (name: string, text: string | null | undefined, attributes?: Record<string, string>) =>
  element(`cbc:${name}`, text, attributes);
const aggregate = (name: string, ...children: (Xml | null | (Xml | null)[])[]) => element(`cac:${name}`, children);
const scheme = (id: string) => aggregate("TaxScheme", basic("ID", id));

/** UBL 2.1, and XRechnung if its requirements are met. */
export function ublXml(invoice: ElectronicInvoice): string {
  const { number, issuedOn, currency, sellerVat, totals, refersTo, payment } = invoice;
  const names = NAMES[invoice.kind];
  const amount = (name: string, value: string) => basic(name, value, { currencyID: currency });
  const children = [
    basic("CustomizationID", invoice.isXRechnung ? XRECHNUNG : EN_16931),
    basic("ProfileID", PROCESS),
    basic("ID", number),
    basic("IssueDate", issuedOn),
    basic(`${names.root}TypeCode`, names.type),
    basic("DocumentCurrencyCode", currency),
    basic("TaxCurrencyCode", sellerVat?.currency),
    basic("BuyerReference", invoice.buyerReference),
    aggregate("OrderReference", basic("ID", NO_ORDER), basic("SalesOrderID", invoice.orderNumber)),
    aggregate("BillingReference", aggregate("InvoiceDocumentReference", basic("ID", refersTo))),
    aggregate("AccountingSupplierParty", party(invoice.seller, true)),
    aggregate("AccountingCustomerParty", party(invoice.buyer, false)),
    aggregate("Delivery", basic("ActualDeliveryDate", invoice.suppliedOn)),
    aggregate(
      "PaymentMeans",
      basic("PaymentMeansCode", payment.code),
      basic("PaymentID", invoice.orderNumber),
      aggregate(
        "PayeeFinancialAccount",
        basic("ID", payment.iban),
        basic("Name", payment.iban && payment.holder),
        aggregate("FinancialInstitutionBranch", basic("ID", payment.iban && payment.bic)),
      ),
    ),
    aggregate("PaymentTerms", basic("Note", invoice.terms)),
    aggregate(
      "TaxTotal",
      amount("TaxAmount", totals.vat),
      invoice.vat.map((group) => subtotal(group, amount)),
    ),
    sellerVat && aggregate("TaxTotal", basic("TaxAmount", sellerVat.amount, { currencyID: sellerVat.currency })),
    aggregate(
      "LegalMonetaryTotal",
      amount("LineExtensionAmount", totals.lines),
      amount("TaxExclusiveAmount", totals.net),
      amount("TaxInclusiveAmount", totals.total),
      amount("PrepaidAmount", totals.paid),
      amount("PayableAmount", totals.due),
    ),
    ...invoice.lines.map((line) => lineXml(line, names, amount)),
  ];
  return xmlDocument(
    element(names.root, children, {
      xmlns: `${UBL}:${names.root}-2`,
      "xmlns:cac": `${UBL}:CommonAggregateComponents-2`,
      "xmlns:cbc": `${UBL}:CommonBasicComponents-2`,
    }),
  );
}

type Amount = (name: string, value: string) => Xml | null;

function party(
  { name, identifier, vatNumber, taxNumber, address, country, email, phone }: ElectronicParty,
  isSeller: boolean,
) {
  const [street, additional, third] = address.lines;
  return aggregate(
    "Party",
    basic("EndpointID", email, { schemeID: "EM" }),
    aggregate("PartyIdentification", basic("ID", identifier)),
    aggregate(
      "PostalAddress",
      basic("StreetName", street),
      basic("AdditionalStreetName", additional),
      basic("CityName", address.city),
      basic("PostalZone", address.postCode),
      aggregate("AddressLine", basic("Line", third)),
      aggregate("Country", basic("IdentificationCode", country)),
    ),
    vatNumber ? aggregate("PartyTaxScheme", basic("CompanyID", vatNumber), scheme("VAT")) : null,
    taxNumber ? aggregate("PartyTaxScheme", basic("CompanyID", taxNumber), scheme("FC")) : null,
    aggregate("PartyLegalEntity", basic("RegistrationName", name)),
    isSeller
      ? aggregate("Contact", basic("Name", name), basic("Telephone", phone), basic("ElectronicMail", email))
      : null,
  );
}

const subtotal = (group: VatGroup, amount: Amount) =>
  aggregate(
    "TaxSubtotal",
    amount("TaxableAmount", group.net),
    amount("TaxAmount", group.vat),
    aggregate(
      "TaxCategory",
      basic("ID", group.category),
      basic("Percent", group.percent),
      basic("TaxExemptionReasonCode", group.reasonCode),
      basic("TaxExemptionReason", group.reason),
      scheme("VAT"),
    ),
  );

const percentOfLine = ({ category, percent }: VatKind): string | null => (category === "O" ? null : percent);

const lineXml = (line: ElectronicLine, names: (typeof NAMES)[keyof typeof NAMES], amount: Amount) =>
  aggregate(
    names.line,
    basic("ID", line.id),
    basic(names.quantity, line.quantity, { unitCode: "C62" }),
    amount("LineExtensionAmount", line.net),
    line.change &&
      aggregate(
        "AllowanceCharge",
        basic("ChargeIndicator", String(line.change.isCharge)),
        basic("AllowanceChargeReason", line.change.reason),
        amount("Amount", line.change.amount),
      ),
    aggregate(
      "Item",
      basic("Name", line.name),
      aggregate(
        "ClassifiedTaxCategory",
        basic("ID", line.category),
        basic("Percent", percentOfLine(line)),
        scheme("VAT"),
      ),
    ),
    aggregate("Price", amount("PriceAmount", line.price)),
  );
