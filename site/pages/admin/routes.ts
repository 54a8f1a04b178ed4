import { Router } from "express";
import { adminActions } from "../../kit/admin-action.ts";
import { accountOnly, adminOnly, type Site } from "../../kit/site.ts";
import { auditPages } from "./audit.ts";
import { bulkAdminPages } from "./bulk.ts";
import { categoryAdminPages } from "./categories.ts";
import { categoryImportPages } from "./category-import.ts";
import { channelAdminPages } from "./channels.ts";
import { claimAdminPages } from "./claims.ts";
import { collectionAdminPages } from "./collections.ts";
import { commentAdminPages } from "./comments.ts";
import { couponAdminPages } from "./coupons.ts";
import { digestAdminPages } from "./digest.ts";
import { fieldAdminPages } from "./fields.ts";
import { firstStepPages } from "./first-steps.ts";
import { frontAdminPages } from "./front.ts";
import { cssAdminPages, headAdminPages } from "./head.ts";
import { backupAdminPages, healthAdminPages } from "./health.ts";
import { heldTextPages, wordAdminPages } from "./held.ts";
import { historyAdminPages } from "./history.ts";
import { importAdminPages } from "./imports.ts";
import { interviewAdminPages } from "./interview.ts";
import { invoiceAdminPages } from "./invoices.ts";
import { jobAdminPages } from "./jobs.ts";
import { listingAdminPage } from "./listing.ts";
import { alternativeAdminPages, changeAdminPages, listingAdminPages } from "./listings.ts";
import { lookAdminPages } from "./look.ts";
import { mailPages, outboxPages } from "./mails.ts";
import { menuAdminPages } from "./menu.ts";
import { modelAdminPages } from "./model.ts";
import { orderAdminPage } from "./order.ts";
import { givePages, orderAdminPages } from "./orders.ts";
import { overviewPages } from "./overview.ts";
import { ownFilePages } from "./own-files.ts";
import { ownPageAdminPages } from "./own-pages.ts";
import { paymentAdminPages } from "./payments.ts";
import { pictureAdminPages } from "./pictures.ts";
import { postAdminPages } from "./posts.ts";
import { productAdminPages } from "./products.ts";
import { reportAdminPage } from "./report.ts";
import { reportAdminPages, reportFigurePages } from "./reports.ts";
import { reviewAdminPages } from "./reviews.ts";
import { searchAdminPages } from "./searches.ts";
import { settingGroupPages } from "./setting-groups.ts";
import { settingAdminPages } from "./settings.ts";
import { shapeAdminPages } from "./shape.ts";
import { sitePageAdminPages } from "./site-pages.ts";
import { startAdminPages } from "./start.ts";
import { textAdminPages } from "./texts.ts";
import { transferAdminPages } from "./transfers.ts";
import { translationAdminPages } from "./translations.ts";
import { userAdminPage, userAdminPages } from "./users.ts";
import { vatRateAdminPages } from "./vat-rates.ts";
import { vatReturnPages } from "./vat-returns.ts";
import { visitorAdminPages } from "./visitors.ts";
import { voteAdminPages } from "./votes.ts";
import { weekAdminPages } from "./weeks.ts";

/** The pages of the people who run the site. To everyone else they do not exist. */
export function adminPages(site: Omit<Site, "router">): Router {
  const router = Router();
  router.use("/admin", accountOnly, adminOnly(site.deps.settings));
  const parts = { ...site, router };
  const admin = { ...parts, act: adminActions(parts) };
  for (const addPages of [
    overviewPages,
    firstStepPages,
    fieldAdminPages,
    listingAdminPages,
    listingAdminPage,
    bulkAdminPages,
    historyAdminPages,
    changeAdminPages,
    importAdminPages,
    claimAdminPages,
    reviewAdminPages,
    reportFigurePages,
    reportAdminPages,
    reportAdminPage,
    heldTextPages,
    wordAdminPages,
    commentAdminPages,
    collectionAdminPages,
    orderAdminPages,
    givePages,
    orderAdminPage,
    transferAdminPages,
    invoiceAdminPages,
    vatReturnPages,
    productAdminPages,
    couponAdminPages,
    paymentAdminPages,
    vatRateAdminPages,
    outboxPages,
    mailPages,
    digestAdminPages,
    channelAdminPages,
    alternativeAdminPages,
    weekAdminPages,
    visitorAdminPages,
    searchAdminPages,
    voteAdminPages,
    userAdminPages,
    userAdminPage,
    categoryImportPages,
    categoryAdminPages,
    interviewAdminPages,
    postAdminPages,
    ownPageAdminPages,
    sitePageAdminPages,
    pictureAdminPages,
    translationAdminPages,
    textAdminPages,
    healthAdminPages,
    jobAdminPages,
    modelAdminPages,
    backupAdminPages,
    shapeAdminPages,
    startAdminPages,
    headAdminPages,
    cssAdminPages,
    ownFilePages,
    frontAdminPages,
    menuAdminPages,
    settingAdminPages,
    lookAdminPages,
    settingGroupPages,
    auditPages,
  ])
    addPages(admin);
  return router;
}
