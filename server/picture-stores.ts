import { join } from "node:path";
import { createDiskCache } from "#core/runtime/disk-cache.ts";
import { type Settings, uploadFolder } from "#core/settings/config.ts";
import { readBucketAddress } from "#core/storage/address.ts";
import { createBucket } from "#core/storage/bucket.ts";
import { createFolder } from "#core/storage/folder.ts";
import { createShared } from "#core/storage/shared.ts";
import type { Storage } from "#core/storage/storage.ts";
import { onceFor } from "#domain/text/once.ts";
import { createPictures, type Pictures } from "#pictures/pictures.ts";
import { createResizer } from "#pictures/resize.ts";
import { createUploads, type Uploads } from "#pictures/uploads.ts";
import { outsideChanges } from "#store/in-change.ts";

const BYTES_PER_MB = 1024 * 1024;
const TYPE = "image/webp";

export type Storages = { pictures: Storage; uploads: Storage };

export const localStorages = (settings: Settings, now: () => Date): Storages => ({
  pictures: createFolder({ folder: join(settings.DATA_DIR, "pictures"), now, flush: false }),
  uploads: createFolder({ folder: uploadFolder(settings), now, flush: true }),
});

export function bucketStorages(url: string, settings: Settings, now: () => Date): Storages {
  const address = readBucketAddress(url);
  const maxBytes = settings.STORAGE_CACHE_MB * BYTES_PER_MB;
  const open = (folder: string, share: number): Storage => {
    const cache = createDiskCache({ folder: settings.DATA_DIR, maxBytes: maxBytes * share });
    const storage = createShared({ bucket: createBucket(address, folder), cache, type: TYPE, now });
    return {
      ...storage,
      get: outsideChanges("get of a stored file", storage.get),
      put: outsideChanges("put of a stored file", storage.put),
      delete: outsideChanges("delete of a stored file", storage.delete),
    };
  };
  return { pictures: open("pictures", 3 / 4), uploads: open("uploads", 1 / 4) };
}

/** The storage that is set now: admins can choose another one while the site runs. */
const current = (now: () => Storage): Storage => ({
  get: (name) => now().get(name),
  put: (name, content) => now().put(name, content),
  delete: (name) => now().delete(name),
  list: () => now().list(),
  knownSince: (name) => now().knownSince(name),
  look: (name) => now().look(name),
});

export function createPictureStores(settings: Settings, now: () => Date): { pictures: Pictures; uploads: Uploads } {
  const storages = onceFor(
    () => settings.STORAGE_URL,
    (url) => (url ? bucketStorages(url, settings, now) : localStorages(settings, now)),
  );
  const resizer = createResizer();
  return {
    pictures: createPictures({
      ...{ storage: current(() => storages().pictures), resizer },
      now,
      drawings: async () => (await import("#data/demo/drawings.ts")).drawings(),
    }),
    uploads: createUploads(
      current(() => storages().uploads),
      resizer,
    ),
  };
}
