import type { Request } from "express";

/** Whether a client, such as the script of our pages, prefers JSON to HTML. */
export const prefersJson = (req: Request): boolean =>
  req.headers.accept?.includes("json") === true && req.accepts(["html", "json"]) === "json";
