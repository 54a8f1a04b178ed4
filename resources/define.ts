import type { AnyTool } from "#tools/define.ts";
import type { Call } from "#tools/invoke.ts";

export type ResourceContext = { call: Call; openApiDocument: () => object };

/**
 * A resource made by a tool. `read` returns what becomes JSON, and throws AppError like the tool.
 */
export type Readable = { name: string; title: string; description: string } & Pick<AnyTool, "isOwnText">;

export type FixedResource = Readable & { uri: string; read: (context: ResourceContext) => Promise<object> };

/** A family of resources by address: `scheme://{slug}`, unless they are named in another way. */
export type ResourceTemplate = Readable & {
  scheme: string;
  variables?: `{${string}}`;
  /** Read as the caller, and never from a shared cache. */
  isPrivate?: true;
  read: (slug: string, context: ResourceContext) => Promise<object>;
  complete: (typed: string, context: ResourceContext) => Promise<string[]>;
};

export type Prompt = {
  name: string;
  title: string;
  description: string;
  tools: readonly string[];
  arguments: { name: string; description: string; complete?: ResourceTemplate["complete"] }[];
  compose: (
    args: Record<string, string>,
    context: ResourceContext,
  ) => Promise<{ text: string; attached?: { uri: string; content: object; of: Readable }[] }>;
};

export const uriTemplateOf = ({ scheme, variables = "{slug}" }: ResourceTemplate): string => `${scheme}://${variables}`;

export const MIME_TYPE = "application/json";
