import { execFileSync } from "node:child_process";
import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Row } from "./row.ts";
import { AS_USER, giveToUser, type Stage } from "./stage.ts";

const ballast = ({ data }: Stage): string => join(data, "ballast");

/** Fills the disk to the last byte. */
function fill(stage: Stage): void {
  const handle = openSync(ballast(stage), "w");
  for (let size = 1 << 20; size >= 1; size >>= 1) {
    try {
      for (;;) if (writeSync(handle, Buffer.alloc(size)) < size) break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(handle);
}
const makeRoom: NonNullable<Row["byHand"]> = [
  [/make room|free (some )?space|space is free|disk is full/i, (stage) => rmSync(ballast(stage), { force: true })],
];
const limitFiles = (pid: number, bytes: number | "unlimited"): void => {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`], AS_USER);
};
const remount = ({ data }: Stage, as: "ro" | "rw"): void => void execFileSync("mount", ["-o", `remount,${as}`, data]);
/** SQLite gives the files beside a database its permissions, so that all are wrong in the same way. */
function giveFilesBack({ data }: Stage): void {
  for (const name of readdirSync(data)) if (name.startsWith("debut.db")) chmodSync(join(data, name), 0o600);
}
const rights = /permission|right|chmod|chown|let the user/i;

/** Full, read-only and failing disks, and files of another user. */
export const DISK: Row[] = [
  {
    name: "Full disk, while it runs (tmpfs)",
    anchor: "check-disk",
    needs: ["mount"],
    mountMb: 48,
    at: "running",
    break: async (stage) => fill(stage),
    byHand: makeRoom,
  },
  {
    name: "Full disk, at the start (tmpfs)",
    anchor: "check-disk",
    needs: ["mount"],
    mountMb: 48,
    at: "stopped",
    break: async (stage) => fill(stage),
    byHand: makeRoom,
  },
  {
    name: "Write error, while it runs (file size limit)",
    anchor: "check-disk",
    needs: ["prlimit"],
    quick: true,
    at: "running",
    async break({ file }, { child }) {
      limitFiles(child.pid!, statSync(`${file}-wal`).size);
    },
    byHand: [[/disk|space|room/i, (_stage, { child }) => limitFiles(child.pid!, "unlimited")]],
  },
  {
    name: "Read-only file",
    anchor: "check-disk",
    needs: ["user"],
    at: "stopped",
    async break({ file }) {
      chmodSync(file, 0o444);
    },
    byHand: [[rights, giveFilesBack]],
  },
  {
    name: "Read-only file system (tmpfs)",
    anchor: "check-disk",
    needs: ["mount"],
    mountMb: 48,
    at: "stopped",
    break: async (stage) => remount(stage, "ro"),
    byHand: [[/read-only|remount|writable/i, (stage) => remount(stage, "rw")]],
  },
  {
    name: "Folder of another user",
    anchor: "check-disk",
    needs: ["user"],
    at: "stopped",
    async break({ data }) {
      chmodSync(data, 0);
    },
    byHand: [[rights, ({ data }) => chmodSync(data, 0o700)]],
  },
  {
    name: "Backups cannot be written",
    anchor: "check-backups",
    needs: ["user"],
    at: "stopped",
    env: { BACKUP_EVERY: "30m" },
    async break({ backups }) {
      rmSync(backups, { recursive: true });
      mkdirSync(dirname(backups), { recursive: true });
      chmodSync(dirname(backups), 0o500);
    },
    byHand: [
      [
        rights,
        ({ backups }) => {
          chmodSync(dirname(backups), 0o700);
          giveToUser(dirname(backups));
        },
      ],
    ],
  },
];
