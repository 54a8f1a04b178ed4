import { z } from "zod";
import { takeOwnStep } from "#actions/listings/take-own-step.ts";
import type { OwnerStep } from "#domain/listings/owner-steps.ts";
import { type Annotations, defineTool } from "../define.ts";
import { Id } from "./common.ts";
import { ChangedListing } from "./listing.ts";
import { ownerView } from "./owner-view.ts";

type OwnStep = { step: OwnerStep; title: string; description: string; annotations: Annotations; message: string };

export const ownStepTool = ({ step, message, ...described }: OwnStep) =>
  defineTool({
    ...described,
    name: `${step}_listing`,
    access: "listings:write",
    rest: `POST /me/listings/{listing_id}/${step}`,
    isAddition: true,
    input: z.strictObject({ listing_id: Id }),
    output: ChangedListing,

    async handler({ listing_id: id }, context) {
      const answer = await context.store.change(async (tx) => {
        const listing = await takeOwnStep(tx, id, step, context);
        return { ...(await ownerView(tx, listing, context)), message };
      });
      context.wakeJobs();
      return answer;
    },
  });
