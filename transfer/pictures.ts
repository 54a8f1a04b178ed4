import { imageSize } from "image-size";
import { z } from "zod";
import { HUES } from "#domain/pictures/hues.ts";
import { PICTURE_SIZES } from "#pictures/key.ts";
import type { Uploads } from "#pictures/uploads.ts";
import type { Store } from "#store/store.ts";
import { type RowFault, rowFaults } from "./row-fault.ts";

const Picture = z.strictObject({
  id: z.string().regex(/^[\w-]{27}$/),
  shape: z.enum(["square", "wide"]),
  for_site: z.boolean(),
  width: z.int().positive(),
  height: z.int().positive(),
  hue: z.enum(HUES).nullable(),
  copies: z.record(z.string().regex(/^\d{2,4}$/), z.base64()),
});
export type PictureLine = z.output<typeof Picture>;

const NAMED = /\/uploads\/([\w-]{27})\/\d{2,4}/g;

export async function* picturesNamedIn(
  data: unknown,
  seen: Set<string>,
  { store, uploads }: { store: Pick<Store, "uploads">; uploads: Pick<Uploads, "find"> },
): AsyncGenerator<PictureLine> {
  for (const [, id = ""] of JSON.stringify(data).matchAll(NAMED)) {
    if (seen.has(id)) continue;
    seen.add(id);
    const row = await store.uploads.find(id);
    if (!row) continue;
    const { shape, isForSite, width, height, hue } = row;
    const copies: Record<string, string> = {};
    for (const size of PICTURE_SIZES[shape]) {
      const copy = await uploads.find(id, size);
      if (copy) copies[size] = copy.toString("base64");
    }
    if (Object.keys(copies).length > 0) yield { id, shape, for_site: isForSite, width, height, hue, copies };
  }
}

export function readPicture(given: unknown): (PictureLine & { bytes: Map<number, Uint8Array> }) | RowFault[] {
  const parsed = Picture.safeParse(given, { reportInput: true });
  if (!parsed.success) return rowFaults(parsed.error, Picture);
  const { shape, copies } = parsed.data;
  const bytes = new Map(Object.entries(copies).map(([size, text]) => [Number(size), Buffer.from(text, "base64")]));
  const isFit = PICTURE_SIZES[shape].every((size) => isCopy(bytes.get(size), size));
  if (isFit && bytes.size === PICTURE_SIZES[shape].length) return { ...parsed.data, bytes };
  return [
    { field: "copies", inside: "", detail: `Must be WebP pictures of ${PICTURE_SIZES[shape].join(" and ")} pixels.` },
  ];
}

function isCopy(bytes: Uint8Array | undefined, size: number): boolean {
  try {
    const { type, width, height } = imageSize(bytes ?? new Uint8Array());
    return type === "webp" && Math.max(width, height) <= size;
  } catch {
    return false;
  }
}

export function withAddresses<T>(data: T, ids: ReadonlySet<string>, baseUrl: string): T {
  const text = JSON.stringify(data);
  if (!text.includes("/uploads/")) return data;
  return JSON.parse(
    text.replace(/https?:\/\/[^/"\\]+(\/uploads\/([\w-]{27})\/\d{2,4})/g, (address, path: string, id: string) =>
      ids.has(id) ? baseUrl + path : address,
    ),
  );
}
