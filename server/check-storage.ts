import { missingUploads, missingWords } from "#actions/backups/missing-uploads.ts";
import { checkUploads } from "#actions/health/files.ts";
import { Ill } from "#actions/health/finding.ts";
import type { Settings } from "#core/settings/config.ts";
import { readBucketAddress } from "#core/storage/address.ts";
import { StorageFault } from "#core/storage/storage.ts";
import type { Text } from "#languages/words.ts";
import { picturesOf } from "./commands/move/files.ts";
import { bucketStorages, localStorages } from "./picture-stores.ts";

export async function checkStorage(settings: Settings, now: () => Date): Promise<Text> {
  const { STORAGE_URL, DATA_DIR } = settings;
  const here = localStorages(settings, now).uploads;
  if (!STORAGE_URL) return checkUploads(settings);
  const { uploads } = bucketStorages(STORAGE_URL, settings, now);
  const { base } = readBucketAddress(STORAGE_URL);
  const probe = `.doctor-${process.pid}`;
  try {
    const content = Buffer.from(now().toISOString());
    await uploads.put(probe, content);
    await uploads.delete(probe);
    const there = await picturesOf(uploads);
    const behind = [...(await picturesOf(here)).keys()].filter((name) => !there.has(name));
    if (behind.length)
      throw new Ill(`${behind.length} uploaded files are in ${DATA_DIR}/uploads only`, "Run debut move --files");
    const missing = await missingUploads(settings, () => new Set(there.keys()));
    if (missing.length)
      throw new Ill(missingWords(missing, base), "Restore their last versions in the bucket, or upload them again.");
    return `${base} can be written; it has ${there.size} files of uploaded pictures`;
  } catch (error) {
    if (error instanceof StorageFault) throw new Ill(error.reason, error.cure);
    throw error;
  }
}
