import { AppError } from "../core/errors.ts";
import { addressKey, type Limiter, takeQuota } from "../core/limiter.ts";
import type { Identify } from "../http/credentials.ts";

/**
 * An address that keeps sending credentials that are not valid is told to wait. A valid one is never refused because of others at
 * its address, and one that has expired is no guess.
 */
export const limitGuesses =
  (identify: Identify, limiter: Limiter): Identify =>
  async (authorization, request) => {
    try {
      return await identify(authorization, request);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
      await takeQuota(limiter, "credential", addressKey(request.address), request);
      throw error;
    }
  };
