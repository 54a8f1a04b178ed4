import { REPLACE } from "../define.ts";
import { ownStepTool } from "../schemas/own-step.ts";

export const withdrawListing = ownStepTool({
  step: "withdraw",
  title: "Withdraw a launch",
  description: `Cancel the coming launch of one of your listings. It gives up its week and is saved,
    unpublished, as before choose_free_listing.
    Use move_launch for another week and pause_listing for a live listing. A paid launch is refunded by the site team only.`,
  annotations: REPLACE,
  message: "Withdrawn: its week is free for others. choose_free_listing or create_checkout launches it later.",
});
