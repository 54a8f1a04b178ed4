import { ADVANCE } from "../define.ts";
import { ownStepTool } from "../schemas/own-step.ts";

export const pauseListing = ownStepTool({
  step: "pause",
  title: "Pause a listing",
  description: `Hide one of your live listings from everybody else until resume_listing shows it again.
    It keeps its votes, followers, reviews and plan; what was bought for it is not extended.`,
  annotations: ADVANCE,
  message: "Paused: only its team sees it until resume_listing.",
});
