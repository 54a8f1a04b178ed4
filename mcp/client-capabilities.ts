import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { z } from "zod";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

const Declared = z
  .object({
    extensions: z.looseObject({}).optional(),
    elicitation: z.looseObject({}).optional(),
  })
  .catch({});

type Request = Pick<ServerContext, "mcpReq">;

/** What a client says with a request of 2026-07-28 that it can do. Earlier requests say nothing. */
function declared({ mcpReq: { envelope = {} } }: Request) {
  return Declared.parse(Object.entries(envelope).find(([key]) => key === CLIENT_CAPABILITIES_META_KEY)?.[1]);
}

export const hasTasks = (request: Request): boolean => TASKS_EXTENSION in (declared(request).extensions ?? {});

/** An empty object stands for forms. */
export function canElicit(request: Request, mode: "form" | "url"): boolean {
  const { elicitation } = declared(request);
  if (!elicitation) return false;
  return mode in elicitation || (mode === "form" && Object.keys(elicitation).length === 0);
}
