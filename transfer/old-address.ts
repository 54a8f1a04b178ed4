import type { Tx } from "#store/store.ts";
import type { TakeInOptions } from "./taking.ts";

/** The path and query of a former page, as `redirects` has it. Undefined for the start page. */
export function oldPath(address: string): string | undefined {
  const url = URL.parse(address, "https://former.example");
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/(?<=.)\/+$/, "") + url.search;
  return path === "/" ? undefined : path;
}

export async function keepOldAddress(
  tx: Tx,
  address: string,
  slug: string,
  { now, importId }: Pick<TakeInOptions, "now" | "importId">,
): Promise<void> {
  const [fromPath, toPath] = [oldPath(address), `/listings/${slug}`];
  if (fromPath && fromPath !== toPath) await tx.redirects.save({ fromPath, toPath, at: now(), importId });
}
