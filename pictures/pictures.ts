import type { Storage } from "#core/storage/storage.ts";
import type { Hue } from "#domain/pictures/hues.ts";
import { given } from "#domain/text/given.ts";
import { PICTURE_SIZES, type PictureShape, pictureKey } from "./key.ts";
import type { Resizer } from "./resize.ts";

const DAY_MS = 24 * 3600_000;
/** A copy is fetched again after this time. */
const FRESH_MS = 30 * DAY_MS;
/** After this time, a failed picture is fetched again. */
const REFUSED_MS = DAY_MS;

const NAME = /^[\w-]{27}-\d+\.webp$/;
const SHAPES: readonly PictureShape[] = ["square", "wide"];

export type PictureState = { state: "kept" } | { state: "waiting" } | { state: "refused"; reason: string };

/** Copies of logos, portraits and pictures. They can be made again, so backups leave them out. */
export type Pictures = {
  /** Whether there is nothing to fetch: fresh copies in the sizes of the shape, or a recent refusal. */
  isSettled(url: string, shape: PictureShape): boolean;
  settles(url: string, shape: PictureShape): Promise<boolean>;
  /** Whether there are copies, however old, and if not, why. A restart forgets refusals. */
  stateOf(url: string, shape: PictureShape): PictureState;
  /** Makes copies in the sizes of a shape and gives the hue of the picture. Throws if it cannot be shown. */
  keep(url: string, body: Uint8Array, shape: PictureShape): Promise<Hue | undefined>;
  adopt(url: string, shape: PictureShape, copies: readonly Uint8Array[]): Promise<void>;
  drop(url: string): Promise<void>;
  /** `reason` is a sentence for the person who named the picture. */
  refuse(url: string, reason: string): void;
  forgive(url: string): void;
  /** A copy as WebP; undefined if there is none. */
  find(key: string, size: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

/** A picture that the program draws itself: those of the demo, whose websites cannot exist. */
type Drawing = { url: string; shape: PictureShape; draw: () => string };
const isDrawn = (url: string): boolean => /^https:\/\/[\w-]+\.example\/drawn\//.test(url);

/** `drawings` are loaded when the first of them is missing. */
type PicturesOptions = {
  storage: Storage;
  resizer: Resizer;
  now: () => Date;
  drawings?: () => Promise<readonly Drawing[]>;
};

export function createPictures({ storage, resizer, now, drawings = async () => [] }: PicturesOptions): Pictures {
  const refused = new Map<string, { at: number; reason: string }>();
  const nameOf = (key: string, size: number): string => `${key}-${size}.webp`;
  /** Of each size, because one address may be a logo in one place and a picture in another. */
  const namesOf = (url: string, shape: PictureShape): string[] =>
    PICTURE_SIZES[shape].map((size) => nameOf(pictureKey(url), size));
  let drawn: Promise<Map<string, Drawing>> | undefined;
  const loadDrawn = async () => new Map((await drawings()).map((drawing) => [pictureKey(drawing.url), drawing]));
  const underway = new Map<string, Promise<unknown>>();
  async function draw(key: string, size: number, keep: Pictures["keep"]): Promise<boolean> {
    drawn ??= loadDrawn();
    const drawing = (await drawn).get(key);
    if (!drawing || !PICTURE_SIZES[drawing.shape].some((made) => made === size)) return false;
    const made = underway.get(key) ?? keep(drawing.url, Buffer.from(drawing.draw()), drawing.shape);
    underway.set(key, made);
    await made.finally(() => underway.delete(key));
    return true;
  }
  const adopt: Pictures["adopt"] = async (url, shape, copies) => {
    for (const [index, name] of namesOf(url, shape).entries()) await storage.put(name, given(copies[index]));
  };
  const lookAt = (url: string, shape: PictureShape) =>
    Promise.all(namesOf(url, shape).map((name) => storage.look(name)));
  const isWithin = (at: number | undefined, ms: number) => at !== undefined && now().getTime() - at < ms;

  return {
    isSettled: (url, shape) =>
      isDrawn(url) ||
      namesOf(url, shape).every((name) => isWithin(storage.knownSince(name), FRESH_MS)) ||
      isWithin(refused.get(pictureKey(url))?.at, REFUSED_MS),
    async settles(url, shape) {
      await lookAt(url, shape);
      return this.isSettled(url, shape);
    },
    stateOf(url, shape) {
      if (isDrawn(url) || namesOf(url, shape).every((name) => storage.knownSince(name) !== undefined))
        return { state: "kept" };
      const reason = refused.get(pictureKey(url))?.reason;
      lookAt(url, shape).catch(() => undefined);
      return reason === undefined ? { state: "waiting" } : { state: "refused", reason };
    },
    async keep(url, body, shape) {
      const { made, hue } = await resizer.resize(body, PICTURE_SIZES[shape], { owner: new URL(url).host });
      await adopt(url, shape, made);
      return hue;
    },
    adopt,
    async drop(url) {
      for (const shape of SHAPES) for (const name of namesOf(url, shape)) await storage.delete(name);
    },
    refuse: (url, reason) => void refused.set(pictureKey(url), { at: now().getTime(), reason }),
    forgive: (url) => void refused.delete(pictureKey(url)),
    async find(key, size) {
      const name = nameOf(key, size);
      if (!NAME.test(name)) return undefined;
      // Only a cache: pages show something else while the storage does not answer.
      const copy = await storage.get(name).catch(() => undefined);
      if (copy) return copy;
      // A drawing that cannot be kept is missing, like a copy that was never made.
      const isDrawable = await draw(key, size, this.keep).catch(() => false);
      return isDrawable ? storage.get(name) : undefined;
    },
    close: resizer.close,
  };
}
