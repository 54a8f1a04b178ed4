import type { ModelSetup } from "#core/settings/model-settings.ts";
import type { Model } from "./model.ts";
import { createOpenAiModel } from "./openai.ts";
import { createTransport, type TransportOptions } from "./transport.ts";

/** Loads Anthropic's library only for its protocol. */
export async function connectModel(
  setup: ModelSetup,
  world: Pick<TransportOptions, "fetch" | "now" | "sleep">,
): Promise<Model> {
  const { isAnthropic, url, key, name, timeoutMs } = setup;
  const transport = createTransport({ key, timeoutMs, ...world });
  if (!isAnthropic) return createOpenAiModel({ url, key, name, transport });
  const { createAnthropicModel } = await import("./anthropic.ts");
  return createAnthropicModel({ url, key: key ?? "", name, transport });
}
