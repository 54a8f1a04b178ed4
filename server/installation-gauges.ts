import { statfsSync, statSync } from "node:fs";
import { backupFolder, databaseFile, type Settings } from "#core/settings/config.ts";
import type { GaugeSource } from "#http/metrics.ts";
import { listBackups } from "#store/backups/backups.ts";
import type { Store } from "#store/store.ts";

export const installationGauges = (
  settings: Settings,
  store: Pick<Store, "trouble" | "waiting" | "lagMs" | "bytes">,
): GaugeSource[] => [
  {
    name: "debut_database_bytes",
    help: "Size of the database: its file, or all of it on PostgreSQL.",
    read: () => (store.bytes ? store.bytes().catch(() => undefined) : sizeOf(databaseFile(settings))),
  },
  {
    name: "debut_wal_bytes",
    help: "Size of the write-ahead log beside the database.",
    read: () => sizeOf(`${databaseFile(settings)}-wal`),
  },
  {
    name: "debut_disk_free_bytes",
    help: "Bytes that Debut may still write on the file system of DATA_DIR.",
    read: () => freeBytes(settings.DATA_DIR),
  },
  {
    name: "debut_database_writable",
    help: "1 when the database can be written, 0 while its disk is full, read-only, damaged or gone.",
    read: async () => ((await store.trouble()) ? 0 : 1),
  },
  {
    name: "debut_waiting_changes",
    help: "Outcomes of jobs that wait in memory until the database can be written.",
    read: () => store.waiting(),
  },
  {
    name: "debut_database_lag_seconds",
    help: "How long ago this node last knew every commit of all nodes; 0 on SQLite, where it always does.",
    read: () => (store.lagMs?.() ?? 0) / 1000,
  },
  {
    name: "debut_last_backup_timestamp_seconds",
    help: "When the newest backup in the backup folder was made, in seconds since 1970; 0 if there is none.",
    read: () => (listBackups(backupFolder(settings))[0]?.at.getTime() ?? 0) / 1000,
  },
];

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
