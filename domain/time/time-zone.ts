import { once } from "../text/once.ts";

export const timeZones = once(() => Intl.supportedValuesOf("timeZone"));

export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
