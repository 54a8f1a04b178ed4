import { type AppError, conflict } from "../../core/errors.ts";
import { CLAIMABLE, type Listing } from "../../domain/listing.ts";

/** The error for a website that somebody else listed. Names only public listings. */
export const alreadyListed = ({ slug, status }: Listing): AppError =>
  conflict(
    "already_listed",
    CLAIMABLE.includes(status)
      ? `This website is already listed as "${slug}". If it is yours, claim it with claim_listing and that slug.`
      : "This website is already listed. If it is yours, contact the site team.",
  );
