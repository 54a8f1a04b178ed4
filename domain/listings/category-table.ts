import { type Text, t } from "#languages/words.ts";
import { SLUG, slugify } from "../text/slug.ts";
import { cleanText, lengthOf } from "../text/text.ts";
import type { CategoryRow } from "./category.ts";

export const CATEGORY_LIMITS = { rows: 2000, name: 80, description: 2000 } as const;

type Known = Pick<CategoryRow, "slug" | "name" | "parentSlug" | "description">;
export type PlannedCategory = {
  line: number;
  slug: string;
  name: string;
  parentSlug: string | null;
  description: string;
  result: "new" | "changed" | "same";
};
export type CategoryFault = { line: number; name: string; fault: Text };
export type CategoryPlan = { rows: PlannedCategory[]; faults: CategoryFault[] };

const HEADINGS = {
  slug: /^(slug|key|id|kürzel)$/,
  name: /^(name|category|title|kategorie|bezeichnung|titel|catégorie|nom|categoría|nombre|categoria|nome|naam)$/,
  parent: /^(parent|parent (category|slug)|above|oberkategorie|übergeordnete kategorie|parente|superior|genitore)$/,
  description: /^(description|text|summary|beschreibung|descripción|descrizione|descrição|omschrijving)$/,
};
type Column = keyof typeof HEADINGS;

const columnsOf = (heading: readonly string[]): Partial<Record<Column, number>> | undefined => {
  const folded = heading.map((cell) => cell.trim().toLowerCase().replaceAll("_", " "));
  const at = (column: Column) => folded.findIndex((cell) => HEADINGS[column].test(cell));
  const name = at("name");
  return name < 0 ? undefined : { name, slug: at("slug"), parent: at("parent"), description: at("description") };
};

type Row = { line: number; slug: string; path: string[]; parent: string; description: string | undefined };

/** With headings a table, without them a list of names. "Media > Photos" is a name below another one. */
function rowsOf(lines: readonly { line: number; cells: readonly string[] }[]): Row[] {
  const columns = columnsOf(lines[0]?.cells ?? []);
  return (columns ? lines.slice(1) : lines).map(({ line, cells }) => {
    const cell = (column: Column): string | undefined => {
      const at = columns ? columns[column] : { name: 0, description: 1, slug: -1, parent: -1 }[column];
      const text = at === undefined || at < 0 ? undefined : cells[at];
      return text === undefined ? undefined : cleanText(text).trim();
    };
    const path = (cell("name") ?? "").split(/\s+[>›»]\s+/).map((part) => part.replace(/^[-*•]\s+/, "").trim());
    return { line, slug: cell("slug") ?? "", path, parent: cell("parent") ?? "", description: cell("description") };
  });
}

/** What a table makes of the categories, and which of its lines cannot be used. Parents come before those below them. */
export function planCategories(
  lines: readonly { line: number; cells: readonly string[] }[],
  known: readonly Known[],
): CategoryPlan {
  const bySlug = new Map<string, Known>(known.map((row) => [row.slug, row]));
  const byName = new Map<string, Known>(known.map((row) => [row.name.toLowerCase(), row]));
  const planned = new Map<string, PlannedCategory>();
  const faults: CategoryFault[] = [];
  const parents: { row: PlannedCategory; parent: string }[] = [];
  const free = (name: string): string => {
    const slug = slugify(name, "category");
    for (let nth = 1; ; nth++) {
      const candidate = nth === 1 ? slug : `${slug}-${nth}`;
      if (!bySlug.has(candidate) && candidate !== "new") return candidate;
    }
  };

  function put({ line, slug, name, description }: { line: number; slug: string; name: string; description?: string }) {
    const named = byName.get(name.toLowerCase());
    const found = slug === "" ? named : bySlug.get(slug);
    if (named && named !== found) return t`The category “${named.slug}” already has this name.`;
    if (slug !== "" && (!SLUG.test(slug) || slug === "new"))
      return t`“${slug}” is not a valid slug. Use lower-case letters, digits and hyphens.`;
    if (name === "" || lengthOf(name) > CATEGORY_LIMITS.name)
      return t`Enter a name of at most ${CATEGORY_LIMITS.name} characters.`;
    if (description && lengthOf(description) > CATEGORY_LIMITS.description)
      return t`Use at most ${CATEGORY_LIMITS.description} characters for the description.`;
    const row: PlannedCategory = {
      ...{ line, slug: found?.slug ?? (slug || free(name)), name },
      parentSlug: found?.parentSlug ?? null,
      description: description ?? found?.description ?? "",
      result: !found
        ? "new"
        : found.name !== name || (description ?? found.description) !== found.description
          ? "changed"
          : "same",
    };
    if (found) byName.delete(found.name.toLowerCase());
    bySlug.set(row.slug, row);
    byName.set(name.toLowerCase(), row);
    planned.set(row.slug, row);
    return row;
  }

  for (const { line, slug, path, parent, description } of rowsOf(lines).slice(0, CATEGORY_LIMITS.rows)) {
    const name = path.at(-1) ?? "";
    const before = planned.get(slug || (byName.get(name.toLowerCase())?.slug ?? ""));
    if (before && before.line !== line) {
      faults.push({ line, name, fault: t`Line ${before.line} has the same category.` });
      continue;
    }
    let above = parent;
    const add = (words: Parameters<typeof put>[0]): void => {
      const row = put(words);
      if (!("slug" in row)) return void faults.push({ line, name: words.name, fault: row });
      if (above !== "") parents.push({ row, parent: above });
    };
    for (const part of path.slice(0, -1)) {
      if (!byName.has(part.toLowerCase())) add({ line, slug: "", name: part });
      above = part;
    }
    add({ line, slug, name, ...(description !== undefined && { description }) });
  }
  const lost = new Set<PlannedCategory>();
  for (const { row, parent } of parents) {
    const found = bySlug.get(parent) ?? byName.get(parent.toLowerCase());
    if (!found) {
      lost.add(row);
      faults.push({ line: row.line, name: row.name, fault: t`The parent category “${parent}” does not exist.` });
    } else if (row.parentSlug !== found.slug) {
      row.parentSlug = found.slug;
      if (row.result === "same") row.result = "changed";
    }
  }
  return inOrder([...planned.values()], { bySlug, lost }, faults);
}

/** Parents first. A row whose parents lead back to it, or to none, cannot be used. */
function inOrder(
  rows: PlannedCategory[],
  { bySlug, lost }: { bySlug: ReadonlyMap<string, Known>; lost: ReadonlySet<Known> },
  faults: CategoryFault[],
): CategoryPlan {
  const depthOf = (row: Known): number | undefined => {
    const chain = new Set<Known>([row]);
    for (let at = row.parentSlug; at !== null; at = bySlug.get(at)?.parentSlug ?? null) {
      const parent = bySlug.get(at);
      if (!parent || chain.has(parent)) return undefined;
      if (lost.has(parent)) return Number.NaN;
      chain.add(parent);
    }
    return lost.has(row) ? Number.NaN : chain.size;
  };
  const placed = rows.map((row) => ({ row, depth: depthOf(row) }));
  for (const { row, depth } of placed)
    if (depth === undefined || (Number.isNaN(depth) && !lost.has(row)))
      faults.push({
        ...{ line: row.line, name: row.name },
        fault: depth === undefined ? t`A category cannot be its own parent.` : t`Its parent category cannot be used.`,
      });
  return {
    rows: placed
      .flatMap(({ row, depth }) => (depth ? [{ row, depth }] : []))
      .sort((a, b) => a.depth - b.depth || a.row.line - b.row.line)
      .map(({ row }) => row),
    faults: faults.sort((a, b) => a.line - b.line),
  };
}
