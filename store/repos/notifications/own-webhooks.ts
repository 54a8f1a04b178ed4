import { pick } from "#domain/text/pick.ts";
import { asc, eq } from "../../sqlite/drizzle.ts";
import type { Db } from "../../sqlite/open.ts";
import { events, webhookDeliveries, webhookEndpoints } from "../../sqlite/tables.ts";
import { ownRows } from "../accounts/own-rows.ts";

export const webhooksOf = async (db: Db, accountId: string) => ({
  webhookEndpoints: await ownRows(db, accountId).of(
    webhookEndpoints,
    pick(webhookEndpoints, "url", "types", "categories", "createdAt", "offSince", "offReason"),
    webhookEndpoints.createdAt,
  ),
  webhookDeliveries: await db
    .select({
      url: webhookEndpoints.url,
      eventId: events.id,
      ...pick(events, "type", "at", "data"),
      state: webhookDeliveries.state,
      triedAt: webhookDeliveries.triedAt,
    })
    .from(webhookDeliveries)
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .innerJoin(events, eq(events.seq, webhookDeliveries.eventSeq))
    .where(eq(webhookEndpoints.accountId, accountId))
    .orderBy(asc(events.seq)),
});
