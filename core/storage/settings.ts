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
    .describe(
      "S3-compatible storage for pictures, like " +
        "s3://KEY:SECRET@s3.eu-central-1.amazonaws.com/BUCKET?region=eu-central-1. Without it, pictures are " +
        "in DATA_DIR. See [pictures in a bucket](nodes.md#pictures).",
    )
    .meta({ secret: "password" }),
  STORAGE_CACHE_MB: atLeast(
    0,
    512,
    "Space in DATA_DIR for copies of pictures from STORAGE_URL, in megabytes. It fills only if 1 GB " +
      "stays free, and is free again once the process ends.",
  ),
};
