import type { Attack } from "../stranger.ts";
import { accountMails } from "./account-mails.ts";
import { bombs } from "./bombs.ts";
import { clientDocuments } from "./client-documents.ts";
import { clientIds } from "./client-ids.ts";
import { contactRuns } from "./contact-runs.ts";
import { crowd } from "./crowd.ts";
import { documents } from "./documents.ts";
import { headings } from "./headings.ts";
import { heavyData } from "./heavy-data.ts";
import { heavySites } from "./heavy-sites.ts";
import { hostilePatterns } from "./hostile-patterns.ts";
import { imageBombs } from "./image-bombs.ts";
import { keptReads } from "./kept-reads.ts";
import { largeRequests } from "./large-requests.ts";
import { mcpBatches } from "./mcp-batches.ts";
import { mcpMessages } from "./mcp-messages.ts";
import { missingPages } from "./missing-pages.ts";
import { nestedJson } from "./nested-json.ts";
import { nestedPages } from "./nested-pages.ts";
import { elsewhere, idle } from "./nobody.ts";
import { notices } from "./notices.ts";
import { ownedPictures } from "./owned-pictures.ts";
import { ownerEdits } from "./owner-edits.ts";
import { pages } from "./pages.ts";
import { passwords } from "./passwords.ts";
import { pictures } from "./pictures.ts";
import { pricePages } from "./price-pages.ts";
import { registrations } from "./registrations.ts";
import { searches } from "./searches.ts";
import { slowReaders } from "./slow-readers.ts";
import { slowSenders } from "./slow-senders.ts";
import { slowSites } from "./slow-sites.ts";
import { tokens } from "./tokens.ts";

/** By name, in the order in which they run. */
export const attacks: Record<string, Attack> = {
  idle,
  elsewhere,
  "price-pages": pricePages,
  "contact-runs": contactRuns,
  headings,
  "nested-pages": nestedPages,
  "heavy-data": heavyData,
  "hostile-patterns": hostilePatterns,
  bombs,
  "slow-sites": slowSites,
  "heavy-sites": heavySites,
  "client-documents": clientDocuments,
  "client-ids": clientIds,
  registrations,
  tokens,
  "mcp-batches": mcpBatches,
  "mcp-messages": mcpMessages,
  "nested-json": nestedJson,
  passwords,
  "account-mails": accountMails,
  notices,
  pages,
  "kept-reads": keptReads,
  searches,
  crowd,
  "missing-pages": missingPages,
  documents,
  pictures,
  "large-requests": largeRequests,
  "slow-senders": slowSenders,
  "slow-readers": slowReaders,
  "owned-pictures": ownedPictures,
  "image-bombs": imageBombs,
  "owner-edits": ownerEdits,
};
