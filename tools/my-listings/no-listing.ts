import { type AppError, notFound } from "../../core/errors.ts";

/** Also said of other people's listings. */
export const noListing = (id: number): AppError => notFound("listing of yours", id, "See list_my_listings.");
