import { scheduleCall } from "#actions/notifications/webhook-endpoints.ts";
import type { JobKind } from "./runner.ts";

export const announceEvent: JobKind = {
  concurrency: 2,
  retryDelaysMs: [5_000, 60_000, 600_000],
  async run({ seq }: { seq: number }, deps) {
    const { store, now, uuid } = deps;
    if ((await store.events.endpointsFor(seq)).length === 0) return;
    await store.change(async (tx) => {
      const at = now();
      for (const endpointId of await tx.events.endpointsFor(seq)) {
        await tx.webhooks.addDelivery({ id: uuid(), endpointId, eventSeq: seq, nextAt: at, createdAt: at });
        await scheduleCall(tx, endpointId, at, deps);
      }
    });
    deps.wakeJobs();
  },
};
