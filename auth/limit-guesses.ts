import { AppError } from "#core/errors/errors.ts";
import { addressKey, type Limiter, takeQuota } from "#core/limits/limiter.ts";
import type { Identify } from "#http/credentials.ts";

/**
 * Limits invalid credentials by IP address. Valid credentials are never refused for others'
 * failures, and expired ones do not count.
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
