// `npm run release`: builds the executable for this machine in dist/.
// `npm run release -- all` builds it for every platform, with the npm package, the bill of materials and checksums;
// a platform's name, like linux-arm64, makes only that one, `-- package` only what the npm package is packed from,
// `-- contents` all that goes with executables that are in dist/ already, and `-- notes` prints what the release says.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { bundle, root, shippedFiles } from "./release/bundle.ts";
import { billOfMaterials, licences, packagesOf } from "./release/contents.ts";
import { fileOf, HOST, makeExecutable, TARGETS, type Target } from "./release/executable.ts";
import { notesOf } from "./release/notes.ts";

const dist = join(root, "dist");

/** Packages that npm installs beside the scripts; all others are bundled. */
const BESIDE = ["better-sqlite3", "node"];

const readRoot = (name: string): string => readFileSync(join(root, name), "utf8");
const notes = (): string => notesOf(readRoot("CHANGELOG.md"), JSON.parse(readRoot("package.json")).version);

/** The npm package in dist/npm: scripts for the Node and the database engine that npm installs beside them. */
async function makePackage(): Promise<void> {
  const folder = join(dist, "npm");
  rmSync(folder, { recursive: true, force: true });
  const write = (name: string, from: string | Buffer): void => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof from === "string") copyFileSync(from, file);
    else writeFileSync(file, from, { mode: 0o755 });
  };
  const { program, threads, maps, inputs } = await bundle("package");
  for (const [name, text] of [...program, ...threads]) write(name, Buffer.from(text));
  for (const [name, text] of maps) write(`files/${name}`, Buffer.from(text));
  const shipped = shippedFiles();
  for (const [name, from] of shipped) write(`files/${name}`, from);
  const { dependencies, ...about } = JSON.parse(readRoot("package.json"));
  const { name, version, description, license } = about;
  const needed = Object.fromEntries(BESIDE.map((each) => [each, dependencies[each]]));
  const manifest = { name, version, description, license, bin: { debut: "debut.cjs" }, dependencies: needed };
  write("package.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const file of ["README.md", "LICENSE"]) write(file, join(root, file));
  write("licences.txt", Buffer.from(licences(packagesOf([...inputs, ...shipped.values()]))));
}

async function make(target: Target): Promise<void> {
  await makeExecutable(target, dist);
  const file = join(dist, fileOf(target));
  console.log(`${file}  ${Math.round(statSync(file).size / 1e6)} MB`);
  if (target === HOST) {
    const short = join(dist, "debut");
    rmSync(short, { force: true });
    linkSync(file, short);
  }
}

async function makeContents(): Promise<void> {
  const { inputs } = await bundle({ addon: TARGETS[HOST].addon });
  await makePackage();
  const pack = ["pack", join(dist, "npm"), "--loglevel=error", "--pack-destination", dist];
  execFileSync("npm", pack, { cwd: root, stdio: "inherit" });
  const packages = packagesOf([...inputs, ...shippedFiles().values()]);
  writeFileSync(join(dist, "sbom.cdx.json"), billOfMaterials(packages));
  writeFileSync(join(dist, "licences.txt"), licences(packages));
  writeFileSync(join(dist, "notes.md"), notes());
  const released = readdirSync(dist).filter((name) => /^debut-|^sbom|^licences/.test(name));
  const sum = (name: string) =>
    createHash("sha256")
      .update(readFileSync(join(dist, name)))
      .digest("hex");
  writeFileSync(join(dist, "SHA256SUMS"), released.map((name) => `${sum(name)}  ${name}\n`).join(""));
}

const { positionals } = parseArgs({ allowPositionals: true });
const [wanted = HOST] = positionals;
if (wanted === "all") {
  for (const target of Object.keys(TARGETS) as Target[]) await make(target);
  await makeContents();
} else if (wanted === "contents") await makeContents();
else if (wanted === "package") await makePackage();
else if (wanted === "notes") process.stdout.write(notes());
else if (wanted in TARGETS) await make(wanted as Target);
else
  throw new Error(
    `There is no release for ${wanted}. There is: ${Object.keys(TARGETS).join(", ")}, package, contents, notes, all.`,
  );
