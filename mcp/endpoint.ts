import type { ResourcePath, Scope } from "#actions/context.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Lists } from "./lists.ts";

export type Endpoint = {
  path: ResourcePath | "/mcp/public";
  scopes: readonly Scope[];
  catalogue: Catalogue;
  lists: Lists;
  signIn: "when_needed" | "always" | "never";
};
