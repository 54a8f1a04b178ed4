import { execFileSync } from "node:child_process";
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
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
const limitFiles = (pid: number | undefined, bytes: number | "unlimited"): unknown =>
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`], AS_USER);
const remount = (folder: string, as: string): void => void execFileSync("mount", ["-o", `remount,${as}`, folder]);
/** SQLite gives the files beside a database its permissions, so that all are wrong in the same way. */
function giveFilesBack({ data }: Stage): void {
  for (const name of readdirSync(data)) if (name.startsWith("debut.db")) chmodSync(join(data, name), 0o600);
}
const RIGHTS = /permission|right|chmod|chown|let the user/i;
const onDisk: Omit<Row, "name" | "at" | "break"> = { anchor: "check-disk", needs: ["mount"], mountMb: 48 };
const full: Omit<Row, "name" | "at"> = {
  ...onDisk,
  break: fill,
  byHand: [
    /make room|free (some )?space|space is free|disk is full/i,
    (stage) => rmSync(ballast(stage), { force: true }),
  ],
};

/** What a backup to a full disk says. */
const refused = new WeakMap<Stage, string>();

/** Full, read-only and failing disks, and files of another user. */
export const DISK: Row[] = [
  { ...full, name: "Full disk, while it runs (tmpfs)", at: "running" },
  { ...full, name: "Full disk, at the start (tmpfs)", at: "stopped" },
  {
    name: "Write error, while it runs (file size limit)",
    anchor: "check-disk",
    needs: ["prlimit"],
    quick: true,
    at: "running",
    break: ({ file }, { child }) => void limitFiles(child.pid, statSync(`${file}-wal`).size),
    byHand: [/disk|space|room/i, (_stage, { child }) => limitFiles(child.pid, "unlimited")],
  },
  {
    name: "Read-only file",
    anchor: "check-disk",
    needs: ["user"],
    at: "stopped",
    break: ({ file }) => chmodSync(file, 0o444),
    byHand: [RIGHTS, giveFilesBack],
  },
  {
    ...onDisk,
    name: "Read-only file system (tmpfs)",
    at: "stopped",
    break: ({ data }) => remount(data, "ro"),
    byHand: [/read-only|remount|writable/i, ({ data }) => remount(data, "rw")],
  },
  {
    name: "Folder of another user",
    anchor: "check-disk",
    needs: ["user"],
    at: "stopped",
    break: ({ data }) => chmodSync(data, 0),
    byHand: [RIGHTS, ({ data }) => chmodSync(data, 0o700)],
  },
  {
    name: "Backups cannot be written",
    anchor: "check-backups",
    needs: ["user"],
    at: "stopped",
    env: { BACKUP_EVERY: "30m" },
    break({ backups }) {
      rmSync(backups, { recursive: true });
      mkdirSync(dirname(backups), { recursive: true });
      chmodSync(dirname(backups), 0o500);
    },
    byHand: [
      RIGHTS,
      ({ backups }) => {
        chmodSync(dirname(backups), 0o700);
        giveToUser(dirname(backups));
      },
    ],
  },
  {
    name: "Full disk of the backups (tmpfs)",
    anchor: "check-backups",
    needs: ["mount"],
    at: "running",
    async break(stage) {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m,mode=777", "debut-drill", stage.backups]);
      stage.onClose(() => execFileSync("umount", [stage.backups]));
      refused.set(stage, (await stage.debut(["backup"])).stderr);
      // What doctor compares the room with.
      const late = join(stage.backups, "debut-20200101T000000Z.db");
      closeSync(openSync(late, "w"));
      truncateSync(late, 10_000_000);
    },
    byHand: [/free some space on the disk of \S*\/backups/i, ({ backups }) => remount(backups, "size=200m")],
    async check(stage) {
      const said = refused.get(stage) ?? "";
      const isClear = said.includes(`disk of ${stage.backups}`) && !said.includes(stage.file);
      const { code, stderr } = await stage.debut(["backup"]);
      return [...(isClear ? [] : [`the backup says: ${said}`]), ...(code === 0 ? [] : [stderr])];
    },
  },
];
