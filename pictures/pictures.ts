import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Hue } from "../domain/hues.ts";
import { PICTURE_SIZES, type PictureShape, pictureKey } from "./key.ts";
import { createResize } from "./resize.ts";
import { writeWhole } from "./write-whole.ts";

const DAY_MS = 24 * 3600_000;
/** A copy is fetched again after this time. */
const FRESH_MS = 30 * DAY_MS;
/** After this time, a failed picture is fetched again. */
const REFUSED_MS = DAY_MS;

const NAME = /^[\w-]{27}-\d+\.webp$/;
const SHAPES: readonly PictureShape[] = ["square", "wide"];

export type PictureState = { state: "kept" } | { state: "waiting" } | { state: "refused"; reason: string };

/** Our own copies of logos, portraits and pictures: files that can be fetched again, so no backup holds them. */
export type Pictures = {
  /** Whether there is nothing to fetch: fresh copies in the sizes of the shape, or a recent refusal. */
  isSettled(url: string, shape: PictureShape): boolean;
  /** Whether there are copies, however old, and if not, why. A restart forgets refusals. */
  stateOf(url: string, shape: PictureShape): PictureState;
  /** Makes copies in the sizes of a shape and gives the hue of the picture. Throws if it cannot be shown. */
  keep(url: string, body: Uint8Array, shape: PictureShape): Promise<Hue | undefined>;
  /** Takes copies that are already in the sizes of a shape. */
  adopt(url: string, shape: PictureShape, copies: readonly Uint8Array[]): Promise<void>;
  /** Deletes the copies of a picture. */
  drop(url: string): Promise<void>;
  /** `reason` is a sentence for the person who named the picture. */
  refuse(url: string, reason: string): void;
  /** Allows a refused picture to be fetched again. */
  forgive(url: string): void;
  /** A copy as WebP; undefined if there is none. */
  find(key: string, size: number): Promise<Buffer | undefined>;
  close(): Promise<void>;
};

/** A picture that the program draws itself: those of the demo, whose websites cannot exist. */
type Drawing = { url: string; shape: PictureShape; draw: () => string };
/** Whether an address is one of a drawing. */
const isDrawn = (url: string): boolean => /^https:\/\/[\w-]+\.example\/drawn\//.test(url);

/** `drawings` are loaded when the first of them is missing. */
type PicturesOptions = { folder: string; now: () => Date; drawings?: () => Promise<readonly Drawing[]> };

export function createPictures({ folder, now, drawings = async () => [] }: PicturesOptions): Pictures {
  mkdirSync(folder, { recursive: true });
  /** By file, because one address may be a logo in one place and a picture in another. */
  const keptAt = new Map<string, number>();
  const refused = new Map<string, { at: number; reason: string }>();
  for (const name of readdirSync(folder))
    if (NAME.test(name)) keptAt.set(join(folder, name), statSync(join(folder, name)).mtimeMs);
  const { resize, close } = createResize();
  const fileOf = (key: string, size: number): string => join(folder, `${key}-${size}.webp`);
  const filesOf = (url: string, shape: PictureShape): string[] =>
    PICTURE_SIZES[shape].map((size) => fileOf(pictureKey(url), size));
  /** Another process may have made a copy that this one does not know. */
  const keptAtOf = (file: string): number | undefined => {
    const known = keptAt.get(file);
    if (known !== undefined || !NAME.test(basename(file))) return known;
    const found = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (found !== undefined) keptAt.set(file, found);
    return found;
  };
  let drawn: Promise<Map<string, Drawing>> | undefined;
  const loadDrawn = async () => new Map((await drawings()).map((drawing) => [pictureKey(drawing.url), drawing]));
  const underway = new Map<string, Promise<unknown>>();
  /** Makes the copies of a drawing when somebody first looks at it. */
  async function draw(key: string, size: number, keep: Pictures["keep"]): Promise<void> {
    drawn ??= loadDrawn();
    const drawing = (await drawn).get(key);
    if (!drawing || !PICTURE_SIZES[drawing.shape].some((made) => made === size)) return;
    const made = underway.get(key) ?? keep(drawing.url, Buffer.from(drawing.draw()), drawing.shape);
    underway.set(key, made);
    await made.finally(() => underway.delete(key));
  }
  const adopt: Pictures["adopt"] = async (url, shape, copies) => {
    for (const [index, file] of filesOf(url, shape).entries()) {
      await writeWhole(file, copies[index]!);
      keptAt.set(file, now().getTime());
    }
  };
  const isWithin = (at: number | undefined, ms: number) => at !== undefined && now().getTime() - at < ms;

  return {
    isSettled: (url, shape) =>
      isDrawn(url) ||
      filesOf(url, shape).every((file) => isWithin(keptAtOf(file), FRESH_MS)) ||
      isWithin(refused.get(pictureKey(url))?.at, REFUSED_MS),
    stateOf(url, shape) {
      if (isDrawn(url) || filesOf(url, shape).every((file) => keptAtOf(file) !== undefined)) return { state: "kept" };
      const reason = refused.get(pictureKey(url))?.reason;
      return reason === undefined ? { state: "waiting" } : { state: "refused", reason };
    },
    async keep(url, body, shape) {
      const { made, hue } = await resize(body, PICTURE_SIZES[shape]);
      await adopt(url, shape, made);
      return hue;
    },
    adopt,
    async drop(url) {
      for (const shape of SHAPES)
        for (const file of filesOf(url, shape)) {
          keptAt.delete(file);
          await rm(file, { force: true });
        }
    },
    refuse: (url, reason) => void refused.set(pictureKey(url), { at: now().getTime(), reason }),
    forgive: (url) => void refused.delete(pictureKey(url)),
    async find(key, size) {
      const file = fileOf(key, size);
      // A drawing that cannot be kept is missing, like a copy that was never made.
      if (keptAtOf(file) === undefined) await draw(key, size, this.keep).catch(() => undefined);
      return keptAtOf(file) !== undefined ? readFile(file).catch(() => undefined) : undefined;
    },
    close,
  };
}
