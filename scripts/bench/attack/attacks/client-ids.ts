import type { RequestListener } from "node:http";
import type { Attack } from "../stranger.ts";
import { authorize } from "./client-documents.ts";

/** Hosts that never answer, so that each look for a document takes as long as it may. */
const silent: RequestListener = () => undefined;

export const clientIds: Attack = {
  title: "Unknown client ids, on hosts that never answer and as random words",
  website: silent,
  run: ({ stage, flood, send }) =>
    flood(64, (nth) =>
      send({
        path: authorize(
          stage,
          nth % 2 ? `https://${stage.siteHosts[nth % stage.siteHosts.length]}/c${nth}` : `c${nth}`,
        ),
        from: nth % 60,
      }),
    ),
};
