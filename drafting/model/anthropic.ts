import Anthropic from "@anthropic-ai/sdk";
import { createNegotiation, type Model, ModelFailure, type ModelRequest } from "./model.ts";
import type { Transport } from "./transport.ts";

type Options = { url: string; key: string; name: string; transport: Transport };

/** Prompts under 4,096 tokens are not cached; a token has up to four characters. */
const CACHEABLE = 4 * 4_096;

export function createAnthropicModel({ url, key, name, transport }: Options): Model {
  const baseURL = url.replace(/\/(?:v1\/?)?(?:messages\/?)?$/, "");
  // Models before structured outputs know neither the format nor the effort.
  const negotiated = createNegotiation({ output: ["schema", "text"] }, () => "output");

  return async (request) => {
    const send = transport(request.signal);
    return negotiated(async ({ output }) => {
      let failure: unknown;
      // Everything is given, so that the library reads nothing from the environment or disk.
      const client = new Anthropic({
        ...{ apiKey: key, authToken: null, baseURL, maxRetries: 0, timeout: 600_000, logLevel: "off" },
        fetch: (input, init) =>
          send(input, init).catch((error: unknown) => {
            failure = error;
            throw error;
          }),
      });
      const message = await client.messages.create(bodyOf(name, request, output === "schema")).catch((error) => {
        throw failure ?? error;
      });
      return answerIn(message);
    });
  };
}

function bodyOf(
  model: string,
  { system, documents, prompt, schema, maxTokens }: ModelRequest,
  hasSchema: boolean,
): Anthropic.MessageCreateParamsNonStreaming {
  const length = documents.reduce((sum, { text }) => sum + text.length, system.length);
  return {
    model,
    max_tokens: maxTokens,
    system,
    ...(hasSchema ? { output_config: { effort: "low", format: { type: "json_schema", schema } } } : {}),
    messages: [
      {
        role: "user",
        content: [
          ...documents.map(
            ({ title, text, isReused }): Anthropic.DocumentBlockParam => ({
              type: "document",
              source: { type: "text", media_type: "text/plain", data: text },
              title,
              context: "untrusted website text",
              ...(isReused && length >= CACHEABLE ? { cache_control: { type: "ephemeral", ttl: "5m" } } : {}),
            }),
          ),
          { type: "text", text: prompt },
        ],
      },
    ],
  };
}

/** Also for servers that imitate the API and omit what the types promise. */
function answerIn({ content, stop_reason, usage }: Partial<Anthropic.Message>) {
  if (stop_reason === "refusal") throw new ModelFailure("refused", "The model stopped with refusal.");
  const text = (content ?? []).map((block) => (block.type === "text" ? block.text : "")).join("");
  if (!text.trim())
    throw new ModelFailure("unusable", `The answer has no text; the model stopped with ${stop_reason}.`);
  const isCut = stop_reason === "max_tokens" || stop_reason === "model_context_window_exceeded";
  const cached = (usage?.cache_read_input_tokens ?? 0) + (usage?.cache_creation_input_tokens ?? 0);
  return {
    text,
    stopReason: isCut ? ("length" as const) : ("end" as const),
    ...(usage ? { usage: { inputTokens: usage.input_tokens + cached, outputTokens: usage.output_tokens } } : {}),
  };
}
