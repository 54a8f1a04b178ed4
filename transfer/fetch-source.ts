import { createHash } from "node:crypto";
import type { Deps } from "#actions/context.ts";
import { LARGE_FILE_BYTES } from "#core/limits/body-limits.ts";
import { messageOf } from "#domain/text/failure.ts";
import { t } from "#languages/words.ts";
import { isRowFile, joinFiles } from "./folder.ts";
import { unreadable } from "./table/decode.ts";

const TIMEOUT_MS = 60_000;
const MOST_FILES = 10_000;
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
  const names: string[] = [];
  let [bytes, files] = [0, 0];
  const read = (filter: (file: { name: string; originalSize: number }) => boolean) => {
    try {
      return unzipSync(archive, { filter });
    } catch (error) {
      throw unreadable(t`This ZIP archive cannot be read: ${messageOf(error)}`);
    }
  };
  read(({ name }) => void names.push(name) as never);
  const top = `${names[0]?.split("/", 1)[0]}/`;
  const skipped = names.every((name) => name.startsWith(top)) ? top.length : 0;
  const start = folder && `${folder}/`;
  const wanted = new Set(
    names.filter((name) => name.startsWith(start, skipped) && isRowFile(name.slice(skipped + start.length))),
  );
  const contents = read(({ name, originalSize }) => {
    if (!wanted.has(name)) return false;
    bytes += originalSize;
    if (bytes > LARGE_FILE_BYTES || ++files > MOST_FILES) throw new Error("it is too large");
    return true;
  });
  return Object.entries(contents).map(([name, content]) => ({ path: name.slice(skipped), bytes: content }));
}
