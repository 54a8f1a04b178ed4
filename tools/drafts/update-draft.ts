import { z } from "zod";
import type { DraftChange } from "../../actions/drafts/check-change.ts";
import { updateDraft as update } from "../../actions/drafts/update-draft.ts";
import { defineTool, REDRAFT } from "../define.ts";
import { Uuid } from "../schemas/common.ts";
import { DraftChanges, DraftView, readDraftView, viewUnproven } from "../schemas/draft.ts";
import { milestoneOf } from "../schemas/sections.ts";

const Input = z.strictObject({ id: Uuid.describe("from list_my_drafts"), ...DraftChanges });
type Input = z.output<typeof Input>;

export const updateDraft = defineTool({
  name: "update_draft",
  title: "Edit a draft",
  description: `Change a draft: send only what changes. Empty values remove. Each value is searched on the pages read:
    unproven names those without a quote. A submitted draft updates its listing too.`,
  access: "listings:write",
  rest: "PATCH /drafts/{id}",
  annotations: REDRAFT,
  idempotent: true,
  limits: ({ regenerate }) => (regenerate?.length ? ["regenerate"] : []),
  input: Input,
  output: DraftView,
  working: "Redrafting from the website",

  handler: (input, context) =>
    update(input.id, changeOf(input), context, async (tx, draft, { regenerated, isModelFailed, unproven }) => ({
      ...(await readDraftView(tx, draft)),
      ...(regenerated && { regenerated }),
      ...(isModelFailed && { regenerated_by_rules: true }),
      ...viewUnproven(unproven),
    })),
});

const changeOf = (input: Input): DraftChange => ({
  ...(input.fields && { fields: input.fields }),
  ...(input.lock_fields && { lock: input.lock_fields }),
  ...(input.unlock_fields && { unlock: input.unlock_fields }),
  ...(input.restore && { restore: input.restore }),
  ...(input.regenerate && { regenerate: input.regenerate }),
  ...(input.faqs && { faqs: input.faqs }),
  ...(input.founders && {
    founders: input.founders.map(({ name, title = null, bio = null }) => ({ name, title, bio })),
  }),
  ...(input.company_socials && { companySocials: input.company_socials }),
  ...(input.founder_socials && { founderSocials: input.founder_socials }),
  ...(input.story && { story: input.story }),
  ...(input.milestones && { milestones: input.milestones.map(milestoneOf) }),
  ...(input.competitor_url !== undefined && { competitorUrl: input.competitor_url }),
  ...(input.seo && {
    seo: {
      ...(input.seo.title !== undefined && { title: input.seo.title }),
      ...(input.seo.meta !== undefined && { meta: input.seo.meta }),
    },
  }),
});
