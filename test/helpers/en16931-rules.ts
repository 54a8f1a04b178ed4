import type { ReadBack } from "./electronic.ts";

/** Cents of a decimal text, exactly; NaN if it has more than two decimals, which the norm forbids. */
function cents(text = "0"): number {
  const [, sign, whole, part = ""] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return whole === undefined ? Number.NaN : Number(`${sign}1`) * (Number(whole) * 100 + Number(part.padEnd(2, "0")));
}
const sum = (amounts: (string | undefined)[]): number => amounts.reduce((all, amount) => all + cents(amount), 0);

const REQUIRED = ["BT1", "BT2", "BT3", "BT5", "BT27", "BT40", "BT44", "BT55", "BT106", "BT109", "BT112", "BT115"];
const EXEMPT = ["E", "AE", "O"];

/** Rules of EN 16931 that an invoice breaks, by their official names: those that Debut's invoices can meet. */
export function ruleFaults({ terms, lines, groups }: ReadBack): string[] {
  const categories = groups.map(({ BT118 }) => BT118);
  const isNumbered = Boolean(terms.BT31 ?? terms.BT32);
  const rules: [name: string, holds: boolean][] = [
    ...REQUIRED.map((term): [string, boolean] => [`required: ${term}`, Boolean(terms[term])]),
    ["BR-16", lines.length > 0],
    ["BR-53", Boolean(terms.BT6) === Boolean(terms.BT111)],
    ["BR-55", (terms.BT3 === "381") <= Boolean(terms.BT25)],
    ["BR-61", !["30", "58"].includes(terms.BT81!) || Boolean(terms.BT84)],
    ["BR-CO-09", [terms.BT31, terms.BT48].every((number) => number === undefined || /^[A-Z]{2}/.test(number))],
    ["BR-CO-10", cents(terms.BT106) === sum(lines.map(({ BT131 }) => BT131))],
    ["BR-CO-13", cents(terms.BT109) === cents(terms.BT106)],
    ["BR-CO-14", cents(terms.BT110) === sum(groups.map(({ BT117 }) => BT117))],
    ["BR-CO-15", cents(terms.BT112) === cents(terms.BT109) + cents(terms.BT110)],
    ["BR-CO-16", cents(terms.BT115) === cents(terms.BT112) - cents(terms.BT113)],
    ["BR-CO-18", groups.length > 0],
    ["BR-CO-25", cents(terms.BT115) <= 0 || Boolean(terms.BT20)],
    ["BR-CO-26", Boolean(terms.BT29 ?? terms.BT31)],
    ["BR-S-02", !categories.some((one) => one !== "O") || isNumbered],
    ["BR-AE-02", !categories.includes("AE") || Boolean(terms.BT48)],
    ["BR-O-02", !categories.includes("O") || !(terms.BT31 ?? terms.BT48)],
    ["BR-O-11", !categories.includes("O") || categories.length === 1],
    ...groups.flatMap(({ BT116, BT117, BT118, BT119, BT120 }): [string, boolean][] => {
      const own = lines.filter(({ BT151, BT152 = BT151 === "O" ? "0" : "" }) => BT151 === BT118 && BT152 === BT119);
      return [
        [`BR-${BT118}-08`, cents(BT116) === sum(own.map(({ BT131 }) => BT131))],
        [`BR-${BT118}-09`, Math.abs(cents(BT117) - (cents(BT116) * Number(BT119)) / 100) < 100],
        [`BR-${BT118}-10`, EXEMPT.includes(BT118!) === Boolean(BT120)],
        ["BR-S-05", (BT118 === "S") === Number(BT119) > 0],
      ];
    }),
    ...lines.flatMap(({ BT129, BT131, BT136 = "0", BG28, BT146, BT151, BT152, BT153 }): [string, boolean][] => [
      ["BR-25", Boolean(BT153)],
      ["BR-27", cents(BT146) >= 0],
      ["BR-O-05", (BT151 === "O") === (BT152 === undefined)],
      ["R120", cents(BT131) === Number(BT129) * cents(BT146) + (BG28 === "true" ? 1 : -1) * cents(BT136)],
    ]),
  ];
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}

/** What XRechnung asks for besides. */
export const xrechnungFaults = ({ terms }: ReadBack): string[] =>
  ["BT10", "BT34", "BT37", "BT38", "BT42", "BT49", "BT52", "BT53", "BT81"].filter((term) => !terms[term]);
