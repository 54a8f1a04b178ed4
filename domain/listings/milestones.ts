import type { Milestone } from "./listing.ts";

export type NewMilestone = Omit<Milestone, "id">;

/**
 * Milestones of a draft and its listing. `lastMilestoneId` is the highest id ever used, so ids
 * never repeat.
 */
export type Timeline = { milestones: Milestone[]; lastMilestoneId?: number };

export const timelineOf = ({ milestones, lastMilestoneId }: Timeline): Timeline => ({
  milestones,
  ...(lastMilestoneId !== undefined && { lastMilestoneId }),
});

const lastIdOf = ({ milestones, lastMilestoneId = 0 }: Timeline): number =>
  Math.max(lastMilestoneId, ...milestones.map(({ id }) => id));

const SAMENESS: ((milestone: NewMilestone) => string)[] = [
  ({ date, title }) => `${date} ${title}`,
  ({ title }) => title,
  ({ date }) => date,
];

/** Replaces the milestones. A match by date and title, title, or date keeps its id. */
export function replaceMilestones(old: Timeline, given: NewMilestone[]): Timeline {
  const left = [...old.milestones];
  const ids = new Map<NewMilestone, number>();
  for (const signOf of SAMENESS) {
    for (const milestone of given.filter((candidate) => !ids.has(candidate))) {
      const index = left.findIndex((known) => signOf(known) === signOf(milestone));
      for (const { id } of index === -1 ? [] : left.splice(index, 1)) ids.set(milestone, id);
    }
  }
  let last = lastIdOf(old);
  const milestones = given.map((milestone) => ({ ...milestone, id: ids.get(milestone) ?? ++last }));
  // A listing that never had milestones gets no counter, so it stays unchanged.
  return timelineOf({ milestones, ...(last > 0 && { lastMilestoneId: last }) });
}

export function addMilestone(old: Timeline, milestone: NewMilestone): Required<Timeline> {
  const id = lastIdOf(old) + 1;
  return { milestones: [...old.milestones, { ...milestone, id }], lastMilestoneId: id };
}

/** Undefined for an unknown id. */
export function removeMilestone(old: Timeline, id: number): Timeline | undefined {
  const milestones = old.milestones.filter((milestone) => milestone.id !== id);
  return milestones.length === old.milestones.length ? undefined : { milestones, lastMilestoneId: lastIdOf(old) };
}

export const newestFirst = (milestones: readonly Milestone[]): Milestone[] =>
  milestones.toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
