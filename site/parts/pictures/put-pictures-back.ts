import type { Deps, Member } from "../../../actions/context.ts";
import { setFace } from "../../../actions/pictures/set-face.ts";
import { setLogo } from "../../../actions/pictures/set-logo.ts";
import { setPictures } from "../../../actions/pictures/set-pictures.ts";
import type { PicturesBefore } from "../../kit/undo.ts";

/** Sets pictures as they were; false if they were changed meanwhile. */
export async function putPicturesBack(before: PicturesBefore, context: Deps & { caller: Member }): Promise<boolean> {
  if (before.of === "listing") return (await setPictures(before, context)) === "done";
  if (before.of === "logo") await setLogo(before, context);
  else await setFace(before, context);
  return true;
}
