import { invoke } from "../tools/invoke.ts";
import { getListing } from "../tools/listings/get-listing.ts";
import { readEvidence } from "../tools/schemas/evidence.ts";
import type { ResourceTemplate } from "./define.ts";
import { listing } from "./listing.ts";

export const evidence: ResourceTemplate = {
  scheme: "evidence",
  name: "evidence",
  title: "Evidence of a listing",
  description:
    "The proven facts of one live listing: for each its quotes, their pages and when these were last read, to cite.",

  async read(slug, { call }) {
    await invoke(getListing, { slug }, call);
    return readEvidence(slug, call.deps);
  },

  complete: listing.complete,
};
