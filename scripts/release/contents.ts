import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundle.ts";

export type Package = { name: string; version: string; folder: string };

/** The packages that contain these files, each once. Paths may be relative to the repository. */
export function packagesOf(files: Iterable<string>): Package[] {
  const folders = new Set<string>();
  for (const file of files) {
    const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll("\\", "/"))?.[0];
    if (folder) folders.add(folder.startsWith("/") ? folder : join(root, folder));
  }
  const packages = [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return { name, version, folder } as Package;
  });
  return packages.sort((a, b) => (a.name < b.name ? -1 : 1));
}

type Bom = {
  metadata: { component: { name: string } };
  components: { name: string; version: string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

/** CycloneDX as npm writes it for the lock file, reduced to the packages in the release. */
export function billOfMaterials(packages: Package[]): string {
  const npm = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
  const all = execFileSync("npm", npm, { cwd: root, maxBuffer: 2 ** 26, stdio: ["ignore", "pipe", "inherit"] });
  const bom = JSON.parse(all.toString()) as Bom;
  // npm uses the name of the folder.
  bom.metadata.component.name = "debut";
  const inside = new Set(packages.map(({ name, version }) => `${name}@${version}`));
  inside.add(`node@${process.versions.node}`);
  bom.components = bom.components.filter(({ name, version }) => inside.has(`${name}@${version}`));
  const missing = [...inside].filter(
    (one) => !bom.components.some(({ name, version }) => `${name}@${version}` === one),
  );
  if (missing.length) throw new Error(`The lock file does not know ${missing.join(", ")}. Run: npm install`);
  const kept = (ref: string) => inside.has(ref) || ref.startsWith("debut@");
  bom.dependencies = bom.dependencies
    .filter(({ ref }) => kept(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(kept) }));
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** The licences that the release must include. */
export function licences(packages: Package[]): string {
  const textIn = (folder: string): string =>
    readdirSync(folder)
      .filter((name) => /^(licen[cs]e|copying|notice|ofl)/i.test(name))
      .map((name) => readFileSync(join(folder, name), "utf8").trim())
      .join("\n\n");
  const parts = packages.map(({ name, version, folder }) => {
    const { license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const by = typeof author === "string" ? author : author?.name;
    return `${name} ${version}\n\n${textIn(folder) || `${license ?? "see the package"}${by ? `, by ${by}` : ""}`}`;
  });
  for (const file of ["words", "stop-words", "places"])
    parts.push(readFileSync(join(root, `data/${file}.licences.txt`), "utf8").trim());
  return parts.join(`\n\n${"-".repeat(80)}\n\n`).concat("\n");
}
