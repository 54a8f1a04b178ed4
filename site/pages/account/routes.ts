import { byFirstPart, type Parted } from "../../kit/by-first-part.ts";
import { routerOf, type Site } from "../../kit/site.ts";
import { accountOverviewPages } from "./account.ts";
import { accountDataPages } from "./account-data.ts";
import { apiKeyPages } from "./api-keys.ts";
import { calendarPages } from "./calendar.ts";
import { checkoutPages } from "./checkout.ts";
import { claimPages, claimsPages } from "./claims.ts";
import { collectionEditPages } from "./collection.ts";
import { ownCollectionPages } from "./collections.ts";
import { decisionPages } from "./decisions.ts";
import { accountDigestPages, savedSearchPages } from "./digest.ts";
import { invitePages } from "./invite.ts";
import { newsPages, notificationPages } from "./notifications.ts";
import { invoicePages, orderPages } from "./orders.ts";
import { forgotPages, passwordPages, resetPages } from "./password.ts";
import { ownProfilePages } from "./profile.ts";
import { providerPages, providerSignInPages } from "./providers.ts";
import { setupPages } from "./setup.ts";
import { signInPages } from "./sign-in.ts";
import { secondStepPages, signInLinkPages } from "./sign-in-link.ts";
import { signUpPages, verifyPages } from "./sign-up.ts";
import { passkeyPages, twoFactorPages } from "./two-factor.ts";
import { undoPages } from "./undo.ts";
import { uploadPages } from "./uploads.ts";
import { webhookPages, webhooksPages } from "./webhooks.ts";

export const accountPages = (site: Omit<Site, "router">): Parted =>
  byFirstPart(
    [
      signInPages,
      signInLinkPages,
      secondStepPages,
      twoFactorPages,
      passkeyPages,
      providerSignInPages,
      providerPages,
      signUpPages,
      setupPages,
      verifyPages,
      invitePages,
      checkoutPages,
      orderPages,
      invoicePages,
      claimPages,
      claimsPages,
      forgotPages,
      resetPages,
      passwordPages,
      apiKeyPages,
      undoPages,
      newsPages,
      notificationPages,
      decisionPages,
      savedSearchPages,
      accountDigestPages,
      ownCollectionPages,
      collectionEditPages,
      uploadPages,
      ownProfilePages,
      accountDataPages,
      calendarPages,
      webhooksPages,
      webhookPages,
      accountOverviewPages,
    ].map((addPages) => routerOf(addPages, site)),
  );
