import { hash } from "node:crypto";
import { inEnglish, type Text } from "#languages/words.ts";

/** Logos and portraits are squares of at most this many pixels; other pictures have at most this width. */
export const PICTURE_SIZES = { square: [96, 192], wide: [640, 1280] } as const;
/** Limits of pictures that we copy. A decoded picture takes four bytes a pixel, whatever its file size. */
export const PICTURE_LIMITS = { bytes: 5_000_000, pixels: 16_000_000, side: 10_000 } as const;
/** Why a picture is not copied, as a sentence for the person who named it. */
export class UnfitPicture extends Error {
  static readonly code = "unfit_picture";
  readonly code = UnfitPicture.code;
  /** For people. `message` is the same in English. */
  readonly detail: Text;

  constructor(detail: Text) {
    super(inEnglish(detail));
    this.detail = detail;
  }
}

export type PictureShape = keyof typeof PICTURE_SIZES;

/** Names the copy of a picture by its original address. */
export const pictureKey = (url: string): string => hash("sha256", url, "base64url").slice(0, 27);

export const uploadPath = (id: string, size: (typeof PICTURE_SIZES)[PictureShape][number]): string =>
  `/uploads/${id}/${size}`;

/** The path by which profiles name an uploaded picture: that of its largest copy. */
export const namedPath = ({ id, shape }: { id: string; shape: PictureShape }): string =>
  uploadPath(id, PICTURE_SIZES[shape][1]);

export const picturePath = (url: string, size: (typeof PICTURE_SIZES)[PictureShape][number]): string =>
  `/pictures/${pictureKey(url)}/${size}`;
