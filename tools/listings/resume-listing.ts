import { ADVANCE } from "../define.ts";
import { ownStepTool } from "../schemas/own-step.ts";

export const resumeListing = ownStepTool({
  step: "resume",
  title: "Resume a listing",
  description: "Show a listing again that its team paused with pause_listing. It is live at once.",
  annotations: ADVANCE,
  message: "Resumed: everybody sees it again.",
});
