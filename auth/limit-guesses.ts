import { AppError, quotaExceeded } from "../core/errors.ts";
import { addressKey, type Limiter } from "../core/limiter.ts";
import type { Identify } from "./identify.ts";

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
      const key = addressKey(request.address);
      const state = await limiter.take("credential", key);
      request.onLimit?.(state, key);
      throw state.allowed ? error : quotaExceeded(state);
    }
  };
