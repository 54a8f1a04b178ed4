import { statSync } from "node:fs";
import { listBackups } from "./backups/backups.ts";
import { backupFolder, databaseFile, type Settings } from "./config.ts";
import type { GaugeSource } from "./rest/metrics.ts";

/** Figures of the files that an installation keeps. */
export const installationGauges = (settings: Settings): GaugeSource[] => [
  {
    name: "debut_database_bytes",
    help: "Size of the database file.",
    read: () => sizeOf(databaseFile(settings)),
  },
  {
    name: "debut_wal_bytes",
    help: "Size of the write-ahead log beside the database.",
    read: () => sizeOf(`${databaseFile(settings)}-wal`),
  },
  {
    name: "debut_last_backup_timestamp_seconds",
    help: "When the newest backup in the folder of backups was made, in seconds since 1970; 0 when there is none.",
    read: () => (listBackups(backupFolder(settings))[0]?.at.getTime() ?? 0) / 1000,
  },
];

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;
