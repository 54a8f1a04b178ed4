import { type JSONRPCRequest, RELATED_TASK_META_KEY } from "@modelcontextprotocol/server";
import type { Deps } from "#actions/context.ts";
import { onceFor } from "#domain/text/once.ts";
import { bytesOf, type Document } from "#tools/document.ts";
import { type Era, IDEMPOTENCY_KEY } from "./call-tool.ts";
import type { Catalogue, CatalogueTool } from "./catalogue.ts";
import { documentForModels } from "./view.ts";

/** The text around the document in a result, which contains it twice: as a JSON string and as JSON. */
type Frame = { id: number; before: string; between: string; after: string };

export type KeptCall = { tool: CatalogueTool; document: Document; frame: Frame | undefined };

/**
 * Results with cached documents. The SDK writes the first one for each tool and protocol generation. Later ones differ only
 * in the document, so they reuse the text around it.
 */
export function createKeptAnswers(deps: Deps, catalogue: Catalogue) {
  let nextId = 0;
  // Results name the site.
  const frames = onceFor(
    () => deps.settings.SITE_NAME,
    () => new Map<string, Frame>(),
  );
  const keyOf = ({ listed: { name } }: CatalogueTool, era: Era) => `${era} ${name}`;

  return {
    find({ method, params = {} }: JSONRPCRequest, era: Era): KeptCall | undefined {
      if (method !== "tools/call" || !isPlain(params)) return undefined;
      const tool = catalogue.find(params.name);
      const kept = tool?.kept?.(deps, params.arguments);
      if (!tool || !kept) return undefined;
      const document = tool.isOwnText ? kept : documentForModels(kept);
      return { tool, document, frame: frames().get(keyOf(tool, era)) };
    },
    learn(response: string, { tool, document: { text } }: KeptCall, era: Era): void {
      const [before, rest, ...more] = response.split(JSON.stringify(text));
      const [between, after, ...others] = (rest ?? "").split(text);
      if (before === undefined || between === undefined || after === undefined || more.length + others.length) return;
      frames().set(keyOf(tool, era), {
        id: nextId++,
        before: bytesOf(before),
        between: bytesOf(between),
        after: bytesOf(after),
      });
    },
    write: ({ before, between, after }: Frame, { body, quoted }: Document): string =>
      before + quoted + between + body + after,
  };
}

const PARAMS = ["name", "arguments", "_meta"];

function isPlain(params: NonNullable<JSONRPCRequest["params"]>): boolean {
  for (const name in params) if (!PARAMS.includes(name)) return false;
  const { _meta: meta = {} } = params;
  const { progressToken: token = 0 } = meta;
  return !(IDEMPOTENCY_KEY in meta || RELATED_TASK_META_KEY in meta) && ["string", "number"].includes(typeof token);
}
