import {
  type ModelSettingName,
  ModelSettings,
  type ModelSetup,
  modelSettings,
  modelSetup,
} from "#core/settings/model-settings.ts";
import { keysOf } from "#domain/text/keys.ts";
import type { Tx } from "#store/store.ts";
import type { Deps } from "../context.ts";

const SECRET = "model";

/** Settings as typed. */
export type TypedModel = Partial<Record<ModelSettingName, string>>;
export type ModelSource = { setup: ModelSetup | undefined; isFromEnvironment: boolean; typed: TypedModel };

/**
 * The model in use. If the environment names one, all of its settings come from there: an admin
 * could otherwise send its key to another address.
 */
export async function modelInUse({ settings, store }: Pick<Deps, "settings" | "store">): Promise<ModelSource> {
  const given = modelSetup(settings);
  if (given) return { setup: given, isFromEnvironment: true, typed: {} };
  const typed = await typedModel(store);
  const { data } = ModelSettings.safeParse(typed);
  return { setup: data && modelSetup(data), isFromEnvironment: false, typed };
}

export async function typedModel({
  secrets,
}: Pick<Tx, "secrets"> | Pick<Deps["store"], "secrets">): Promise<TypedModel> {
  const stored: TypedModel = JSON.parse((await secrets.find(SECRET)) ?? "{}");
  return Object.fromEntries(keysOf(modelSettings).flatMap((name) => (stored[name] ? [[name, stored[name]]] : [])));
}

/** Sealed, because it has the key. Every process reads it before each draft. */
export const saveModel = (tx: Tx, typed: TypedModel): Promise<void> => tx.secrets.save(SECRET, JSON.stringify(typed));

/** The first moment of the month in UTC. */
const monthOf = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth()));

export const isOverLimit = async (
  { monthlyCalls }: ModelSetup,
  { modelCalls }: Pick<Deps["store"], "modelCalls">,
  now: Date,
): Promise<boolean> => monthlyCalls !== undefined && (await modelCalls.madeSince(monthOf(now))) >= monthlyCalls;
