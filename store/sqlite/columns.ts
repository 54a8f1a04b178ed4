import { integer, text } from "./drizzle.ts";

/** Columns as the migrations write them: times in milliseconds, booleans as 0 or 1, JSON as text. */
export const time = (name: string) => integer(name, { mode: "timestamp_ms" });
export const flag = (name: string) => integer(name, { mode: "boolean" });
export const json = <T>(name: string) => text(name, { mode: "json" }).$type<T>();
