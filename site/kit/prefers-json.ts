import type { Request } from "express";

export const prefersJson = (req: Request): boolean =>
  req.headers.accept?.includes("json") === true && req.accepts(["html", "json"]) === "json";
