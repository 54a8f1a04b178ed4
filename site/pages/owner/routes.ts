import { byFirstPart, type Parted } from "../../kit/by-first-part.ts";
import { routerOf, type Site } from "../../kit/site.ts";
import { draftPages } from "./draft.ts";
import { draftsPages, submitPages } from "./drafts.ts";
import { figureDashboardPages } from "./figures.ts";
import { guestDraftPages } from "./guest-draft.ts";
import { historyDashboardPages } from "./history.ts";
import { interviewPages } from "./interview.ts";
import { launchDashboardPages } from "./launch.ts";
import { myListingPages, myListingsPages } from "./listing.ts";
import { pictureDashboardPages } from "./pictures.ts";
import { proofDashboardPages } from "./proof.ts";
import { textDashboardPages } from "./texts.ts";
import { milestoneDashboardPages, storyDashboardPages, updateDashboardPages } from "./updates.ts";

export const ownerPages = (site: Omit<Site, "router">): Parted =>
  byFirstPart(
    [
      submitPages,
      guestDraftPages,
      draftsPages,
      draftPages,
      myListingsPages,
      myListingPages,
      launchDashboardPages,
      figureDashboardPages,
      textDashboardPages,
      updateDashboardPages,
      milestoneDashboardPages,
      storyDashboardPages,
      pictureDashboardPages,
      proofDashboardPages,
      historyDashboardPages,
      interviewPages,
    ].map((addPages) => routerOf(addPages, site)),
  );
