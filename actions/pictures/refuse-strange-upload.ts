import { uploadIdIn } from "#domain/pictures/pictures.ts";
import type { Fault } from "#domain/text/fault.ts";
import { t } from "#languages/words.ts";
import type { Reads } from "#store/store.ts";
import type { Deps, Member } from "../context.ts";

type Named = { url: string; pointer: string };
type Needs = Pick<Deps, "settings"> & { caller: Pick<Member, "accountId"> };

/**
 * Faults of upload URLs that the caller may not use: deleted ones, or another person's that no
 * public page shows. `known` are already in use.
 */
export async function strangeUploads(
  named: readonly Named[],
  known: readonly (string | null | undefined)[],
  { uploads }: { uploads: Pick<Reads["uploads"], "isFor"> },
  { settings, caller }: Needs,
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const { url, pointer } of named) {
    const id = uploadIdIn(url);
    if (id === undefined || known.includes(url)) continue;
    const isOurs = new URL(url).origin === settings.BASE_URL;
    if (isOurs && !(await uploads.isFor(id, caller.accountId)))
      faults.push({ pointer, code: "unknown_upload", detail: t`There is no such uploaded picture. Upload it again.` });
    // The site itself may run without TLS.
    if (!isOurs && !/^https:/i.test(url))
      faults.push({ pointer, code: "format", detail: t`Must be an https link to a picture.` });
  }
  return faults;
}
