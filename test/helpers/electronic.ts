import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XmlDocument, XmlElement, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import SaxonJS from "saxon-js";

const NAMESPACES = {
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
  ram: "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
  udt: "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
  rsm: "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
};

/** Business terms by their number in EN 16931, where UBL has them and where CII has them. */
const TERMS: Record<string, [ubl: string, cii: string]> = {
  BT1: ["/*/cbc:ID", "//rsm:ExchangedDocument/ram:ID"],
  BT2: ["/*/cbc:IssueDate", "//rsm:ExchangedDocument/ram:IssueDateTime/*"],
  BT3: ["/*/cbc:InvoiceTypeCode|/*/cbc:CreditNoteTypeCode", "//rsm:ExchangedDocument/ram:TypeCode"],
  BT5: ["/*/cbc:DocumentCurrencyCode", "//ram:InvoiceCurrencyCode"],
  BT6: ["/*/cbc:TaxCurrencyCode", "//ram:TaxCurrencyCode"],
  BT10: ["/*/cbc:BuyerReference", "//ram:BuyerReference"],
  BT14: ["/*/cac:OrderReference/cbc:SalesOrderID", "//ram:SellerOrderReferencedDocument/ram:IssuerAssignedID"],
  BT20: ["/*/cac:PaymentTerms/cbc:Note", "//ram:SpecifiedTradePaymentTerms/ram:Description"],
  BT25: ["//cac:InvoiceDocumentReference/cbc:ID", "//ram:InvoiceReferencedDocument/ram:IssuerAssignedID"],
  BT27: ["//cac:AccountingSupplierParty//cbc:RegistrationName", "//ram:SellerTradeParty/ram:Name"],
  BT29: ["//cac:AccountingSupplierParty//cac:PartyIdentification/cbc:ID", "//ram:SellerTradeParty/ram:ID"],
  BT31: [
    "//cac:AccountingSupplierParty//cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='VAT']/cbc:CompanyID",
    "//ram:SellerTradeParty//ram:SpecifiedTaxRegistration/ram:ID[@schemeID='VA']",
  ],
  BT32: [
    "//cac:AccountingSupplierParty//cac:PartyTaxScheme[cac:TaxScheme/cbc:ID='FC']/cbc:CompanyID",
    "//ram:SellerTradeParty//ram:SpecifiedTaxRegistration/ram:ID[@schemeID='FC']",
  ],
  BT34: ["//cac:AccountingSupplierParty//cbc:EndpointID", "//ram:SellerTradeParty/ram:URIUniversalCommunication/*"],
  BT37: ["//cac:AccountingSupplierParty//cbc:CityName", "//ram:SellerTradeParty//ram:CityName"],
  BT38: ["//cac:AccountingSupplierParty//cbc:PostalZone", "//ram:SellerTradeParty//ram:PostcodeCode"],
  BT40: ["//cac:AccountingSupplierParty//cac:Country/*", "//ram:SellerTradeParty//ram:CountryID"],
  BT42: ["//cac:AccountingSupplierParty//cbc:Telephone", "//ram:SellerTradeParty//ram:CompleteNumber"],
  BT44: ["//cac:AccountingCustomerParty//cbc:RegistrationName", "//ram:BuyerTradeParty/ram:Name"],
  BT48: ["//cac:AccountingCustomerParty//cbc:CompanyID", "//ram:BuyerTradeParty//ram:SpecifiedTaxRegistration/*"],
  BT49: ["//cac:AccountingCustomerParty//cbc:EndpointID", "//ram:BuyerTradeParty/ram:URIUniversalCommunication/*"],
  BT50: ["//cac:AccountingCustomerParty//cbc:StreetName", "//ram:BuyerTradeParty//ram:LineOne"],
  BT52: ["//cac:AccountingCustomerParty//cbc:CityName", "//ram:BuyerTradeParty//ram:CityName"],
  BT53: ["//cac:AccountingCustomerParty//cbc:PostalZone", "//ram:BuyerTradeParty//ram:PostcodeCode"],
  BT55: ["//cac:AccountingCustomerParty//cac:Country/*", "//ram:BuyerTradeParty//ram:CountryID"],
  BT72: ["//cbc:ActualDeliveryDate", "//ram:OccurrenceDateTime/*"],
  BT81: ["//cbc:PaymentMeansCode", "//ram:SpecifiedTradeSettlementPaymentMeans/ram:TypeCode"],
  BT84: ["//cac:PayeeFinancialAccount/cbc:ID", "//ram:IBANID"],
  BT86: ["//cac:FinancialInstitutionBranch/cbc:ID", "//ram:BICID"],
  BT106: [
    "//cac:LegalMonetaryTotal/cbc:LineExtensionAmount",
    "//ram:SpecifiedTradeSettlementHeaderMonetarySummation/ram:LineTotalAmount",
  ],
  BT109: ["//cbc:TaxExclusiveAmount", "//ram:TaxBasisTotalAmount"],
  BT110: ["/*/cac:TaxTotal[cac:TaxSubtotal]/cbc:TaxAmount", "//ram:TaxTotalAmount[1]"],
  BT111: ["/*/cac:TaxTotal[not(cac:TaxSubtotal)]/cbc:TaxAmount", "//ram:TaxTotalAmount[2]"],
  BT112: ["//cbc:TaxInclusiveAmount", "//ram:GrandTotalAmount"],
  BT113: ["//cbc:PrepaidAmount", "//ram:TotalPrepaidAmount"],
  BT115: ["//cbc:PayableAmount", "//ram:DuePayableAmount"],
};
const LINES = ["/*/cac:InvoiceLine|/*/cac:CreditNoteLine", "//ram:IncludedSupplyChainTradeLineItem"] as const;
const LINE_TERMS: Record<string, [ubl: string, cii: string]> = {
  BT126: ["cbc:ID", ".//ram:LineID"],
  BT129: ["cbc:InvoicedQuantity|cbc:CreditedQuantity", ".//ram:BilledQuantity"],
  BT131: ["cbc:LineExtensionAmount", ".//ram:LineTotalAmount"],
  BT136: ["cac:AllowanceCharge/cbc:Amount", ".//ram:ActualAmount"],
  BG28: ["cac:AllowanceCharge/cbc:ChargeIndicator", ".//ram:ChargeIndicator/*"],
  BT146: ["cac:Price/cbc:PriceAmount", ".//ram:ChargeAmount"],
  BT151: [".//cac:ClassifiedTaxCategory/cbc:ID", ".//ram:CategoryCode"],
  BT152: [".//cac:ClassifiedTaxCategory/cbc:Percent", ".//ram:RateApplicablePercent"],
  BT153: ["cac:Item/cbc:Name", ".//ram:SpecifiedTradeProduct/ram:Name"],
};
const GROUPS = ["//cac:TaxSubtotal", "//ram:ApplicableHeaderTradeSettlement/ram:ApplicableTradeTax"] as const;
const GROUP_TERMS: Record<string, [ubl: string, cii: string]> = {
  BT116: ["cbc:TaxableAmount", "ram:BasisAmount"],
  BT117: ["cbc:TaxAmount", "ram:CalculatedAmount"],
  BT118: ["cac:TaxCategory/cbc:ID", "ram:CategoryCode"],
  BT119: ["cac:TaxCategory/cbc:Percent", "ram:RateApplicablePercent"],
  BT120: ["cac:TaxCategory/cbc:TaxExemptionReason", "ram:ExemptionReason"],
  BT121: ["cac:TaxCategory/cbc:TaxExemptionReasonCode", "ram:ExemptionReasonCode"],
};

type Terms = Record<string, string>;
export type ReadBack = { terms: Terms; lines: Terms[]; groups: Terms[] };

export function readBack(xml: string): ReadBack {
  using document = XmlDocument.fromString(xml);
  const syntax = document.root.name === "CrossIndustryInvoice" ? 1 : 0;
  const read = (from: XmlElement, terms: Record<string, [string, string]>): Terms =>
    Object.fromEntries(
      Object.entries(terms).flatMap(([term, paths]) => {
        const found = from.get(paths[syntax], NAMESPACES);
        if (found === null) return [];
        // CII writes days without hyphens.
        const isDay = found instanceof XmlElement && found.attr("format")?.value === "102";
        return [[term, isDay ? found.content.replace(/(\d{4})(\d\d)/, "$1-$2-") : found.content]];
      }),
    );
  const each = (paths: readonly [string, string], terms: Record<string, [string, string]>) =>
    document.root.find(paths[syntax], NAMESPACES).map((one) => read(one as XmlElement, terms));
  return {
    terms: read(document.root, TERMS),
    lines: each(LINES, LINE_TERMS),
    groups: each(GROUPS, GROUP_TERMS),
  };
}

xmlRegisterFsInputProviders();
const schemaPath = join(import.meta.dirname, "../payments/facturx/Factur-X_1.07.3_EN16931.xsd");
let schema: XsdValidator | undefined;

/** Throws unless the XML is as the schema of Factur-X, profile EN 16931, wants it. */
export function validateFacturX(xml: string): void {
  schema ??= XsdValidator.fromDoc(XmlDocument.fromString(readFileSync(schemaPath, "utf8"), { url: schemaPath }));
  using document = XmlDocument.fromString(xml);
  schema.validate(document);
}

const folder = process.env.EN16931_RULES;
/** The official rules, compiled for SaxonJS; they are not part of the repository. */
export const hasOfficialRules = folder !== undefined && existsSync(folder);

const compiled = new Map<string, object>();
export function officialFaults(rules: string, xml: string): string[] {
  const stylesheet = compiled.get(rules) ?? JSON.parse(readFileSync(join(folder!, `${rules}.sef.json`), "utf8"));
  compiled.set(rules, stylesheet);
  const options = { stylesheetInternal: stylesheet, sourceText: xml, destination: "serialized" } as const;
  using report = XmlDocument.fromString(SaxonJS.transform(options, "sync").principalResult);
  const svrl = { svrl: "http://purl.oclc.org/dsdl/svrl" };
  if (report.root.find("//svrl:fired-rule", svrl).length === 0) return [`${rules} has no rule for this`];
  return report.root
    .find("//svrl:failed-assert[@flag='fatal' or @flag='error' or not(@flag)]", svrl)
    .map((fault) => (fault as XmlElement).content.replace(/\s+/g, " ").trim());
}
