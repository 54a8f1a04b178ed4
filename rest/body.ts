import type { IncomingMessage } from "node:http";
import { AppError } from "../core/errors/errors.ts";
import { readJson } from "../http/request-body.ts";

/** The JSON object in a request's body; an absent or empty body counts as {}. */
export async function readObject(req: IncomingMessage): Promise<Record<string, unknown>> {
  const value = await readJson(req);
  if (value === undefined) return {};
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AppError("validation_failed", "The body must be a JSON object.", {
      faults: [{ pointer: "", code: "type", detail: "Must be an object." }],
    });
  }
  return value as Record<string, unknown>;
}
