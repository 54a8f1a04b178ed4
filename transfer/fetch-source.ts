import { createHash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type { Deps } from "#actions/context.ts";
import { LARGE_FILE_BYTES, MIB } from "#core/limits/body-limits.ts";
import { messageOf } from "#domain/text/failure.ts";
import { t } from "#languages/words.ts";
import { isRowFile, joinFiles } from "./folder.ts";
import { unreadable } from "./table/decode.ts";

const TIMEOUT_MS = 60_000;
const MOST_FILES = 10_000;
const SLICE_BYTES = 4 * MIB;
const ZIP = [0x50, 0x4b, 3, 4];

export type Fetched = { bytes: Uint8Array; name: string; etag: string | null; digest: string };

/** Reads a file, or a folder of a ZIP archive. Undefined if it is the same as before. */
export async function fetchSource(
  { url, etag = null, digest: before }: { url: string; etag?: string | null; digest?: string | null },
  { fetchSite }: Pick<Deps, "fetchSite">,
  signal?: AbortSignal,
): Promise<Fetched | undefined> {
  if (!URL.canParse(url)) throw unreadable(t`This is not a valid URL.`);
  const { host, pathname, hash } = new URL(url);
  const { status, headers, body } = await fetchSite(url, {
    ...{ maxBytes: LARGE_FILE_BYTES, tooLarge: "fail", timeoutMs: TIMEOUT_MS, headersTimeoutMs: TIMEOUT_MS / 2 },
    ...(signal && { signal }),
    ...(etag !== null && { headers: { "if-none-match": etag } }),
  }).catch((error: unknown) => {
    signal?.throwIfAborted();
    throw unreadable(messageOf(error));
  });
  if (status === 304) return undefined;
  if (status !== 200) throw unreadable(t`${host} answers with status ${status}.`);
  if (/^\s*<(!doctype|html)/i.test(new TextDecoder().decode(body.subarray(0, 200))))
    throw unreadable(t`This is a web page. For a folder in Git, use the address of its ZIP archive.`);
  const bytes = ZIP.every((byte, index) => body[index] === byte)
    ? await joinFiles(await unpack(body, folderOf(hash)))
    : body;
  const digest = createHash("sha256").update(bytes).digest("base64url");
  if (digest === before) return undefined;
  return { bytes, name: `${host}${pathname}${hash}`, etag: headers.etag ?? null, digest };
}

function folderOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1)).replace(/^\/|\/$/g, "");
  } catch {
    return hash.slice(1);
  }
}

/** Archives of GitHub, GitLab and Gitea have all files in one folder. */
async function unpack(archive: Uint8Array, folder: string) {
  const { unzipSync } = await import("fflate");
  const read = (filter: (file: { name: string; originalSize: number }) => boolean) => {
    try {
      return unzipSync(archive, { filter });
    } catch (error) {
      throw unreadable(t`This ZIP archive cannot be read: ${messageOf(error)}`);
    }
  };
  const sizes = new Map<string, number>();
  read(({ name, originalSize }) => !sizes.set(name, originalSize));
  const names = [...sizes.keys()];
  const top = `${names[0]?.split("/", 1)[0]}/`;
  const skipped = names.every((name) => name.startsWith(top)) ? top.length : 0;
  const start = folder && `${folder}/`;
  const wanted = names.filter(
    (name) => name.startsWith(start, skipped) && isRowFile(name.slice(skipped + start.length)),
  );
  const sizeOf = (name: string): number => sizes.get(name) ?? 0;
  if (wanted.length > MOST_FILES || wanted.reduce((sum, name) => sum + sizeOf(name), 0) > LARGE_FILE_BYTES)
    throw unreadable(t`This ZIP archive cannot be read: ${"it is too large"}`);
  // In slices of some 30 ms, so that others are answered meanwhile.
  const files: { path: string; bytes: Uint8Array }[] = [];
  for (let from = 0, to = 0; from < wanted.length; from = to) {
    for (let bytes = 0; to < wanted.length && bytes < SLICE_BYTES; to++) bytes += sizeOf(wanted[to] ?? "");
    const slice = new Set(wanted.slice(from, to));
    for (const [name, bytes] of Object.entries(read(({ name }) => slice.has(name))))
      files.push({ path: name.slice(skipped), bytes });
    await breathe();
  }
  return files;
}
