import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { SKILLS_EXTENSION_ID, SKILLS_GET_METHOD, SKILLS_LIST_METHOD } from "@modelcontextprotocol/server/ext/skills";
import { z } from "zod";
import type { SiteShape } from "#domain/site/site-shape.ts";
import { skills } from "#resources/skills.ts";

export const SKILLS_CAPABILITY = { [SKILLS_EXTENSION_ID]: {} };

/** Made once: a server is created for each request, and a schema takes longer than all of it. */
const ListParams = z.looseObject({ cursor: z.string().optional() });
const GetParams = z.looseObject({ uri: z.string() });

type Hint = { ttlMs: number; cacheScope: "public" };

/** skills/list and skills/get. The SDK's own wiring needs its high-level server. */
export function serveSkills(server: Server, shape: SiteShape, hint: Hint): void {
  server.setRequestHandler(SKILLS_LIST_METHOD, { params: ListParams }, async () => ({
    skills: [...(await skills(shape))],
    ...hint,
  }));
  server.setRequestHandler(SKILLS_GET_METHOD, { params: GetParams }, async ({ uri }) => {
    const skill = (await skills(shape)).find((each) => each.uri === uri);
    if (!skill)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown skill. skills/list names every skill.");
    return { skill, ...hint };
  });
}
