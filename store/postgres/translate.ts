import { getTableColumns, is, SQLiteTable } from "../sqlite/drizzle.ts";
import * as tables from "../sqlite/tables.ts";
import { closing, tokensOf } from "./tokens.ts";

/** Names of columns that are never null, in whichever table. */
const neverNull: ReadonlySet<string> = (() => {
  const [never, sometimes] = [new Set<string>(), new Set<string>()];
  for (const table of Object.values(tables))
    if (is(table, SQLiteTable))
      for (const { name, notNull, primary } of Object.values(getTableColumns(table)))
        (notNull || primary ? never : sometimes).add(name);
  return never.difference(sometimes);
})();

const NAME = /^(?:[a-z_][\w$]*|".*")$/i;
const isName = (token: string | undefined) => token !== undefined && NAME.test(token);
/** What `is` is followed by where both engines mean the same. */
const AFTER_IS = new Set(["null", "not", "true", "false", "distinct"]);
/** Behind these, a plus has nothing on its left. */
const BEFORE_VALUE = new Set(["(", "and", "or", "not", "where", "when", "on", ",", "=", "<", ">", "<>"]);
const AFTER_JOIN = new Set(["cross", "inner", "left", "join", "where", "group", "order", "limit", "union", ")", ";"]);
const AFTER_ORDER = new Set([
  ")",
  "limit",
  "offset",
  "rows",
  "range",
  "groups",
  "union",
  "returning",
  "for",
  "/*locked*/",
  ";",
]);
/** Written behind values that are integers, where SQLite tells by the value. */
const INTEGER = "/*integer*/";
/** Between `in` and a list of a few values: one-of.ts. */
const FEW = "/*few*/";
/** Behind an order in which rows are locked. */
const LOCKED = "/*locked*/";
const FUNCTIONS: Record<string, string> = {
  json_object: "json_build_object",
  json_array: "json_build_array",
  json_group_array: "json_agg",
  json: "as_jsonb",
};
const TYPES: Record<string, string> = { integer: "bigint", real: "double precision" };

/** Whether the table of a join is followed by a condition. */
function hasCondition(tokens: readonly string[], join: number): boolean {
  for (let at = join + 1; at < tokens.length; at++) {
    if (tokens[at] === "(") at = closing(tokens, at);
    else if (tokens[at] === "on") return true;
    else if (AFTER_JOIN.has(tokens[at]!)) return false;
  }
  return false;
}

/** One element of `order by`. Null is the smallest value in SQLite. */
export function ordered(element: readonly string[]): string[] {
  const last = element.at(-1);
  const hasDirection = last === "asc" || last === "desc";
  const value = hasDirection ? element.slice(0, -1) : element;
  const isColumn = value.every((token) => token === "." || isName(token));
  const name = value.at(-1)?.replaceAll('"', "") ?? "";
  if (element.includes("nulls") || (isColumn && neverNull.has(name)) || /^\d+$/.test(name)) return [...element];
  return [...element, "nulls", last === "desc" ? "last" : "first"];
}

/** The elements of an order, or of anything else between commas. */
export function betweenCommas(tokens: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    if (token === "," && depth === 0) parts.push([]);
    else parts.at(-1)!.push(token);
  }
  return parts;
}

function endOfOrder(tokens: readonly string[], from: number): number {
  let at = from;
  while (at < tokens.length && !AFTER_ORDER.has(tokens[at]!))
    at = tokens[at] === "(" ? closing(tokens, at) + 1 : at + 1;
  return at;
}

/** SQL as the repositories write it, for SQLite, as PostgreSQL reads it. Values become $1, $2 and so on. */
export function toPostgres(text: string): string {
  let values = 0;
  const walk = (tokens: readonly string[]): string[] => {
    const out: string[] = [];
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!;
      const next = tokens[at + 1];
      if (token === "?") out.push(`$${++values}`);
      else if (token === "indexed" && next === "by") at += 2;
      else if (token === "cross" && next === "join" && hasCondition(tokens, at + 1)) continue;
      else if (token === "is" && next === "not" && !AFTER_IS.has(tokens[at + 2] ?? "null")) {
        out.push("is distinct from");
        at++;
      } else if (token === "is" && !AFTER_IS.has(next ?? "null")) out.push("is not distinct from");
      else if (token === INTEGER) out.push(":: bigint");
      else if (token === LOCKED) out.push("for no key update");
      else if (token === "in" && next === FEW) {
        const end = closing(tokens, at + 2);
        out.push("= any ( array", ...walk(tokens.slice(at + 2, end + 1)), ")");
        at = end;
      } else if (token === "like") out.push("ilike");
      else if (token === "+" && BEFORE_VALUE.has(tokens[at - 1] ?? "(")) continue;
      else if (token === "as" && next && TYPES[next] && tokens[at + 2] === ")") {
        out.push("as", TYPES[next]);
        at++;
      } else if (token === "conflict" && next === "(") {
        const end = closing(tokens, at + 1);
        out.push(token, ...bare(tokens.slice(at + 1, end + 1)));
        at = end;
      } else if (token === "order" && next === "by") {
        const end = endOfOrder(tokens, at + 2);
        const elements = betweenCommas(tokens.slice(at + 2, end)).map((element) => ordered(walk(element)).join(" "));
        out.push("order by", elements.join(", "));
        at = end - 1;
      } else if (next === "(" && FUNCTIONS[token]) out.push(FUNCTIONS[token]);
      else if (token === "only" || (/^[a-z_]\w*[A-Z]\w*$/.test(token) && next !== "(")) out.push(`"${token}"`);
      else out.push(token);
    }
    return out;
  };
  return walk(tokensOf(text)).join(" ");
}

/** PostgreSQL refuses a target of a conflict that names its table. */
const bare = (target: readonly string[]): string[] =>
  target.filter((token, at) => token !== "." && target[at + 1] !== ".");
