import { hash } from "node:crypto";

/** Logos and portraits are squares of at most this many pixels; what is wide is at most so wide. */
export const PICTURE_SIZES = { square: [96, 192], wide: [640, 1280] } as const;
/** What we make copies of. What is decoded takes four bytes a pixel, whatever the file says it weighs. */
export const PICTURE_LIMITS = { bytes: 5_000_000, pixels: 24_000_000, side: 10_000 } as const;
/** Why no copy of a picture is made, in a plain sentence for whoever named it. */
export class UnfitPicture extends Error {
  static readonly code = "unfit_picture";
  readonly code = UnfitPicture.code;
}

export type PictureShape = keyof typeof PICTURE_SIZES;

/** Names the copy of a picture by the address that it came from. */
export const pictureKey = (url: string): string => hash("sha256", url, "base64url").slice(0, 27);

/** Where our own copy of somebody else's picture is served. */
export const picturePath = (url: string, size: (typeof PICTURE_SIZES)[PictureShape][number]): string =>
  `/pictures/${pictureKey(url)}/${size}`;
