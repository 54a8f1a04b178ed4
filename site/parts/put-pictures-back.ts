import type { Deps, Member } from "../../actions/context.ts";
import { setFace } from "../../actions/listings/set-face.ts";
import { setLogo } from "../../actions/listings/set-logo.ts";
import { setPictures } from "../../actions/listings/set-pictures.ts";
import type { PicturesBefore } from "../kit/undo.ts";

/** Sets pictures as they were; false if they were changed meanwhile. */
export async function putPicturesBack(before: PicturesBefore, context: Deps & { caller: Member }): Promise<boolean> {
  if (before.of === "listing") return (await setPictures(before, context)) === "done";
  if (before.of === "logo") await setLogo(before, context);
  else await setFace(before, context);
  return true;
}
