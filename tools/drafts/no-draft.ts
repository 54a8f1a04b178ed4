import { type AppError, notFound } from "../../core/errors.ts";

/** Also said of other people's drafts. */
export const noDraft = (id: string): AppError =>
  notFound("draft of yours", id, "See list_my_drafts, or start one with submit_listing.");
