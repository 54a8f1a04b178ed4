import { hash } from "node:crypto";

const HEX_DIGITS = 16;

/**
 * A public id of this installation, a one-way hash of a permanent secret; null before the first
 * start.
 */
export const installationOf = (secret: unknown): string | null =>
  typeof secret === "string" ? hash("sha256", `installation ${secret}`, "hex").slice(0, HEX_DIGITS) : null;
