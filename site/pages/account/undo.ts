import { Router } from "express";
import { attempt, attemptTo } from "../../kit/attempt.ts";
import { formText } from "../../kit/form.ts";
import { withNotice } from "../../kit/notices.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../../kit/site.ts";
import { putPicturesBack } from "../../parts/pictures/put-pictures-back.ts";

/** The undo button in notices like "deleted" and "saved". */
export function undoPages({ deps, undo }: Site): Router {
  const router = Router();

  router.post("/account/undo", accountOnly, async (req, res) => {
    const back = await undo.take(accountOf(res).id, formText(req, "undo"));
    if (!back) return seeOther(res, withNotice("/account/listings", "undo-over"));
    const caller = memberOf(req, res);
    const isBack =
      "tool" in back
        ? (await attempt(back.tool, back.input, { deps, caller })).error === undefined
        : (await attemptTo(() => putPicturesBack(back.pictures, { ...deps, caller }))).output === true;
    seeOther(res, withNotice(back.path, isBack ? "undone" : "undo-failed"));
  });

  return router;
}
