import type { AnyTool } from "../tools/define.ts";
import type { Call } from "../tools/invoke.ts";

export type ResourceContext = { call: Call; openApiDocument: () => object };

/** A resource made by a tool. `read` returns what becomes JSON, and throws AppError like the tool. */
export type Readable = { name: string; title: string; description: string } & Pick<AnyTool, "isOwnText">;

export type FixedResource = Readable & { uri: string; read: (context: ResourceContext) => Promise<object> };

/** A family of resources `scheme://{slug}`. */
export type ResourceTemplate = Readable & {
  scheme: string;
  read: (slug: string, context: ResourceContext) => Promise<object>;
  /** Slugs for what someone typed so far, best first. */
  complete: (typed: string, context: ResourceContext) => Promise<string[]>;
};

export type Prompt = {
  name: string;
  title: string;
  description: string;
  /** The tools it asks for; it is listed only where they are offered. */
  tools: readonly string[];
  arguments: { name: string; description: string; complete?: ResourceTemplate["complete"] }[];
  /** The message to the model, and the resources it needs, by address. All arguments are given. */
  compose: (
    args: Record<string, string>,
    context: ResourceContext,
  ) => Promise<{ text: string; attached?: { uri: string; content: object; of: Readable }[] }>;
};

/** JSON is what every reader of these resources gets. */
export const MIME_TYPE = "application/json";
