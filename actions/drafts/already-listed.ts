import { type AppError, conflict } from "../../core/errors.ts";
import { CLAIMABLE, type Listing } from "../../domain/listing.ts";

/** For a website that somebody else listed. One that nobody has seen yet is not named. */
export const alreadyListed = ({ slug, status }: Listing): AppError =>
  conflict(
    "already_listed",
    CLAIMABLE.includes(status)
      ? `This website is already listed as "${slug}". If it is yours, prove it with claim_listing and that slug.`
      : "This website is already listed. If it is yours, write to the people who run this site.",
  );
