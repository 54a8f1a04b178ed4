import { describe, expect, it } from "vitest";
import { createCollection } from "../../actions/community/collections.ts";
import { collectionPath } from "../../domain/community/collection.ts";
import { reportsOf } from "../helpers/reports.ts";
import { createTeam } from "./admin-world.ts";
import type { Visitor } from "./world.ts";

const team = await createTeam();
const desk = reportsOf(team);
await team.world.account("second", { admin: true });
const second = await team.signedIn("second");

const pathIn = (text: string): string => /\/account\/decisions\/\d+/.exec(text)![0];
const statusOf = async (path: string) => (await desk.visitor().get(path)).status;

/** The owner appeals, the admin who decided may not answer, and another one grants it. */
async function winAppeal(owner: Visitor, path: string): Promise<void> {
  const caseId = Number(path.split("/").at(-1));
  expect((await owner.get(path)).text).toContain("Send the appeal");
  expect((await owner.post(`${path}/appeal`, { text: "It is my own work, and free." })).location).toContain(
    "appeal-sent",
  );
  const { id } = (await team.store.reports.appealsOf(caseId))[0]!;
  const answer = { answer: "grant", statement: "We checked it again." };
  for (const [by, notice] of [
    [team.root, "appeal-same"],
    [second, "appeal-decided"],
  ] as const) {
    await by.get(`/admin/reports/${caseId}`);
    expect((await by.post(`/admin/reports/${caseId}/appeals/${id}`, answer)).location).toContain(notice);
  }
}

async function madeCollection(title: string) {
  const { id: accountId } = await team.world.account("cora");
  const made = await createCollection({ accountId, title, description: "Buy it.", isPublic: true }, team.world.deps);
  if (typeof made !== "object") throw new Error(made);
  const read = async () => (await team.store.collections.find(made.id))!.collection;
  return { id: made.id, path: collectionPath(await read()), read };
}

async function decideCollection(id: string, wish: Record<string, string>, by = team.root): Promise<string> {
  const { updatedAt } = (await team.store.collections.find(id))!.collection;
  await by.get("/admin/collections");
  return (await by.post(`/admin/collections/${id}`, { seen_at: updatedAt.toISOString(), ...wish })).location;
}

describe("a decision that the team makes by itself", () => {
  it("to hide a collection has a statement of reasons, and an appeal shows it again", async () => {
    const cora = await team.signedIn("cora");
    const { id, path, read } = await madeCollection("Advertised");
    expect(await decideCollection(id, { decision: "hide", reason: "It advertises a course." })).toContain("hidden");
    expect(await statusOf(path)).toBe(404);
    const [mail] = await desk.mailsTo("cora@people.example");
    expect(mail!.subject).toBe("We hid the collection Advertised");
    for (const words of ["It advertises a course.", "appeal once"]) expect(mail!.text).toContain(words);
    await winAppeal(cora, pathIn(mail!.text));
    expect(await read()).toMatchObject({ hiddenAt: null });
    expect(await statusOf(path)).toBe(200);
  });

  it("to suspend a listing can be appealed, and is withdrawn when the team restores it", async () => {
    const { id: ownerId } = await team.world.account("liz");
    const liz = await team.signedIn("liz");
    const { id, slug } = await team.world.listing("Taken Down", { ownerId });
    const page = `/admin/listings/${id}`;
    const suspend = async () => {
      await team.root.get(page);
      expect(await team.act(`${page}/moderate`, { step: "suspend", reason: "Copied texts" })).toBe("listing-suspended");
      return pathIn((await desk.mailsTo("liz@people.example"))[0]!.text);
    };
    await winAppeal(liz, await suspend());
    expect(await statusOf(`/listings/${slug}`)).toBe(200);

    const decision = await suspend();
    expect(await statusOf(`/listings/${slug}`)).toBe(404);
    expect(await team.act(`${page}/moderate`, { step: "restore" })).toBe("listing-restored");
    expect(await statusOf(`/listings/${slug}`)).toBe(200);
    expect(await team.store.reports.findCase(Number(decision.split("/").at(-1)))).toMatchObject({ outcome: "kept" });
  });

  it("answers those who reported the same words", async () => {
    const { id, path } = await madeCollection("Reported");
    const key = path.split("-").at(-1)!;
    const bo = await team.signedIn("bo");
    expect((await desk.report(bo, `/report/collection/${key}`)).status).toBe(200);
    const caseId = await desk.newest();
    expect(await decideCollection(id, { decision: "hide", reason: "It is spam." })).toContain("collection-hidden");
    expect((await team.store.reports.queue()).map((one) => one.case.id)).not.toContain(caseId);
    const [toReporter] = await desk.mailsTo("bo@people.example");
    expect(toReporter!.text).toContain("It is spam.");
    expect(pathIn((await desk.mailsTo("cora@people.example"))[0]!.text)).toBe(`/account/decisions/${caseId}`);
  });

  it("is not taken back by an admin whose own it is while there is another", async () => {
    const { id: accountId } = await team.world.account("root");
    const made = await createCollection(
      { accountId, title: "Of an admin", description: null, isPublic: true },
      team.world.deps,
    );
    if (typeof made !== "object") throw new Error(made);
    expect(await decideCollection(made.id, { decision: "hide", reason: "Too short." }, second)).toContain("hidden");
    expect(await decideCollection(made.id, { decision: "show" })).toContain("report-own");
    expect(await decideCollection(made.id, { decision: "show" }, second)).toContain("collection-shown");
  });
});
