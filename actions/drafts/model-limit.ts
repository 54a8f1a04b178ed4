import type { ModelSetup } from "#core/settings/model-settings.ts";
import type { Deps } from "../context.ts";

/** The first moment of the month in UTC. */
const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

export const isOverLimit = async (
  { monthlyCalls }: ModelSetup,
  { modelCalls }: Pick<Deps["store"], "modelCalls">,
  now: Date,
): Promise<boolean> => monthlyCalls !== undefined && (await modelCalls.madeSince(monthOf(now))) >= monthlyCalls;
