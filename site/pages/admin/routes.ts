import { type Response, Router } from "express";
import { accountOnly, adminOnly, type Site } from "../../site.ts";
import { changeAdminPages } from "./changes.ts";
import { claimAdminPages } from "./claims.ts";
import { historyAdminPages } from "./history.ts";
import { listingAdminPages } from "./listings.ts";
import { orderAdminPage } from "./order.ts";
import { orderAdminPages } from "./orders.ts";
import { outboxPages } from "./outbox.ts";
import { paymentAdminPages } from "./payments.ts";
import { productAdminPages } from "./products.ts";
import { reviewAdminPages } from "./reviews.ts";

/** The pages of the people who run the site, behind one gate: to everybody else they do not exist. */
export function adminPages(site: Site, notFound: (res: Response) => void): Router {
  const router = Router();
  router.use("/admin", accountOnly, adminOnly(notFound));
  router.use(listingAdminPages(site));
  router.use(historyAdminPages(site, notFound));
  router.use(changeAdminPages(site));
  router.use(claimAdminPages(site, notFound));
  router.use(reviewAdminPages(site, notFound));
  router.use(orderAdminPages(site));
  router.use(orderAdminPage(site, notFound));
  router.use(productAdminPages(site, notFound));
  router.use(paymentAdminPages(site, notFound));
  router.use(outboxPages(site, notFound));
  return router;
}
