import { type Server, SUBSCRIPTION_ID_META_KEY } from "@modelcontextprotocol/server";

/** subscriptions/listen. Nothing that a client can follow ever changes while the program runs, so each ends at once. */
export function serveSubscriptions(server: Server): void {
  server.setRequestHandler("subscriptions/listen", async (_request, { mcpReq }) => {
    const _meta = { [SUBSCRIPTION_ID_META_KEY]: mcpReq.id };
    await mcpReq.notify({ method: "notifications/subscriptions/acknowledged", params: { notifications: {}, _meta } });
    return { _meta };
  });
}
