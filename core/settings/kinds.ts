import { z } from "zod";

/** A text that may be absent, of at most so many characters. */
export const words = (most?: number) => (most === undefined ? z.string() : z.string().max(most)).optional();

export const secret = (most?: number) => words(most).meta({ secret: true });

export const whole = (from: number, to: number, usual: number) =>
  z.coerce.number().int().min(from).max(to).default(usual);

export const flag = (isOn: boolean) => z.stringbool().default(isOn);

export const httpUrl = z.url({ protocol: /^https?$/ });

export const atLeast = (least: number, usual: number) => z.coerce.number().int().min(least).default(usual);
