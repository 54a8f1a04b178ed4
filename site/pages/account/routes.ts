import type { Response } from "express";
import { byFirstPart, type Parted } from "../../kit/by-first-part.ts";
import type { Site } from "../../kit/site.ts";
import { accountOverviewPages } from "./account.ts";
import { accountDataPages } from "./account-data.ts";
import { apiKeyPages } from "./api-keys.ts";
import { calendarPages } from "./calendar.ts";
import { checkoutPages } from "./checkout.ts";
import { claimPages } from "./claim.ts";
import { claimsPages } from "./claims.ts";
import { collectionEditPages } from "./collection.ts";
import { ownCollectionPages } from "./collections.ts";
import { decisionPages } from "./decisions.ts";
import { accountDigestPages } from "./digest.ts";
import { forgotPages } from "./forgot.ts";
import { invitePages } from "./invite.ts";
import { invoicePages } from "./invoice.ts";
import { newsPages } from "./news.ts";
import { notificationPages } from "./notifications.ts";
import { orderPages } from "./orders.ts";
import { passkeyPages } from "./passkeys.ts";
import { passwordPages } from "./password.ts";
import { ownProfilePages } from "./profile.ts";
import { providerSignInPages } from "./provider-sign-in.ts";
import { providerPages } from "./providers.ts";
import { resetPages } from "./reset.ts";
import { savedSearchPages } from "./saved-searches.ts";
import { secondStepPages } from "./second-step.ts";
import { setupPages } from "./setup.ts";
import { signInPages } from "./sign-in.ts";
import { signInLinkPages } from "./sign-in-link.ts";
import { signUpPages } from "./sign-up.ts";
import { twoFactorPages } from "./two-factor.ts";
import { undoPages } from "./undo.ts";
import { uploadPages } from "./uploads.ts";
import { verifyPages } from "./verify.ts";
import { webhookPages } from "./webhook.ts";
import { webhooksPages } from "./webhooks.ts";

/** The pages on which people come in, and look after their account. */
export const accountPages = (site: Site, notFound: (res: Response) => void): Parted =>
  byFirstPart([
    signInPages(site),
    signInLinkPages(site),
    secondStepPages(site),
    twoFactorPages(site),
    passkeyPages(site),
    providerSignInPages(site),
    providerPages(site),
    signUpPages(site),
    setupPages(site),
    verifyPages(site),
    invitePages(site),
    checkoutPages(site, notFound),
    orderPages(site, notFound),
    invoicePages(site, notFound),
    claimPages(site),
    claimsPages(site, notFound),
    forgotPages(site),
    resetPages(site),
    passwordPages(site),
    apiKeyPages(site),
    undoPages(site),
    newsPages(site),
    notificationPages(site),
    decisionPages(site, notFound),
    savedSearchPages(site),
    accountDigestPages(site, notFound),
    ownCollectionPages(site),
    collectionEditPages(site, notFound),
    uploadPages(site),
    ownProfilePages(site),
    accountDataPages(site),
    calendarPages(site),
    webhooksPages(site),
    webhookPages(site, notFound),
    accountOverviewPages(site),
  ]);
