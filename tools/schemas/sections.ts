import { z } from "zod";
import type { Milestone } from "../../domain/listing.ts";
import type { NewMilestone } from "../../domain/milestones.ts";
import { line, text } from "./common.ts";

/** Sections that a listing shows once they are unlocked: how they come in and how they go out. */

const section = text(8000).optional();
/** A founder story without its title, whose bound differs between a draft and a listing. */
export const storySections = {
  story: section,
  why_started: section,
  problem: section,
  journey: section,
  challenges: section,
  achievements: section,
  lessons: section,
  whats_next: section,
};

export const milestoneFields = {
  date: z.iso.date(),
  title: line(200).min(1),
  description: text(2000).optional(),
  url: line(500).optional(),
};

type MilestoneInput = { date: string; title: string; description?: string | undefined; url?: string | undefined };
export const milestoneOf = ({ date, title, description, url }: MilestoneInput): NewMilestone => ({
  date,
  title,
  description: description || null,
  url: url || null,
});

export const MilestoneView = z.object({
  milestone_id: z.int(),
  date: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  url: z.string().nullable(),
});

export const viewMilestone = ({ id, ...milestone }: Milestone): z.input<typeof MilestoneView> => ({
  milestone_id: id,
  ...milestone,
});
