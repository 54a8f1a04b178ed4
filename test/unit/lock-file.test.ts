import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type Entry = {
  version: string;
  link?: boolean;
  resolved?: string;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8")) as {
  packages: Record<string, Entry>;
};

/** Where Node looks for a package that the package at `from` asks for. */
const placesOf = (from: string, name: string): string[] => {
  const parent = from.slice(0, Math.max(0, from.lastIndexOf("node_modules/")));
  const here = from === "" ? `node_modules/${name}` : `${from}/node_modules/${name}`;
  return from === "" ? [here] : [here, ...placesOf(parent.replace(/\/$/, ""), name)];
};

describe("the lock file", () => {
  it("lists the packages of every platform, as npm ci requires", () => {
    const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !placesOf(from, name).some((place) => packages[place]))
        .map((name) => `${from} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it("names a hash for each package and no registry", () => {
    const others = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
    expect(others.filter(([, { integrity }]) => !integrity)).toEqual([]);
    expect(others.filter(([, { resolved }]) => resolved)).toEqual([]);
  });
});
