import type { Running } from "../server/app.ts";

const MINUTE_MS = 60_000;
const SAID = [
  [0, null, "Does it know **spring tides**, too? Ours differ by two hours from the table on the pier."],
  [1, 0, "It does. Choose the harbour, then *Local table*: it learns from what you enter."],
  [2, 0, "Same here. A week of entries was enough."],
  [
    2,
    null,
    "We moved from a spreadsheet last month.\n\n- two boats\n- one phone\n- no signal half of the day\n\nIt syncs once we are back.",
  ],
  [0, null, "Is there an export? I found only [the page about reports](https://docs.example/reports)."],
] as const;

/** A talk on a listing: what people asked, what its maker said, and one comment that waits. */
export async function talk(
  { store, now, uuid }: Running["deps"],
  listingId: number,
  emails: readonly string[],
): Promise<string> {
  const at = now().getTime();
  return store.change(async (tx) => {
    const ids: string[] = [];
    const people = await Promise.all(emails.map((email) => tx.accounts.findByEmail(email)));
    const place = { listingId, subject: "listing" } as const;
    for (const [index, [by, thread, body]] of SAID.entries()) {
      const [id, accountId, threadId] = [uuid(), people[by]!.id, thread === null ? null : ids[thread]!];
      ids.push(id);
      const createdAt = new Date(at - (SAID.length - index) * 40 * MINUTE_MS);
      const said = { body, status: "published", reason: null, createdAt } as const;
      await tx.comments.add({ ...place, ...said, id, accountId, threadId, answersId: threadId });
    }
    for (const [nth, person] of people.entries())
      if (person) await tx.comments.react(ids[nth === 0 ? 3 : 0]!, person.id, nth === 2 ? "insight" : "helpful", now());
    await tx.comments.pin((await tx.comments.byId(ids[0]!))!.comment, now());
    const waiting = { body: "See my review: https://tides.example", status: "pending", reason: "first" } as const;
    const createdAt = new Date(at);
    await tx.comments.add({
      ...place,
      ...waiting,
      id: uuid(),
      accountId: people[0]!.id,
      threadId: null,
      answersId: null,
      createdAt,
    });
    return ids[0]!;
  });
}
