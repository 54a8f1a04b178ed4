import type { ResourcePath, Scope } from "../actions/context.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Lists } from "./lists.ts";

/** One endpoint of the server. An endpoint without sign-in ignores credentials. */
export type Endpoint = {
  path: ResourcePath | "/mcp/public";
  /** What a token for it can allow. */
  scopes: readonly Scope[];
  catalogue: Catalogue;
  lists: Lists;
  signIn: "when_needed" | "always" | "never";
};
