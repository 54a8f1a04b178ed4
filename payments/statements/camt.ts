import { SaxesParser } from "saxes";
import {
  readAmount,
  STATEMENT_FAULTS,
  type Statement,
  type StatementLine,
  UnreadableStatement,
} from "#domain/orders/bank-statement.ts";
import { given } from "#domain/text/given.ts";

type Node = { name: string; attributes: Record<string, string>; text: string; children: Node[] };

const DEEPEST = 60;

/** Elements without namespaces, whose prefixes vary by bank. */
function treeOf(xml: string): Node {
  const root: Node = { name: "", attributes: {}, text: "", children: [] };
  const path = [root];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new UnreadableStatement(STATEMENT_FAULTS.xml(error.message));
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (path.length > DEEPEST) throw new UnreadableStatement(STATEMENT_FAULTS.deep());
    const node = { name: name.replace(/^.*:/, ""), attributes, text: "", children: [] };
    given(path.at(-1)).children.push(node);
    path.push(node);
  });
  parser.on("text", (text) => {
    given(path.at(-1)).text += text;
  });
  parser.on("closetag", () => void path.pop());
  parser.write(xml).close();
  return root;
}

const all = (node: Node | undefined, ...names: string[]): Node[] =>
  names.reduce<Node[]>(
    (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
    node ? [node] : [],
  );
const textOf = (node: Node | undefined, ...names: string[]): string => all(node, ...names)[0]?.text.trim() ?? "";

/** ISO 20022 camt.053, and camt.052 and camt.054 with the same entries. */
export function readCamt(xml: string): Statement {
  const [document] = all(treeOf(xml), "Document");
  const kinds = ["BkToCstmrStmt", "BkToCstmrAcctRpt", "BkToCstmrDbtCdtNtfctn"];
  const inner = ["Stmt", "Rpt", "Ntfctn"];
  const entries = kinds.flatMap((kind, index) => all(document, kind, given(inner[index]), "Ntry"));
  if (entries.length === 0 && !kinds.some((kind) => all(document, kind).length > 0))
    throw new UnreadableStatement(STATEMENT_FAULTS.camt());
  const lines = entries.flatMap(linesOf);
  return { lines, others: entries.filter((entry) => linesOf(entry).length === 0).length };
}

function linesOf(entry: Node): StatementLine[] {
  const isPending = (textOf(entry, "Sts", "Cd") || textOf(entry, "Sts")) === "PDNG";
  if (isPending || textOf(entry, "CdtDbtInd") !== "CRDT" || textOf(entry, "RvslInd") === "true") return [];
  const bookedOn = (textOf(entry, "BookgDt", "Dt") || textOf(entry, "BookgDt", "DtTm")).slice(0, 10);
  const details = all(entry, "NtryDtls", "TxDtls");
  const [total] = all(entry, "Amt");
  // A bank may book several transfers as one sum and detail them below.
  const parts = details.length > 1 ? details : [details[0]];
  return parts.flatMap((detail) => {
    const amount = all(detail, "Amt")[0] ?? all(detail, "AmtDtls", "TxAmt", "Amt")[0];
    const stated = parts.length > 1 ? amount : total;
    const amountCents = readAmount(stated?.text.trim() ?? "");
    if (!stated || amountCents === undefined || amountCents <= 0 || !/^\d{4}-\d{2}-\d{2}$/.test(bookedOn)) return [];
    const reference = [
      ...all(detail, "RmtInf", "Ustrd").map(({ text }) => text.trim()),
      textOf(detail, "RmtInf", "Strd", "CdtrRefInf", "Ref"),
      textOf(detail, "Refs", "EndToEndId").replace(/^NOTPROVIDED$/, ""),
      textOf(detail, "AddtlTxInf") || (parts.length === 1 ? textOf(entry, "AddtlNtryInf") : ""),
    ];
    const payer = textOf(detail, "RltdPties", "Dbtr", "Pty", "Nm") || textOf(detail, "RltdPties", "Dbtr", "Nm");
    const currency = stated.attributes.Ccy ?? total?.attributes.Ccy ?? "";
    const payerCountry = /^[A-Z]{2}(?=\d{2})/.exec(textOf(detail, "RltdPties", "DbtrAcct", "Id", "IBAN"))?.[0];
    const line = { bookedOn, amountCents, currency, payer, reference: reference.filter(Boolean).join(" ") };
    return [payerCountry ? { ...line, payerCountry } : line];
  });
}
