import type { Request, Response } from "express";
import { type Html, html } from "#core/text/html.ts";
import { LONGEST_ADDRESS } from "#domain/pictures/pictures.ts";
import { joined, type Text, t } from "#languages/words.ts";
import type { Crop } from "#pictures/crop.ts";
import { PICTURE_LIMITS, type PictureShape } from "#pictures/key.ts";
import { field, formText, formTo } from "../../kit/form.ts";
import { script } from "../../kit/scripts.ts";

const TYPES = "image/png,image/jpeg,image/webp,image/gif,image/svg+xml";
const MB = 1e6;

const PICTURE_KINDS = t`PNG, JPEG, WebP, SVG or the first frame of a GIF. At most ${PICTURE_LIMITS.bytes / MB} MB and ${PICTURE_LIMITS.pixels / MB} million pixels each.`;

type UploadField = {
  name: string;
  label: Text;
  shape: PictureShape;
  /** The button that sends the form with its files, where no script runs. */
  button: readonly [name: string, value: string];
  into: { address: string } | { rows: string; most: number };
  /** Sends the form once the address is there. */
  isSentAtOnce?: boolean;
};

export const uploadScript = (): Html => script("uploads.js");

/** A place for files. Without scripts it is a file input, and its button sends the whole form. */
export const uploadField = ({ name, label, shape, button, into, isSentAtOnce = false }: UploadField): Html => {
  const place =
    "rows" in into
      ? html` data-rows="${into.rows}" data-most="${into.most}"`
      : html` data-address="${into.address}"${isSentAtOnce && html` data-send`}`;
  return html`<div class="upload" data-upload="${shape}"${place}>
<label for="${name}">${label}</label>
<div class="row tight"><input type="file" id="${name}" name="${name}" accept="${TYPES}"
aria-describedby="${name}-kinds"${"rows" in into && html` multiple`}>
<button class="quiet slim" name="${button[0]}" value="${button[1]}" formenctype="multipart/form-data" formnovalidate
data-plain>Upload</button></div>
<p class="hint" id="${name}-kinds">${joined([!isSentAtOnce && PICTURE_KINDS, shape === "square" && t`Shown as a square.`], " ")}</p>
</div>`;
};

/** The part of a picture that was chosen, as shares of its sides; a square keeps its middle otherwise. */
export function readCrop(req: Request, shape: PictureShape): Crop | undefined {
  const shares = formText(req, "crop").split(",").map(Number);
  const [x = 0, y = 0, width = 1, height = 1] = shares;
  const isGiven = shares.length === 4 && shares.every((share) => share >= 0 && share <= 1) && width > 0 && height > 0;
  if (isGiven) return { x, y, width, height };
  return shape === "square" ? "square" : undefined;
}

type OnePicture = {
  action: string;
  name: string;
  title: Text;
  mark: Html;
  url: string;
  fault: Text | undefined;
};

export const onePicture = (res: Response, { action, name, title, mark, url, fault }: OnePicture): Html =>
  html`${formTo(res, action, html` class="card one-picture" novalidate`)}
<div class="row">${mark}<h3>${title}</h3></div>
${field({ name, label: t`URL`, type: "url", value: url, fault, autocomplete: "off", required: false, maxLength: LONGEST_ADDRESS })}
${uploadField({
  name: `file.${name}`,
  label: t`Or upload a file`,
  shape: "square",
  button: ["do", "upload"],
  into: { address: name },
  isSentAtOnce: true,
})}
<p class="row"><button>Save</button>${url !== "" && html` <button class="danger" name="do" value="remove">Remove</button>`}</p></form>`;
