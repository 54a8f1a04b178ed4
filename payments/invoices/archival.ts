import { escapeXml } from "./electronic/xml.ts";

/** Options for PDF/A-3, level B. pdfkit adds colors and metadata. */
export const ARCHIVAL = { pdfVersion: "1.7", subset: "PDF/A-3b" } as const;

/** Escapes a document's metadata, which pdfkit inserts verbatim. */
export function escapeFacts(doc: PDFKit.PDFDocument): void {
  const endSubset = doc.endSubset.bind(doc);
  doc.endSubset = () => {
    const { Title = "", Author = "", Subject = "" } = doc.info;
    Object.assign(doc.info, { Title: escapeXml(Title), Author: escapeXml(Author), Subject: escapeXml(Subject) });
    endSubset();
  };
}

const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
const FILE = "factur-x.xml";
const FACTS = {
  DocumentFileName: { value: FILE, description: "The name of the embedded XML document" },
  DocumentType: { value: "INVOICE", description: "The type of the hybrid document" },
  Version: { value: "1.0", description: "The version of the standard of the embedded XML document" },
  ConformanceLevel: { value: "EN 16931", description: "The profile of the embedded XML document" },
};

export function embedInvoice(doc: PDFKit.PDFDocument, xml: string, madeAt: Date): void {
  const attachment = {
    name: FILE,
    type: "text/xml",
    description: "The invoice for accounting programs",
    relationship: "Alternative",
    creationDate: madeAt,
    modifiedDate: madeAt,
  };
  doc.file(Buffer.from(xml), attachment);
  const facts = Object.entries(FACTS);
  doc.appendXML(
    `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}">
${facts.map(([name, { value }]) => `<fx:${name}>${value}</fx:${name}>`).join("\n")}
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ` +
      `xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>fx</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${facts.map(([name, { description }]) => property(name, description)).join("\n")}
</rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`,
  );
}

const property = (name: string, description: string): string => `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>Text</pdfaProperty:valueType>
<pdfaProperty:category>external</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`;
