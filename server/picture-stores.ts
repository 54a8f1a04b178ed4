import { join } from "node:path";
import { type Settings, uploadFolder } from "../core/config.ts";
import { createPictures, type Pictures } from "../pictures/pictures.ts";
import { createUploads, type Uploads } from "../pictures/uploads.ts";

/** The folders of DATA_DIR that hold pictures: copies of remote ones, and what people uploaded. */
export const createPictureStores = (settings: Settings, now: () => Date): { pictures: Pictures; uploads: Uploads } => ({
  pictures: createPictures({
    folder: join(settings.DATA_DIR, "pictures"),
    now,
    drawings: async () => (await import("../data/demo/drawings.ts")).drawings(),
  }),
  uploads: createUploads(uploadFolder(settings)),
});
