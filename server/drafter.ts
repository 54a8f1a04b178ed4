import type { Deps } from "#actions/context.ts";
import { isOverLimit } from "#actions/drafts/model-limit.ts";
import { modelSetup } from "#core/settings/model-settings.ts";
import type { Drafter } from "#drafting/drafter.ts";
import { type DraftingThread, draftInThread } from "#drafting/drafting-thread.ts";
import { ModelFailure } from "#drafting/model/model.ts";

type World = Pick<Deps, "settings" | "store" | "now" | "sleep" | "log"> & {
  thread: DraftingThread;
  fetch: typeof fetch;
};

/** Drafts with the configured model within its monthly limit, and keeps count; or by rules. */
export function createDrafter({ settings, store, now, sleep, log, thread, fetch }: World): Drafter {
  const warn = (message: string, details: Record<string, unknown>) => log.warn(details, message);
  const byRules = draftInThread(thread, warn);
  /** Kept while its settings stay, because it remembers what the server accepts. */
  let kept: { of: string; drafter: Drafter } | undefined;

  async function byModel(): Promise<Drafter> {
    const setup = modelSetup(settings);
    if (!setup) return byRules;
    const of = JSON.stringify(setup);
    if (kept?.of === of) return kept.drafter;
    const [{ connectModel }, { createModelDrafter }] = await Promise.all([
      import("#drafting/model/connect-model.ts"),
      import("#drafting/model/model-drafter.ts"),
    ]);
    const model = await connectModel(setup, { fetch, now, sleep });
    const { name, maxChars, prices } = setup;
    const drafter = createModelDrafter({
      ...{ name, maxChars, prices, byRules, thread, log: warn },
      async model(request) {
        if (await isOverLimit(setup, store, now())) throw new ModelFailure("limit", "The monthly limit is reached.");
        return model(request);
      },
    });
    kept = { of, drafter };
    return drafter;
  }

  return async (request) => {
    const drafted = await (request.isByRules ? byRules : await byModel())(request);
    const { call } = drafted;
    if (call)
      await store
        .change((tx) => tx.modelCalls.add({ ...call, at: now() }), [])
        .catch((error: unknown) => log.warn({ err: error }, "a call of the model was not counted"));
    return drafted;
  };
}
