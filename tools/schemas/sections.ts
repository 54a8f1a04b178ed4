import { z } from "zod";
import type { Milestone, Socials } from "#domain/listings/listing.ts";
import type { NewMilestone } from "#domain/listings/milestones.ts";
import {
  FAQ_FIELDS,
  FOUNDER_FIELDS,
  MILESTONE_FIELDS,
  MOST,
  PLATFORMS,
  SOCIAL_MAX,
  STORY_FIELDS,
} from "#domain/listings/section-fields.ts";
import { byName, keysOf } from "#domain/text/keys.ts";
import { line, orNull, term, text } from "./common.ts";

/** Input and output of profile sections. A null from a read is accepted by the write. */

export const FaqsInput = z
  .array(
    z.strictObject({
      question: line(FAQ_FIELDS.question.max).min(1),
      answer: text(FAQ_FIELDS.answer.max).min(1),
    }),
  )
  .max(MOST.faqs);

export const FounderInput = z.strictObject({
  name: line(FOUNDER_FIELDS.name.max).min(1),
  title: orNull(line(FOUNDER_FIELDS.title.max)),
  bio: orNull(text(FOUNDER_FIELDS.bio.max)),
});

const sectionNames = keysOf(STORY_FIELDS);
/** A story without its title, whose limit differs between draft and listing. */
export const storySections = byName(sectionNames, (name) => orNull(text(STORY_FIELDS[name].max)));

export const milestoneFields = {
  date: z.iso.date(),
  title: line(MILESTONE_FIELDS.title.max).min(1),
  description: orNull(text(MILESTONE_FIELDS.description.max)),
  url: orNull(term(MILESTONE_FIELDS.url.max)),
};

type MilestoneInput = z.output<z.ZodObject<typeof milestoneFields>>;
export const milestoneOf = ({ date, title, description, url }: MilestoneInput): NewMilestone => ({
  date,
  title,
  description: description ?? null,
  url: url ?? null,
});

/** Links by platform. Null or empty removes one. */
export const SocialsInput = z.strictObject(byName(PLATFORMS, () => orNull(term(SOCIAL_MAX))));

export const presentSocials = (given: z.output<typeof SocialsInput>): Socials =>
  Object.fromEntries(Object.entries(given).flatMap(([name, url]) => (url ? [[name, url]] : [])));

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
