import { z } from "zod";
import { messageOf } from "#domain/text/failure.ts";
import { atLeast } from "../settings/kinds.ts";
import { readBucketAddress } from "./address.ts";

export const storageSettings = {
  STORAGE_URL: z
    .string()
    .superRefine((text, context) => {
      try {
        readBucketAddress(text);
      } catch (error) {
        context.addIssue({ code: "custom", message: messageOf(error) });
      }
    })
    .optional()
    .meta({ secret: "password" }),
  STORAGE_CACHE_MB: atLeast(0, 512),
};
