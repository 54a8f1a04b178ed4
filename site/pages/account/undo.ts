import type { Deps, Member } from "#actions/context.ts";
import { setFace, setLogo, setPictures } from "#actions/pictures/set-pictures.ts";

import { attempt, attemptTo } from "../../kit/attempt.ts";
import { formText } from "../../kit/form.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import type { PicturesBefore } from "../../kit/undo.ts";

/** Sets pictures as they were; false if they were changed meanwhile. */
async function putPicturesBack(before: PicturesBefore, context: Deps & { caller: Member }): Promise<boolean> {
  if (before.of === "listing") return (await setPictures(before, context)) === "done";
  if (before.of === "logo") await setLogo(before, context);
  else await setFace(before, context);
  return true;
}

export function undoPages({ deps, undo, router }: Site): void {
  router.post("/account/undo", accountOnly, async (req, res) => {
    const back = await undo.take(accountOf(res).id, formText(req, "undo"));
    if (!back) return seeOther(res, "/account/listings", "undo-over");
    const caller = memberOf(req, res);
    const isBack =
      "tool" in back
        ? (await attempt(back.tool, back.input, { deps, caller })).error === undefined
        : (await attemptTo(() => putPicturesBack(back.pictures, { ...deps, caller }))).output === true;
    seeOther(res, back.path, isBack ? "undone" : "undo-failed");
  });
}
