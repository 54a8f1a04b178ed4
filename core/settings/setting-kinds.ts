import { z } from "zod";
import { saidAgain, type Text } from "#languages/words.ts";
import type { AdminSetting } from "./admin-settings.ts";
import { Settings } from "./config.ts";
import words from "./setting-words.json" with { type: "json" };
import { secrecyOf, typedSetting } from "./shown-settings.ts";

/** Texts that may be as long as this have several lines. */
const LONG = 500;
const defaults: Record<string, unknown> = Settings.parse({});

export type SettingKind =
  | { kind: "secret" | "flag" | "lines" | "line" }
  | { kind: "choice"; options: readonly string[] };

function plain(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault || schema instanceof z.ZodOptional
    ? plain(schema.unwrap() as z.ZodType)
    : schema;
}

/** How a form asks for it, by its schema. */
export function kindOf(name: AdminSetting): SettingKind {
  const schema = plain(Settings.shape[name]);
  if (secrecyOf(name)) return { kind: "secret" };
  if (typeof defaults[name] === "boolean") return { kind: "flag" };
  if (schema instanceof z.ZodEnum) return { kind: "choice", options: schema.options.map(String) };
  return { kind: schema instanceof z.ZodString && (schema.maxLength ?? 0) >= LONG ? "lines" : "line" };
}

/** The default as typed; "" if there is none. */
export const defaultOf = (name: keyof typeof Settings.shape): string => typedSetting(defaults[name]);

/** What each setting does, for docs/configuration.md. */
export const SETTING_WORDS: Record<keyof typeof Settings.shape, string> = words;

/** The same without Markdown: links lead through the documentation's folder. */
export const plainAbout = (name: keyof typeof Settings.shape): string =>
  SETTING_WORDS[name].replace(/\[([^\]]+)\]\([^)]*\)/g, "$1").replaceAll("`", "");

/** The same in the reader's language. */
export const aboutSetting = (name: keyof typeof Settings.shape): Text => saidAgain(plainAbout(name));
