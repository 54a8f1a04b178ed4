import { CsvError, parse } from "csv-parse/sync";
import type { CategoryPlan } from "#domain/listings/category-table.ts";
import { planCategories } from "#domain/listings/category-table.ts";
import type { Reads, Tx } from "#store/store.ts";

type Lines = { line: number; cells: string[] }[];

/** A table with any of the usual separators, or a list. An apostrophe or quote inside a cell is part of it. */
export function readCategoryTable(text: string): Lines | "unreadable" {
  const [heading = ""] = text.trimStart().split("\n");
  const delimiter = ["\t", ";", ","].find((one) => heading.includes(one)) ?? "\t";
  const lines: Lines = [];
  try {
    parse(text, {
      ...{ delimiter, bom: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true },
      on_record(cells: string[], { lines: line }) {
        if (cells.some((cell) => cell.trim() !== "")) lines.push({ line, cells });
      },
    });
    return lines;
  } catch (error) {
    if (error instanceof CsvError) return "unreadable";
    throw error;
  }
}

export const categoryPlan = async (lines: Lines, { categories }: Pick<Reads, "categories">): Promise<CategoryPlan> =>
  planCategories(lines, await categories.all());

/** New categories come after those that exist, in the order of the table. */
export async function saveCategories(tx: Tx, lines: Lines): Promise<void> {
  const { rows } = await categoryPlan(lines, tx);
  const known = new Map((await tx.categories.all()).map((row) => [row.slug, row]));
  const last = Math.max(-1, ...known.values().map(({ position }) => position));
  const places = new Map(
    rows.toSorted((a, b) => a.line - b.line).map(({ slug }, index) => [slug, last + 1 + index] as const),
  );
  for (const { line: _, result, ...row } of rows) {
    const before = known.get(row.slug) ?? {
      ...{ keywords: [], phrases: [], faqs: [], compare: [] },
      position: places.get(row.slug) ?? last,
    };
    if (result !== "same") await tx.categories.save({ ...before, ...row });
  }
}
