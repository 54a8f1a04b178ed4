import { z } from "zod";

/** A text that may be absent, of at most so many characters. */
export const words = (about: string, most?: number) =>
  (most === undefined ? z.string() : z.string().max(most)).optional().describe(about);

export const secret = (about: string, most?: number) => words(about, most).meta({ secret: true });

export const whole = (from: number, to: number, usual: number, about: string) =>
  z.coerce.number().int().min(from).max(to).default(usual).describe(about);

export const flag = (isOn: boolean, about: string) => z.stringbool().default(isOn).describe(about);

export const httpUrl = z.url({ protocol: /^https?$/ });

export const atLeast = (least: number, usual: number, about: string) =>
  z.coerce.number().int().min(least).default(usual).describe(about);
