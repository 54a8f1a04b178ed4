import type { RepeatItem, SitePage } from "../domain/site.ts";
import { AMOUNT, recordsOf, type Said } from "./records.ts";
import { repeatsOf } from "./repeats.ts";

/** A plan with its price, as a card or a column of a table states both. */
export type Plan = { name: Said; price: Said; items: Said[] };

/** The plans of a page, in any language. */
export function plansOf(page: SitePage): Plan[] {
  // A lone price may stand on any card.
  const onCards = recordsOf(page)
    .map(({ records }) => records.filter(({ price }) => price !== null))
    .filter((priced) => priced.length >= 2)
    .flat()
    .flatMap(({ heading, price, sentences, items }) =>
      heading && price ? [{ name: heading, price, items: [...sentences, ...items] }] : [],
    );
  const inTables = repeatsOf(page).flatMap(({ items }) => columnsOf(page, items));
  return [...onCards, ...inTables];
}

type Cells = NonNullable<RepeatItem["cells"]>;

/** The columns of a table that has plans above and their prices in one row. */
function columnsOf({ blocks }: SitePage, items: RepeatItem[]): Plan[] {
  const rows = items.flatMap(({ cells }) => cells ?? []).length > 0 ? items.map(({ cells = [] }) => cells) : [];
  const text = ([from, to]: Cells[number]): string =>
    blocks
      .slice(from, to)
      .map((block) => block.text)
      .join(" ");
  const said = (cell: Cells[number] | undefined): Said[] =>
    cell && text(cell) ? [{ text: text(cell), quote: text(cell) }] : [];
  const head = rows[0] ?? [];
  const priced = rows.find((cells, at) => at > 0 && cells.filter((cell) => AMOUNT.test(text(cell))).length >= 2);
  if (!priced || rows.some((cells) => cells.length !== head.length)) return [];
  return head.flatMap((cell, at) => {
    const [name] = said(cell);
    const [price] = said(priced[at]);
    if (!name || !price || !AMOUNT.test(price.text) || AMOUNT.test(name.text)) return [];
    const rest = rows.slice(1).filter((cells) => cells !== priced);
    return [{ name, price, items: rest.flatMap((cells) => said(cells[at])) }];
  });
}
