import { describe, expect, it } from "vitest";
import { editComment } from "../../actions/community/write-comment.ts";
import { reportsOf } from "../helpers/reports.ts";
import { createTeam } from "./admin-world.ts";
import type { Visitor } from "./world.ts";

const team = await createTeam();
const desk = reportsOf(team);
await team.world.account("second", { admin: true });
const second = await team.signedIn("second");

describe("a decision", () => {
  it("that hid a comment is withdrawn where comments are read, by somebody without a part in it", async () => {
    const listing = await team.world.listing("Withdrawn Works");
    const { id: accountId } = await team.world.account("second");
    const id = team.world.deps.uuid();
    await team.store.change((tx) =>
      tx.comments.add({
        ...{ id, listingId: listing.id, subject: "listing", threadId: null, answersId: null, accountId },
        ...{ body: "Words of an admin", status: "published", reason: null, createdAt: team.world.deps.now() },
      }),
    );
    await desk.report(await team.signedIn("walt"), `/report/comment/${id}`);
    const caseId = await desk.newest();
    expect(await desk.decide(caseId, { outcome: "hidden", statement: "It is rude." })).toBe("report-decided");
    await second.get(`/account/decisions/${caseId}`);
    await second.post(`/account/decisions/${caseId}/appeal`, { text: "It is a quote from the film." });
    const publish = async (by: Visitor) => {
      const page = (await by.get(`/admin/comments/${id}`)).text;
      const [, seenAt] = /name="seen_at" value="([^"]+)"/.exec(page)!;
      return (await by.post(`/admin/comments/${id}`, { decision: "approve", seen_at: seenAt! })).location;
    };
    const page = async () => (await desk.visitor().get(`/listings/${listing.slug}`)).text;
    expect(await publish(second)).toContain("notice=report-own");
    expect(await page()).not.toContain("Words of an admin");
    expect(await publish(team.root)).toContain("notice=comment-published");
    expect(await page()).toContain("Words of an admin");
    expect(await team.store.reports.findCase(caseId)).toMatchObject({ outcome: "kept", ground: null });
    expect(await team.store.reports.openAppeals()).toEqual([]);
    expect((await desk.mailsTo("second@people.example"))[0]!.text).toContain("It is shown again.");
    const [toReporter] = await desk.mailsTo("walt@people.example");
    expect(toReporter!.subject).toContain("The decision on your report");
    expect(toReporter!.text).not.toContain("appeal, the decision");
  });

  it("stands when other words are published in the place of a hidden comment", async () => {
    const listing = await team.world.listing("Other Words Works");
    const { id: accountId } = await team.world.account("zoe");
    const id = team.world.deps.uuid();
    const at = team.world.deps.now();
    await team.store.change((tx) =>
      tx.comments.add({
        ...{ id, listingId: listing.id, subject: "listing", threadId: null, answersId: null, accountId },
        ...{ body: "Bad words", status: "published", reason: null, createdAt: at },
      }),
    );
    await desk.report(await team.signedIn("walt"), `/report/comment/${id}`);
    const caseId = await desk.newest();
    await desk.decide(caseId, { outcome: "hidden" });
    const { slug } = listing;
    expect(await editComment({ accountId, slug, id, body: "Good words" }, team.world.deps)).toMatchObject({
      outcome: "pending",
    });
    const [, seenAt] = /name="seen_at" value="([^"]+)"/.exec((await team.root.get(`/admin/comments/${id}`)).text)!;
    expect(await team.act(`/admin/comments/${id}`, { decision: "approve", seen_at: seenAt! })).toBe(
      "comment-published",
    );
    expect(await team.store.reports.findCase(caseId)).toMatchObject({ outcome: "hidden" });
  });
});
