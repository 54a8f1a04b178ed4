import type { ElectronicInvoice, ElectronicLine, ElectronicParty, VatGroup } from "./model.ts";
import { element, type Xml, xmlDocument } from "./xml.ts";

const UNCEFACT = "urn:un:unece:uncefact:data:standard";
const EN_16931 = "urn:cen.eu:en16931:2017";
const TYPES = { invoice: "380", credit_note: "381" };

type Content = string | null | undefined | Xml | (Xml | null)[];
const ram = (name: string, content: Content, attributes?: Record<string, string>) =>
  element(`ram:${name}`, content, attributes);

export function ciiXml(invoice: ElectronicInvoice): string {
  return xmlDocument(
    element(
      "rsm:CrossIndustryInvoice",
      [
        element("rsm:ExchangedDocumentContext", ram("GuidelineSpecifiedDocumentContextParameter", ram("ID", EN_16931))),
        element("rsm:ExchangedDocument", [
          ram("ID", invoice.number),
          ram("TypeCode", TYPES[invoice.kind]),
          ram("IssueDateTime", day(invoice.issuedOn)),
        ]),
        element("rsm:SupplyChainTradeTransaction", [
          ...invoice.lines.map(lineXml),
          agreement(invoice),
          delivery(invoice) ?? NO_DELIVERY,
          settlement(invoice),
        ]),
      ],
      {
        "xmlns:rsm": `${UNCEFACT}:CrossIndustryInvoice:100`,
        "xmlns:ram": `${UNCEFACT}:ReusableAggregateBusinessInformationEntity:100`,
        "xmlns:udt": `${UNCEFACT}:UnqualifiedDataType:100`,
      },
    ),
  );
}

const day = (date: string | null) => element("udt:DateTimeString", date?.replaceAll("-", ""), { format: "102" });

const delivery = ({ suppliedOn }: ElectronicInvoice) =>
  ram(
    "ApplicableHeaderTradeDelivery",
    ram("ActualDeliverySupplyChainEvent", ram("OccurrenceDateTime", day(suppliedOn))),
  );
/** The schema requires this element even if empty. */
const NO_DELIVERY: Xml = { xml: "<ram:ApplicableHeaderTradeDelivery/>" };

const lineXml = (line: ElectronicLine) =>
  ram("IncludedSupplyChainTradeLineItem", [
    ram("AssociatedDocumentLineDocument", ram("LineID", line.id)),
    ram("SpecifiedTradeProduct", ram("Name", line.name)),
    ram("SpecifiedLineTradeAgreement", ram("NetPriceProductTradePrice", ram("ChargeAmount", line.price))),
    ram("SpecifiedLineTradeDelivery", ram("BilledQuantity", line.quantity, { unitCode: "C62" })),
    ram("SpecifiedLineTradeSettlement", [
      ram("ApplicableTradeTax", [
        ram("TypeCode", "VAT"),
        ram("CategoryCode", line.category),
        // Outside the scope of VAT, lines have no rate, not even 0.
        ram("RateApplicablePercent", line.category === "O" ? null : line.percent),
      ]),
      line.change &&
        ram("SpecifiedTradeAllowanceCharge", [
          ram("ChargeIndicator", element("udt:Indicator", String(line.change.isCharge))),
          ram("ActualAmount", line.change.amount),
          ram("Reason", line.change.reason),
        ]),
      ram("SpecifiedTradeSettlementLineMonetarySummation", ram("LineTotalAmount", line.net)),
    ]),
  ]);

const agreement = ({ buyerReference, seller, buyer, orderNumber }: ElectronicInvoice) =>
  ram("ApplicableHeaderTradeAgreement", [
    ram("BuyerReference", buyerReference),
    ram("SellerTradeParty", party(seller, true)),
    ram("BuyerTradeParty", party(buyer, false)),
    ram("SellerOrderReferencedDocument", ram("IssuerAssignedID", orderNumber)),
  ]);

function party(
  { name, identifier, vatNumber, taxNumber, address, country, email, phone }: ElectronicParty,
  isSeller: boolean,
): (Xml | null)[] {
  const [one, two, three] = address.lines;
  return [
    ram("ID", identifier),
    ram("Name", name),
    isSeller && (phone ?? email) !== null
      ? ram("DefinedTradeContact", [
          ram("PersonName", name),
          ram("TelephoneUniversalCommunication", ram("CompleteNumber", phone)),
          ram("EmailURIUniversalCommunication", ram("URIID", email)),
        ])
      : null,
    ram("PostalTradeAddress", [
      ram("PostcodeCode", address.postCode),
      ram("LineOne", one),
      ram("LineTwo", two),
      ram("LineThree", three),
      ram("CityName", address.city),
      ram("CountryID", country),
    ]),
    ram("URIUniversalCommunication", ram("URIID", email, { schemeID: "EM" })),
    ram("SpecifiedTaxRegistration", ram("ID", vatNumber, { schemeID: "VA" })),
    ram("SpecifiedTaxRegistration", ram("ID", taxNumber, { schemeID: "FC" })),
  ];
}

const taxXml = (group: VatGroup) =>
  ram("ApplicableTradeTax", [
    ram("CalculatedAmount", group.vat),
    ram("TypeCode", "VAT"),
    ram("ExemptionReason", group.reason),
    ram("BasisAmount", group.net),
    ram("CategoryCode", group.category),
    ram("ExemptionReasonCode", group.reasonCode),
    ram("RateApplicablePercent", group.percent),
  ]);

const settlement = ({ orderNumber, currency, sellerVat, payment, vat, terms, totals, refersTo }: ElectronicInvoice) =>
  ram("ApplicableHeaderTradeSettlement", [
    ram("PaymentReference", orderNumber),
    ram("TaxCurrencyCode", sellerVat?.currency),
    ram("InvoiceCurrencyCode", currency),
    ram("SpecifiedTradeSettlementPaymentMeans", [
      ram("TypeCode", payment.code),
      ram("PayeePartyCreditorFinancialAccount", [
        ram("IBANID", payment.iban),
        ram("AccountName", payment.iban && payment.holder),
      ]),
      ram("PayeeSpecifiedCreditorFinancialInstitution", ram("BICID", payment.iban && payment.bic)),
    ]),
    ...vat.map(taxXml),
    ram("SpecifiedTradePaymentTerms", ram("Description", terms)),
    ram("SpecifiedTradeSettlementHeaderMonetarySummation", [
      ram("LineTotalAmount", totals.lines),
      ram("TaxBasisTotalAmount", totals.net),
      ram("TaxTotalAmount", totals.vat, { currencyID: currency }),
      sellerVat && ram("TaxTotalAmount", sellerVat.amount, { currencyID: sellerVat.currency }),
      ram("GrandTotalAmount", totals.total),
      ram("TotalPrepaidAmount", totals.paid),
      ram("DuePayableAmount", totals.due),
    ]),
    ram("InvoiceReferencedDocument", ram("IssuerAssignedID", refersTo)),
  ]);
