import { expect, it } from "vitest";
import { addMilestone, newestFirst, removeMilestone, replaceMilestones } from "../../domain/listings/milestones.ts";
import { accountOfFounder } from "../../domain/profiles/founder-account.ts";

const of = (date: string, title: string) => ({ date, title, description: null, url: null });
const began = of("2026-01-02", "Began");
const sold = of("2026-02-03", "First sale");
const hired = of("2026-03-04", "First hire");
const old = replaceMilestones({ milestones: [] }, [began, sold, hired]);
const idsOf = ({ milestones }: { milestones: { id: number; title: string }[] }) =>
  Object.fromEntries(milestones.map(({ id, title }) => [title, id]));

it("milestones are numbered from one", () => {
  expect(idsOf(old)).toEqual({ Began: 1, "First sale": 2, "First hire": 3 });
  expect(old.lastMilestoneId).toBe(3);
});

it("a milestone keeps its id in another place, on another day or with another title", () => {
  const edited = replaceMilestones(old, [
    of("2026-03-05", "First hire"),
    of("2026-01-02", "It began"),
    { ...sold, description: "To a friend." },
    of("2026-05-06", "Moved"),
  ]);
  expect(idsOf(edited)).toEqual({ "First hire": 3, "It began": 1, "First sale": 2, Moved: 4 });
});

it("two milestones on one day each keep their own id", () => {
  const twins = replaceMilestones({ milestones: [] }, [of("2026-01-02", "A"), of("2026-01-02", "B")]);
  expect(idsOf(replaceMilestones(twins, [of("2026-01-02", "C"), of("2026-01-02", "A")]))).toEqual({ C: 2, A: 1 });
});

it("a milestone id is never reused, even after the last milestone was removed", () => {
  const without = removeMilestone(old, 3)!;
  expect(idsOf(without)).toEqual({ Began: 1, "First sale": 2 });
  expect(addMilestone(without, of("2026-05-06", "Moved")).lastMilestoneId).toBe(4);
  expect(idsOf(replaceMilestones(replaceMilestones(old, []), [hired]))).toEqual({ "First hire": 4 });
  expect(removeMilestone(old, 9)).toBeUndefined();
});

it("milestone ids continue after the highest one of a list without a counter", () => {
  expect(addMilestone({ milestones: [{ ...began, id: 7 }] }, sold).lastMilestoneId).toBe(8);
});

it("milestones are listed newest first", () => {
  expect(newestFirst(old.milestones).map(({ id }) => id)).toEqual([3, 2, 1]);
});

const member = (accountId: string, accountName: string | null, role: "owner" | "editor", isPrimary = true) => ({
  accountId,
  accountName,
  role,
  isPrimary,
});

it.each([
  ["the member who has the founder's name", [member("a", "ann abel ", "owner")], "a"],
  ["the named editor before a nameless owner", [member("o", null, "owner"), member("e", "Ann Abel", "editor")], "e"],
  ["a nameless owner, for the founder who comes first", [member("o", null, "owner")], "o"],
  ["no nameless owner for another founder", [member("o", null, "owner", false)], undefined],
  ["no nameless editor", [member("e", null, "editor")], undefined],
  ["nobody of another name", [member("b", "Bob", "owner")], undefined],
  ["nobody without members", [], undefined],
])("a founder is %s", (_name, members, account) => {
  expect(accountOfFounder("Ann Abel", members)).toBe(account);
});
