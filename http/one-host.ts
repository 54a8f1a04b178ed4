import type { Deps } from "#actions/context.ts";
import { AppError } from "#core/errors/errors.ts";
import { given } from "#domain/text/given.ts";
import type { CommonHeaders } from "./common-headers.ts";
import type { Gate } from "./incoming.ts";
import { refusalOf, sendProblem } from "./refusal.ts";

/** Refuses a second Host header, of which a proxy may have read the other one (RFC 9112, 3.2). Node refuses none. */
export const oneHost =
  (deps: Pick<Deps, "settings" | "log">, common: CommonHeaders): Gate =>
  (req, res, next) => {
    const { rawHeaders } = req;
    let hosts = 0;
    for (let at = 0; at < rawHeaders.length; at += 2)
      if (given(rawHeaders[at]).length === 4 && given(rawHeaders[at]).toLowerCase() === "host") hosts++;
    if (hosts <= 1) return next();
    const error = new AppError("validation_failed", "The request has several Host headers. Send one.");
    common.set(req, res);
    res.setHeader("Connection", "close");
    sendProblem(res, refusalOf(error, req, deps));
  };
