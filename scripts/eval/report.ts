import { isFaultless, sum, type Tally } from "./tally.ts";

export type Report = {
  site: string;
  language: string;
  kind: string;
  fields: Record<string, Tally>;
  notes: string[];
  invented: string[];
  trapped: string[];
  cpuSeconds: number;
  requests: number;
  pages: number;
};

/** The tallies of each field over all sites. */
export function byField(reports: Report[]): Record<string, Tally> {
  const names = [...new Set(reports.flatMap(({ fields }) => Object.keys(fields)))];
  return Object.fromEntries(
    names.map((name) => [name, sum(reports.flatMap(({ fields }) => fields[name] ?? []))] as const),
  );
}

export const overall = (reports: Report[]): Tally => sum(Object.values(byField(reports)));

/** On how many sites a field is as it should be, of those on which it is scored. */
export function sitesRight(reports: Report[], field: string): string {
  const tallies = reports.flatMap(({ fields }) => fields[field] ?? []);
  return `${tallies.filter(isFaultless).length}/${tallies.length}`;
}

/** Reports by what they have in common, in alphabetical order. */
export const groupsBy = (reports: Report[], key: "language" | "kind"): [string, Report[]][] =>
  [...Map.groupBy(reports, (report) => report[key])].sort(([one], [other]) => one.localeCompare(other));
