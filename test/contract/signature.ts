import { SLUG } from "../../domain/text/slug.ts";

type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  pattern?: string;
  format?: string;
  default?: unknown;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

const NAMED: Record<string, string> = { [SLUG.source]: "slug", "^[A-Za-z]{2}$": "country" };

/** A JSON Schema in one readable word, so that bounds can be compared with a table: "text<=200", "int 1..100 =20", "list<=20 of text". */
export function signatureOf(schema: Schema): string {
  const initial = schema.default === undefined ? "" : ` =${schema.default}`;
  return plain(schema) + initial;
}

function plain(schema: Schema): string {
  if (schema.enum) return schema.enum.join("|");
  if (schema.anyOf) {
    const some = schema.anyOf
      .filter(({ type }) => type !== "null")
      .map(plain)
      .join(" or ");
    return schema.anyOf.some(({ type }) => type === "null") ? `${some} or null` : some;
  }
  const types = [schema.type ?? "any"].flat();
  const orNull = types.includes("null") ? " or null" : "";
  const type = types.find((name) => name !== "null");
  if (type === "string") return textOf(schema) + orNull;
  if (type === "integer") return intOf(schema) + orNull;
  if (type === "array")
    return `list${schema.maxItems === undefined ? "" : `<=${schema.maxItems}`} of ${signatureOf(schema.items ?? {})}${orNull}`;
  if (type === "object" && schema.properties) return JSON.stringify(inputsOf(schema)).replaceAll('"', "") + orNull;
  if (type === "object") return `map of ${signatureOf(schema.additionalProperties as Schema)}${orNull}`;
  return `${type}${orNull}`;
}

function textOf({ pattern, format, maxLength }: Schema): string {
  const word = format ?? (pattern === undefined ? "text" : (NAMED[pattern] ?? `/${pattern}/`));
  return maxLength === undefined ? word : `${word}<=${maxLength}`;
}

function intOf({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema): string {
  const bounds = [
    minimum === Number.MIN_SAFE_INTEGER ? "" : minimum,
    maximum === Number.MAX_SAFE_INTEGER ? "" : maximum,
  ];
  return bounds.join("") === "" ? "int" : `int ${bounds.join("..")}`;
}

/** Every input with its signature; "!" marks a required one. An object that takes other keys says so. */
export function inputsOf({ properties = {}, required = [], additionalProperties }: Schema): Record<string, string> {
  const inputs = Object.entries(properties).map(([name, schema]) => [
    name,
    signatureOf(schema) + (required.includes(name) ? "!" : ""),
  ]);
  return Object.fromEntries([...inputs, ...(additionalProperties === false ? [] : [["…", "anything"]])]);
}
