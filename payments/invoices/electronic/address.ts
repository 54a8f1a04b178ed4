export type PostalAddress = { lines: string[]; city: string | null; postCode: string | null };

/** "10119 Berlin", "D-10119 Berlin", "1012 AB Amsterdam", "00-950 Warszawa", "114 55 Stockholm". */
const CODE_FIRST = /^(?:[A-Z]{1,3}-)?(\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2}|\d{4,6})\s+(\p{L}.*)$/u;
/** "London SW1A 1AA", "Dublin D02 X285", "Springfield, IL 62704", "Toronto M5V 2T6". */
const CODE_LAST =
  /^(\p{L}.*?),?\s+([A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[\dW] ?[A-Z\d]{4}|[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]\d[A-Z] \d[A-Z]\d)$/u;

const MOST_LINES = 3;

function townOf(line: string): { city: string; postCode: string } | undefined {
  const [, code, town] = CODE_FIRST.exec(line) ?? [];
  if (code && town) return { city: town, postCode: code };
  const [, city, postCode] = CODE_LAST.exec(line) ?? [];
  return city && postCode ? { city, postCode } : undefined;
}

export function postalAddress(given: readonly string[]): PostalAddress {
  const typed = given.length > 1 ? [...given] : given.flatMap((line) => line.split(/,\s+/));
  const at = typed.findLastIndex((line, index) => index > 0 && townOf(line));
  const town = townOf(typed[at] ?? "");
  const rest = town ? typed.toSpliced(at, 1) : [...given];
  const lines = rest.length > MOST_LINES ? [...rest.slice(0, 2), rest.slice(2).join(", ")] : rest;
  return { lines, city: town?.city ?? null, postCode: town?.postCode ?? null };
}
