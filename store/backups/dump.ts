import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MARK } from "../repos/runtime/sealing.ts";

const BEGINNING = "PGDMP";
const MOST_SHOWN = 300;
const MOST_OUTPUT = 64 * 1024 * 1024;

export function isDump(file: string): boolean {
  const handle = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(BEGINNING.length);
    readSync(handle, bytes);
    return bytes.toString() === BEGINNING;
  } finally {
    closeSync(handle);
  }
}

/** Runs a PostgreSQL program against a database. The password never appears in a process list. */
async function run(program: string, url: string, args: (address: string) => string[]): Promise<string> {
  const address = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), "debut-"));
  try {
    if (address.password) {
      const password = decodeURIComponent(address.password).replace(/[\\:]/g, "\\$&");
      writeFileSync(join(folder, "pass"), `*:*:*:*:${password}\n`, { mode: 0o600 });
      address.password = "";
      address.searchParams.set("passfile", join(folder, "pass"));
    }
    return await output(program, args(address.href));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function output(program: string, args: string[]): Promise<string> {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve, reject) => {
    execFile(program, args, { maxBuffer: MOST_OUTPUT }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      reject(new Error(`${program} failed: ${whyOf(program, error.code, stderr)}`));
    });
  });
}

function whyOf(program: string, code: unknown, stderr: string): string {
  if (code === "ENOENT")
    return `there is no such program here. Install the client programs of PostgreSQL, or use the backups of your provider.`;
  const said = stderr
    .replaceAll(`${program}: `, "")
    .replace(/\s*\n\s*/g, " ")
    .trim()
    .slice(0, MOST_SHOWN);
  return /server version mismatch/.test(said) ? `${said} Install its version of the server, or a newer one.` : said;
}

/** Dumps the database, then reads the contents of the dump back. */
export async function dump(url: string, file: string): Promise<void> {
  const options = ["--format=custom", "--no-owner", "--no-privileges", "--schema=public"];
  await run("pg_dump", url, (address) => [...options, `--file=${file}`, `--dbname=${address}`]);
  const contents = await output("pg_restore", ["--list", file]);
  if (!/ TABLE DATA public listings /.test(contents)) throw new Error(`${file} has no listings.`);
}

export async function dumpedVersion(file: string): Promise<number> {
  const rows = await output("pg_restore", ["--data-only", "--table=schema_version", "--file=-", file]);
  const versions = rows.split("\n").filter((line) => /^\d+$/.test(line));
  return Math.max(0, ...versions.map(Number));
}

/** Identifies the key that sealed the secrets in a dump. */
export async function dumpedMark(file: string): Promise<string | undefined> {
  const rows = await output("pg_restore", ["--data-only", "--table=secrets", "--file=-", file]);
  return rows.split("\n").flatMap((line) => (line.startsWith(`${MARK}\t`) ? [line.slice(MARK.length + 1)] : []))[0];
}

/** Restores a dump into an empty schema, completely or not at all. */
export const bringDump = (url: string, file: string): Promise<string> =>
  run("pg_restore", url, (address) => [
    ...["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error", "--schema=public"],
    ...[`--dbname=${address}`, file],
  ]);
