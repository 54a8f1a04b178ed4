import { categories, category } from "./category.ts";
import type { FixedResource, ResourceTemplate } from "./define.ts";
import { evidence } from "./evidence.ts";
import { listing } from "./listing.ts";
import { openApi } from "./openapi.ts";
import { site } from "./site.ts";

/** Everything that can be read by address, in the order it is listed. */
export const fixedResources: readonly FixedResource[] = [site, categories, openApi];
export const resourceTemplates: readonly ResourceTemplate[] = [listing, evidence, category];
