import { Router } from "express";
import { attempt } from "../attempt.ts";
import { formText } from "../form.ts";
import { withNotice } from "../notices.ts";
import { accountOf, accountOnly, memberOf, type Site, seeOther } from "../site.ts";

/** The button beside "deleted" and "saved". */
export function undoPages({ deps, undo }: Site): Router {
  const router = Router();

  router.post("/account/undo", accountOnly, async (req, res) => {
    const back = undo.take(accountOf(res).id, formText(req, "undo"));
    if (!back) return seeOther(res, withNotice("/account/listings", "undo-over"));
    const { error } = await attempt(back.tool, back.input, { deps, caller: memberOf(req, res) });
    seeOther(res, withNotice(back.path, error ? "undo-failed" : "undone"));
  });

  return router;
}
