import { parse } from "csv-parse/sync";
import { SaxesParser } from "saxes";
import { type EuroRate, isRate } from "#domain/invoices/exchange-rate.ts";

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const usable = (rates: EuroRate[]): EuroRate[] =>
  rates.filter(({ day, currency, rate }) => isDay(day) && /^[A-Z]{3}$/.test(currency) && isRate(rate));

export const readRates = (text: string): EuroRate[] =>
  usable(text.trimStart().startsWith("<") ? readXml(text) : readCsv(text));

function readXml(text: string): EuroRate[] {
  const rates: EuroRate[] = [];
  let day = "";
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw new Error(`The exchange rates are not well-formed XML: ${error.message}`);
  });
  parser.on("opentag", ({ name, attributes: { time, currency, rate } }) => {
    if (!name.endsWith("Cube")) return;
    day = time ?? day;
    if (currency && rate) rates.push({ day, currency, rate });
  });
  parser.write(text).close();
  return rates;
}

/** Header with currencies, one row per day. The daily file writes "20 November 2026". */
function readCsv(text: string): EuroRate[] {
  const [[, ...currencies] = [], ...rows]: string[][] = parse(text, {
    trim: true,
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  return rows.flatMap(([date = "", ...rates]) => {
    const named = isDay(date) ? undefined : Date.parse(`${date} UTC`);
    const day = named === undefined || Number.isNaN(named) ? date : new Date(named).toISOString().slice(0, 10);
    return rates.map((rate, index) => ({ day, currency: currencies[index] ?? "", rate }));
  });
}
