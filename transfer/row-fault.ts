import type { z } from "zod";
import { faultsOf } from "#core/errors/faults.ts";
import type { Fault } from "#domain/text/fault.ts";
import { inEnglish } from "#languages/words.ts";

/** A fault in a field and how to fix it; `inside` is the position within it, like [0].name. */
export type RowFault = { field: string; inside: string; detail: string };

export function rowFault({ pointer = "", detail }: Fault): RowFault {
  const [field = "row", ...rest] = pointer.split("/").filter((part) => part !== "" && part !== "fields");
  return {
    field,
    inside: rest.map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`)).join(""),
    detail: inEnglish(detail),
  };
}

export const rowFaults = (error: z.ZodError, schema: z.ZodObject): RowFault[] => faultsOf(error, schema).map(rowFault);
