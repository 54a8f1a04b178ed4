// Reports for screenshots: one that waits, and a review that was hidden and appealed.
import { sendAppeal } from "../actions/moderation/appeal.ts";
import { checkWriting } from "../actions/moderation/check-writing.ts";
import { decideCase } from "../actions/moderation/decide-case.ts";
import { sendReport } from "../actions/moderation/send-report.ts";
import type { Listing } from "../domain/listings/listing.ts";
import type { Running } from "../server/app.ts";

type People = { star: Listing; other: Listing; author: string; admin: string };

export async function reportSomething(deps: Running["deps"], { star, other, author, admin }: People): Promise<void> {
  const { store, now, uuid } = deps;
  const at = now();
  const visitor = (address: string) => ({ account: undefined, address, language: null });
  const fact = { name: "Tilda Brook", email: "tilda@brook.example" };
  await sendReport(
    { type: "listing", id: other.slug },
    { reason: "rights", explanation: "The second picture is my photograph. I never gave it to anybody.", ...fact },
    visitor("203.0.113.9"),
    deps,
  );
  const review = await store.change(async (tx) => {
    const writer = (await tx.accounts.findByEmail(author))!;
    const words = { rating: 1, title: "Never again", body: "Its makers are crooks, and I know where they live." };
    await tx.reviews.write(writer.id, other.id, words, at);
    const found = (await tx.reviews.find(writer.id, other.id))!;
    await tx.reviews.decide(found.id, "published", { by: admin, at, seenAt: at });
    const [id, body] = [uuid(), "I keep my own tables of low water at https://low-water.example/tables"];
    const held = await checkWriting(
      tx,
      { accountId: writer.id, subject: { type: "comment", id }, texts: [body] },
      deps,
    );
    const place = { listingId: star.id, subject: "listing" as const, threadId: null, answersId: null };
    const state = { status: "pending" as const, reason: held.join() };
    await tx.comments.add({ ...place, ...state, id, accountId: writer.id, body, createdAt: at });
    return { id: String(found.id), writer: writer.id };
  });
  const threat = {
    reason: "hate",
    explanation: "It threatens the people who made this.",
    name: "",
    email: "",
  } as const;
  await sendReport({ type: "review", id: review.id }, threat, visitor("203.0.113.10"), deps);
  const [open] = (await store.reports.queue()).filter((one) => one.case.subjectType === "review");
  const decision = { outcome: "hidden", ground: "terms", rule: "What you write", by: admin } as const;
  await store.change((tx) =>
    decideCase(tx, open!.case.id, { ...decision, statement: "“I know where they live” is a threat." }, deps),
  );
  const appeal = { caseId: open!.case.id, reportId: null, accountId: review.writer };
  await sendAppeal(appeal, "I was angry about a lost harvest. I take back the last sentence.", deps);
}
