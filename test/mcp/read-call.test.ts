import { expect, it } from "vitest";
import { MCP_VERSIONS } from "../../actions/context.ts";
import { createEnvelopes } from "../../mcp/envelopes.ts";
import { createCallReader } from "../../mcp/read-call.ts";

const tool = { access: "public", listed: { name: "get_listing", annotations: { readOnlyHint: true } } };
const headers = { "mcp-protocol-version": MCP_VERSIONS[1], accept: "application/json, text/event-stream" };

it("parses the text around arguments and id twice, and only these two afterwards", () => {
  const read = createCallReader({ catalogue: { find: () => tool } as never, envelopes: createEnvelopes() });
  const call = (slug: string, id: number) =>
    read(
      { headers },
      Buffer.from(
        JSON.stringify({
          method: "tools/call",
          params: { name: "get_listing", arguments: { slug }, _meta: { progressToken: 7 } },
          jsonrpc: "2.0",
          id,
        }),
      ),
    );
  const [, second, third] = [call("a", 1), call("b", 2), call("c", 3)];
  expect(third).toMatchObject({ id: 3, args: { slug: "c" } });
  expect(third!.meta).toBe(second!.meta);
  expect(third!.message).toEqual({
    jsonrpc: "2.0",
    id: 3,
    method: "tools/call",
    params: { name: "get_listing", arguments: { slug: "c" }, _meta: { progressToken: 7 } },
  });
});
