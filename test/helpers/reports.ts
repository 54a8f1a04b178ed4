import type { Store } from "../../store/store.ts";
import { createVisitor, formOf, type Reply, type Visitor } from "../site/world.ts";

import type { createWorld } from "./world.ts";

export const EXPLANATION = "The second sentence is about another person.";
/** People need some seconds to write, and the form knows. */
const WRITING_MS = 5_000;

type World = Pick<Awaited<ReturnType<typeof createWorld>>, "baseUrl" | "advance" | "account" | "deps">;
type Sent = Partial<Record<"reason" | "explanation" | "name" | "email" | "honest" | "website", string>>;

/** Reports and decisions as people make them: through the forms of the site. */
export const reportsOf = ({ world, store, root }: { world: World; store: Store; root: Visitor }) => ({
  visitor: () => createVisitor(world.baseUrl),
  async report(person: Visitor, path: string, sent: Sent = {}): Promise<Reply> {
    const page = await person.get(path);
    if (page.status !== 200) return page;
    world.advance(WRITING_MS);
    const form = { ...formOf(page, path), reason: "spam", explanation: EXPLANATION, honest: "yes", ...sent };
    return person.post(path, form);
  },
  async review(name: string, listingId: number, body = `Words of ${name} about it`): Promise<number> {
    const { id: accountId } = await world.account(name);
    const at = world.deps.now();
    return store.change(async (tx) => {
      await tx.reviews.write(accountId, listingId, { rating: 4, title: "Fine", body }, at);
      const review = (await tx.reviews.find(accountId, listingId))!;
      await tx.reviews.decide(review.id, "published", { by: "x", at, seenAt: review.updatedAt });
      return review.id;
    });
  },
  async newest(): Promise<number> {
    return (await store.reports.queue()).map((one) => one.case.id).toSorted((a, b) => b - a)[0]!;
  },
  async decide(caseId: number, form: Record<string, string>, by: Visitor = root): Promise<string> {
    await by.get(`/admin/reports/${caseId}`);
    const hidden = form.outcome === "hidden" ? { ground: "terms", rule: "Reviews are your own" } : {};
    const reply = await by.post(`/admin/reports/${caseId}`, { statement: "We read it.", ...hidden, ...form });
    return /notice=([a-z-]+)/.exec(reply.location)?.[1] ?? String(reply.status);
  },
  async mailsTo(address: string) {
    const { items } = await store.mails.list({ page: 1, perPage: 500 });
    return items.filter(({ recipient }) => recipient === address);
  },
});
