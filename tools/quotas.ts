import type { Caller, Interface } from "../actions/context.ts";
import { addressKey, type LimitName } from "../core/limits/limiter.ts";
import type { AnyTool } from "./define.ts";

type Asked = { caller: Caller; interface: Interface };

/**
 * The quota of a call before its input is read; undefined if the interface counts it itself: pages
 * count views, and MCP counts the messages of anonymous callers.
 */
export function quotaOf(
  { annotations, anonymousLimits = {} }: Pick<AnyTool, "annotations" | "anonymousLimits">,
  { caller, interface: via }: Asked,
  isSent: (input: string) => boolean,
): { name: LimitName; key: string } | undefined {
  if (caller.kind === "member")
    return via === "site" ? undefined : { name: annotations.readOnlyHint ? "read" : "write", key: caller.accountId };
  if (via === "mcp") return undefined;
  const declared = Object.entries(anonymousLimits).find(([input]) => isSent(input))?.[1];
  const name = declared ?? (via === "site" ? undefined : "read-anonymous");
  return name && { name, key: addressKey(caller.address) };
}
