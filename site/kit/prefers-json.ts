import type { Request } from "express";

/** Whether somebody, such as the script of our pages, would rather have JSON than HTML. */
export const prefersJson = (req: Request): boolean =>
  req.headers.accept?.includes("json") === true && req.accepts(["html", "json"]) === "json";
