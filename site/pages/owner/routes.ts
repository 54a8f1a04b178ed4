import type { Response } from "express";
import type { DraftCookies } from "../../../auth/draft-cookies.ts";
import { byFirstPart, type Parted } from "../../kit/by-first-part.ts";
import type { Site } from "../../kit/site.ts";
import { draftPages } from "./draft.ts";
import { draftsPages } from "./drafts.ts";
import { figureDashboardPages } from "./figures.ts";
import { guestDraftPages } from "./guest-draft.ts";
import { historyDashboardPages } from "./history.ts";
import { interviewPages } from "./interview.ts";
import { launchDashboardPages } from "./launch.ts";
import { myListingPages } from "./listing.ts";
import { myListingsPages } from "./listings.ts";
import { milestoneDashboardPages } from "./milestones.ts";
import { pictureDashboardPages } from "./pictures.ts";
import { proofDashboardPages } from "./proof.ts";
import { storyDashboardPages } from "./story.ts";
import { submitPages } from "./submit.ts";
import { textDashboardPages } from "./texts.ts";
import { updateDashboardPages } from "./updates.ts";

/** The pages of makers: drafts, and listings that are theirs. */
export const ownerPages = (site: Site, draftCookies: DraftCookies, notFound: (res: Response) => void): Parted =>
  byFirstPart([
    submitPages(site, draftCookies),
    guestDraftPages(site, notFound),
    draftsPages(site),
    draftPages(site, notFound),
    myListingsPages(site),
    myListingPages(site),
    launchDashboardPages(site),
    figureDashboardPages(site),
    textDashboardPages(site),
    updateDashboardPages(site),
    milestoneDashboardPages(site),
    storyDashboardPages(site),
    pictureDashboardPages(site),
    proofDashboardPages(site),
    historyDashboardPages(site),
    interviewPages(site),
  ]);
