import { apiKeyCreate } from "./api-key-create.ts";
import { apiKeyList } from "./api-key-list.ts";
import { apiKeyRevoke } from "./api-key-revoke.ts";
import { auditExport } from "./audit-export.ts";
import { backup } from "./backup.ts";
import { books } from "./books.ts";
import type { Command } from "./command.ts";
import { completionOf } from "./completion.ts";
import { configPrint } from "./config-print.ts";
import { configSet } from "./config-set.ts";
import { doctor } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { jobsList } from "./jobs-list.ts";
import { jobsRetry } from "./jobs-retry.ts";
import { migrateCommand } from "./migrate.ts";
import { move } from "./move.ts";
import { restore } from "./restore.ts";
import { reviewerCreate } from "./reviewer-create.ts";
import { reviewerDelete } from "./reviewer-delete.ts";
import { seed } from "./seed.ts";
import { serve } from "./serve.ts";
import { submitKit } from "./submit-kit.ts";
import { userCreate } from "./user-create.ts";
import { userDelete } from "./user-delete.ts";
import { userExport } from "./user-export.ts";
import { userList } from "./user-list.ts";
import { userDemote, userPromote } from "./user-promote.ts";
import { userResetFactors } from "./user-reset-factors.ts";
import { userResetPassword } from "./user-reset-password.ts";

export const COMMANDS: readonly Command[] = [
  serve,
  userCreate,
  userList,
  userPromote,
  userDemote,
  userResetPassword,
  userResetFactors,
  userExport,
  userDelete,
  apiKeyCreate,
  apiKeyList,
  apiKeyRevoke,
  reviewerCreate,
  reviewerDelete,
  submitKit,
  seed,
  importCommand,
  exportCommand,
  books,
  auditExport,
  migrateCommand,
  backup,
  restore,
  move,
  doctor,
  jobsList,
  jobsRetry,
  configPrint,
  configSet,
  completionOf(() => COMMANDS),
];
