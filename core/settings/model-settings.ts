import { z } from "zod";
import { httpUrl, secret, whole, words } from "./kinds.ts";

const ANTHROPIC = "https://api.anthropic.com/v1/messages";

const PRICES = /^(\d+(?:\.\d+)?)\/(\d+(?:\.\d+)?)$/;

export const modelSettings = {
  MODEL_URL: httpUrl.optional(),
  MODEL_KEY: secret(500),
  MODEL_NAME: words(200),
  MODEL_MAX_CHARS: whole(2_000, 2_000_000, 220_000),
  MODEL_TIMEOUT_MS: whole(100, 280_000, 80_000),
  MODEL_PRICES: z.string().regex(PRICES, "Must be two prices like 1/5.").optional(),
  MODEL_MONTHLY_CALLS: z.coerce.number().int().min(1).optional(),
};

export const ModelSettings = z.object(modelSettings);
export type ModelSettings = z.infer<typeof ModelSettings>;
export type ModelSettingName = keyof typeof modelSettings;

const isAnthropic = (url: string): boolean =>
  new URL(url).hostname === "api.anthropic.com" || /\/v1\/messages\/?$/.test(url);

/** How to reach a model, and within which limits. */
export type ModelSetup = NonNullable<ReturnType<typeof modelSetup>>;

/** Undefined if no model is configured. */
export function modelSetup(settings: ModelSettings) {
  const { MODEL_URL, MODEL_KEY: key, MODEL_NAME } = settings;
  if (!MODEL_URL && !key) return undefined;
  const url = MODEL_URL ?? ANTHROPIC;
  const [, input, output] = PRICES.exec(settings.MODEL_PRICES ?? "") ?? [];
  return {
    isAnthropic: isAnthropic(url),
    ...{ url, key },
    name: MODEL_NAME ?? "claude-haiku-5-5",
    maxChars: settings.MODEL_MAX_CHARS,
    timeoutMs: settings.MODEL_TIMEOUT_MS,
    prices: input === undefined ? undefined : { input: Number(input), output: Number(output) },
    monthlyCalls: settings.MODEL_MONTHLY_CALLS,
  };
}

/** Settings that contradict each other. */
export function modelFault({
  MODEL_URL,
  MODEL_KEY,
  MODEL_NAME,
}: ModelSettings): { name: ModelSettingName; detail: string } | undefined {
  if (MODEL_URL && !isAnthropic(MODEL_URL) && !MODEL_NAME)
    return { name: "MODEL_NAME", detail: "Name a model of this server." };
  if (MODEL_URL && isAnthropic(MODEL_URL) && !MODEL_KEY)
    return { name: "MODEL_KEY", detail: "Anthropic's API needs a key." };
  return undefined;
}
