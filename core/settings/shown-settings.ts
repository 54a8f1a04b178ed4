import type { z } from "zod";
import { Settings } from "./config.ts";

/** Shorter secrets also occur in ordinary words. */
const SHORTEST = 6;
const MASK = "***";
const USER_INFO = /(\/\/[^\s/?#"]*?:)[^\s/?#"]*@/g;
const PARAMETER = /([?&][^\s=&"]*(?:pass|secret|token|key)[^\s=&"]*=)[^\s&#"]*/gi;

const shape: Record<string, z.ZodType> = Settings.shape;

/** What `.meta({ secret })` of a setting says: all of it is secret, the password in its address, or nothing. */
export const secrecyOf = (name: string): unknown => shape[name]?.meta()?.secret;

/** A text with the passwords in all its addresses masked. */
export const withoutPasswords = (text: string): string =>
  text.replace(USER_INFO, `$1${MASK}@`).replace(PARAMETER, `$1${MASK}`);

/** A value of a setting as people type it. */
export const typedSetting = (value: unknown): string =>
  value instanceof Object && !Array.isArray(value)
    ? Object.entries(value)
        .map(([name, each]) => `${name}=${each}`)
        .join(",")
    : String(value ?? "");

/** A value of a setting as it may be shown. */
export function shownSetting(name: string, value: unknown): unknown {
  if (value !== undefined && secrecyOf(name) === true) return "(set)";
  return typeof value === "string" ? withoutPasswords(value) : value;
}

/** Masks the secrets of these settings wherever a text has them, like the message of a library. */
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
