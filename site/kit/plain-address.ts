import type { RequestHandler } from "express";
import { AppError } from "../../core/errors/errors.ts";
import { hasEncodedControls } from "../../domain/text/text.ts";

/** Refuses control characters in the path or the query before any page looks at them. */
export const plainAddressOnly: RequestHandler = (req, _res, next) =>
  next(
    hasEncodedControls(req.originalUrl)
      ? new AppError("validation_failed", "The address has a control character in it. Check it for a stray one.")
      : undefined,
  );
