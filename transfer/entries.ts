import { membersOf } from "#domain/text/record.ts";
import { type FounderPages, fromProfile, pageOf } from "./from-export.ts";
import { withAddresses } from "./pictures.ts";
import type { Read } from "./read-file.ts";

const TAKEN = ["upload", "listing", "post", "field", "category"];
export const isTaken = (value: unknown): boolean => TAKEN.includes(String(membersOf(value).type));

/**
 * Reads lines of an export, which has founders and pictures before the listings that show them.
 * Undefined: a line of what people gave there, which no import brings.
 */
export function entryReader(baseUrl: string): (row: Read) => Read | undefined {
  const pages: FounderPages = new Map();
  const pictures = new Set<string>();
  return (row) => {
    const { type, demo, data } = membersOf(row.value);
    const value = withAddresses(membersOf(data), pictures, baseUrl);
    const isDemo = demo === true;
    switch (type) {
      case "upload":
        pictures.add(String(value.id));
        return { ...row, value, isPicture: true };
      case "listing":
        return { ...row, isDemo, value: fromProfile(value, pages) };
      case "founder":
        pages.set(value.slug, pageOf(value));
        return undefined;
      case "post":
        return { ...row, isDemo, value, isPost: true };
      case "field":
        return { ...row, value, isField: true };
      case "category":
        return { ...row, value, isCategory: true };
      default:
        return undefined;
    }
  };
}
