import type { z } from "zod";
import { Settings } from "./config.ts";

/** Shorter secrets also occur in ordinary words. */
const SHORTEST = 6;
const MASK = "***";
const USER_INFO = /(\/\/[^\s/?#"]*?:)[^\s/?#"]*@/g;
const PARAMETER = /([?&][^\s=&"]*(?:pass|secret|token|key)[^\s=&"]*=)[^\s&#"]*/gi;

const shape: Record<string, z.ZodType> = Settings.shape;

/** `.meta({ secret })` of a setting: everything is secret, only the password in its URL, or nothing. */
export const secrecyOf = (name: string): unknown => shape[name]?.meta()?.secret;

export const withoutPasswords = (text: string): string =>
  text.replace(USER_INFO, `$1${MASK}@`).replace(PARAMETER, `$1${MASK}`);

export const typedSetting = (value: unknown): string =>
  value instanceof Object && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name}=${each}`)
        .join(",")
    : String(value ?? "");

export function shownSetting(name: string, value: unknown): unknown {
  if (value !== undefined && secrecyOf(name) === true) return "(set)";
  return typeof value === "string" ? withoutPasswords(value) : value;
}

/** Masks secrets from these settings anywhere in a text, such as a library's message. */
export function maskOf(settings: Record<string, unknown>): (text: string) => string {
  const secrets = Object.entries(settings).flatMap(([name, value]) => {
    const secrecy = secrecyOf(name);
    if (!secrecy || typeof value !== "string") return [];
    if (secrecy === true) return value.split(",");
    const { password = "" } = URL.parse(value) ?? {};
    return [password, decodeURIComponent(password)];
  });
  const long = secrets.filter(({ length }) => length >= SHORTEST);
  if (long.length === 0) return withoutPasswords;
  const written = new Set(long.flatMap((text) => [text, JSON.stringify(text).slice(1, -1)]));
  const pattern = new RegExp([...written].map((text) => RegExp.escape(text)).join("|"), "g");
  return (text) => withoutPasswords(text.replace(pattern, MASK));
}
