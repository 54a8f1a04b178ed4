import { checkWriting } from "../../actions/moderation/check-writing.ts";
import { reportsOf } from "../helpers/reports.ts";
import type { createWorld } from "../helpers/world.ts";
import type { Visitor } from "../site/world.ts";

type World = Awaited<ReturnType<typeof createWorld>>;
type Place = { id: number; slug: string };
type People = { listing: Place; other: Place; ann: Visitor; bo: Visitor; root: Visitor };

export async function reportSomething(world: World, { listing, other, ann, bo, root }: People) {
  const { store, now, settings } = world.deps;
  const desk = reportsOf({ world, store, root });
  const email = "sam.reports@post.example";
  await desk.report(desk.visitor(), `/report/listing/${other.slug}`, { reason: "rights", name: "Sam", email });
  const waiting = await desk.newest();
  const [mail] = await desk.mailsTo(email);
  const review = await desk.review("ann", other.id, "It leaks.");
  await desk.report(bo, `/report/review/${review}`, { reason: "false" });
  const appealed = await desk.newest();
  await desk.decide(appealed, { outcome: "hidden", statement: "It is about another product." });
  const decision = `/account/decisions/${appealed}`;
  await ann.get(decision);
  await ann.post(`${decision}/appeal`, { text: "It is about this very product." });
  const { id: accountId } = await world.account("ann");
  const place = { listingId: listing.id, subject: "listing" as const, threadId: null, answersId: null };
  await store.change(async (tx) => {
    const id = world.deps.uuid();
    const body = "My notes are at https://ann.example/notes";
    const held = await checkWriting(
      tx,
      { accountId, subject: { type: "comment", id }, texts: [body] },
      { now, settings },
    );
    await tx.comments.add({ ...place, id, accountId, body, status: "pending", reason: held.join(), createdAt: now() });
  });
  return {
    report: /\/reports\/\d+\?key=[\w-]+/.exec(mail!.text)![0],
    decision,
    case: `/admin/reports/${waiting}`,
    appealed: `/admin/reports/${appealed}`,
  };
}
