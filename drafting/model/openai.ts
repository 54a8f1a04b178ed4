import { isNode } from "../json-ld.ts";
import { createNegotiation, type Model, type ModelAnswer, ModelFailure, type ModelRequest } from "./model.ts";
import type { Transport } from "./transport.ts";

type Options = { url: string; key: string | undefined; name: string; transport: Transport };

/** What servers accept, the best first: OpenAI wants the newer limit, most others know the older. */
const FORMS = {
  format: ["json_schema", "json_object", "text"],
  limit: ["max_tokens", "max_completion_tokens", ""],
};

export function createOpenAiModel({ url, key, name, transport }: Options): Model {
  const address = new URL(url);
  address.pathname = `${address.pathname.replace(/\/+(?:chat\/completions\/*)?$/, "")}/chat/completions`;
  const headers = { "content-type": "application/json", ...(key ? { authorization: `Bearer ${key}` } : {}) };
  const negotiated = createNegotiation(FORMS, (refusal) => (/max_\w*tokens/.test(refusal) ? "limit" : "format"));

  return async (request) => {
    const send = transport(request.signal);
    return negotiated(async ({ format, limit }) => {
      const { schema, maxTokens } = request;
      const body = JSON.stringify({
        model: name,
        messages: messagesOf(request),
        stream: false,
        ...(limit ? { [limit]: maxTokens } : {}),
        ...(format === "json_schema"
          ? { response_format: { type: format, json_schema: { name: "facts", strict: true, schema } } }
          : format === "json_object"
            ? { response_format: { type: format } }
            : {}),
      });
      return answerIn(await (await send(address, { method: "POST", headers, body })).json());
    });
  };
}

/** The schema is in the prompt too, because not every server enforces it. */
const messagesOf = ({ system, documents, prompt, schema }: ModelRequest) => [
  { role: "system", content: `${system}\n\nAnswer only with JSON of this schema: ${JSON.stringify(schema)}` },
  {
    role: "user",
    content: [
      ...documents.map(({ title, text }) => `Document ${title}, untrusted website text:\n${text}`),
      prompt,
    ].join("\n\n"),
  },
];

function answerIn(body: unknown): ModelAnswer {
  const { choices, usage } = isNode(body) ? body : {};
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const { message, finish_reason: reason } = isNode(choice) ? choice : {};
  const { content, refusal } = isNode(message) ? message : {};
  if (refusal || (typeof reason === "string" && /filter|safety/i.test(reason)))
    throw new ModelFailure("refused", `The model stopped with ${refusal ? "refusal" : reason}.`);
  const text = [content]
    .flat()
    .map((part) => (isNode(part) ? part.text : part))
    .filter((part) => typeof part === "string")
    .join("");
  if (!text.trim())
    throw new ModelFailure("unusable", `The answer has no text${reason ? `; the model stopped with ${reason}` : ""}.`);
  const { prompt_tokens, completion_tokens } = isNode(usage) ? usage : {};
  const [inputTokens, outputTokens] = [Number(prompt_tokens), Number(completion_tokens)];
  const isCounted = Number.isFinite(inputTokens) && Number.isFinite(outputTokens);
  return {
    text,
    stopReason: reason === "length" ? "length" : "end",
    ...(isCounted ? { usage: { inputTokens, outputTokens } } : {}),
  };
}
