import { z } from "zod";
import { membersOf } from "#domain/text/record.ts";
import type { AnyTool } from "#tools/define.ts";
import { clean, described, explained, type Json, schemasOf } from "#tools/schemas/json-schemas.ts";
import { type Catalogue, createCatalogue, describeTool, fromTool, type ListedTool } from "./catalogue.ts";
import { RESEARCH } from "./research.ts";

export function typedTools(tools: readonly AnyTool[]): Catalogue {
  const { schemas, nameOf } = schemasOf(tools);
  const own = tools.map((tool) =>
    fromTool(tool, {
      ...describeTool(tool),
      inputSchema: inputSchema(tool.input),
      outputSchema: outputSchema(nameOf(tool.output), schemas),
    }),
  );
  const research = RESEARCH.map(({ tool, output }) => ({
    ...tool,
    listed: { ...tool.listed, outputSchema: { ...clean(z.toJSONSchema(output)), type: "object" as const } },
  }));
  return createCatalogue([...own, ...research]);
}

function inputSchema(input: z.ZodObject): ListedTool["inputSchema"] {
  const { properties = {}, ...rest } = clean(z.toJSONSchema(input, { io: "input" }));
  return { ...rest, type: "object", properties: described(membersOf(properties), "body") };
}

const COMPONENTS = "#/components/schemas/";

/** A shape of OpenAPI whose references stay inside of it. Its root is an object, as the protocol requires. */
function outputSchema(name: string, schemas: Json): ListedTool["inputSchema"] {
  const $defs: Json = {};
  const local = (schema: unknown): Json =>
    JSON.parse(JSON.stringify(schema), (key, value) => {
      if (key !== "$ref" || typeof value !== "string" || !value.startsWith(COMPONENTS)) return value;
      const named = value.slice(COMPONENTS.length);
      if (!(named in $defs)) {
        $defs[named] = {};
        $defs[named] = local(schemas[named]);
      }
      return `#/$defs/${named}`;
    });
  const root = local(explained(schemas[name], name));
  return { ...root, type: "object", ...(Object.keys($defs).length > 0 && { $defs }) };
}
