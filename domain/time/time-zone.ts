import { once } from "../text/once.ts";

/** The names of all time zones, of which a person chooses one. */
export const timeZones = once(() => Intl.supportedValuesOf("timeZone"));

/** Whether it is the name of a time zone, such as Europe/Berlin. An offset such as +01:00 is none: it knows no summer. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,49}$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
