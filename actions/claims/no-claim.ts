import { type AppError, notFound } from "../../core/errors/errors.ts";

/** Also said of other people's claims. */
export const noClaim = (id: number): AppError => notFound("claim of yours", id, "See list_my_claims.");
