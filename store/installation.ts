import { hash } from "node:crypto";

const HEX_DIGITS = 16;

/** A public name of this installation, made from a secret that it keeps for ever; null before the first start. It does not lead back. */
export const installationOf = (secret: unknown): string | null =>
  typeof secret === "string" ? hash("sha256", `installation ${secret}`, "hex").slice(0, HEX_DIGITS) : null;
