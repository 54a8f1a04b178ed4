import { randomFillSync } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { PICTURE_SIZES } from "../../../pictures/key.ts";
import type { Row } from "./row.ts";
import { giveToUser, type Stage } from "./stage.ts";

const PAGE = 4096;

/** Writes noise over part of a file. */
function scribble(file: string, from: number, bytes: number): void {
  const handle = openSync(file, "r+");
  writeSync(handle, randomFillSync(Buffer.alloc(bytes)), 0, bytes, from);
  closeSync(handle);
}
const removeLog = ({ file }: Stage): void => {
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
};

/** A picture that an admin uploaded. */
const PICTURE = "drill-picture-0123456789-xx";
const FILES = PICTURE_SIZES.wide.map((size) => `${PICTURE}-${size}.webp`);
const uploads = ({ data }: Stage): string => join(data, "uploads");

function addUpload(stage: Stage): void {
  const db = new Database(stage.file);
  db.prepare("insert into uploads(id, shape, name, width, height, at) values (?, 'wide', 'x.png', 9, 9, ?)").run(
    PICTURE,
    Date.now(),
  );
  db.close();
  mkdirSync(uploads(stage), { recursive: true });
  for (const name of FILES) writeFileSync(join(uploads(stage), name), "webp");
  giveToUser(stage.data);
}

/** A damaged database: what was written after the last backup is lost. */
const damaged = (name: string, cause: Row["break"], more: Partial<Row> = {}): Row => ({
  ...{ name, anchor: "check-database", at: "stopped", losesSinceBackup: true, break: cause },
  ...more,
});

/** Damaged and lost files. */
export const DAMAGE: Row[] = [
  damaged("Damaged pages", ({ file }) => {
    const pages = Math.floor(statSync(file).size / PAGE);
    // Every seventh page of the middle half, whichever tables are there.
    for (let page = Math.floor(pages / 4); page < (3 * pages) / 4; page += 7) scribble(file, page * PAGE, PAGE);
  }),
  damaged("Damaged header", ({ file }) => scribble(file, 0, 100), { quick: true }),
  damaged("Truncated file", ({ file }) => truncateSync(file, Math.floor(statSync(file).size * 0.6))),
  damaged("Empty file", ({ file }) => truncateSync(file, 0)),
  damaged("Lost database", ({ file, data }) => {
    for (const name of readdirSync(data)) if (name.startsWith("debut.db")) rmSync(`${file}${name.slice(8)}`);
  }),
  damaged("Lost write-ahead log", removeLog, {
    at: "killed",
    guide: ({ backups }) => ["restore", join(backups, readdirSync(backups).sort().at(-1) ?? ""), "--force"],
  }),
  damaged(
    "Lost write-ahead log of a new site",
    async (stage) => {
      const { data, backups } = stage;
      // A new site in the same place, of which nothing but the mark and its file is left.
      renameSync(backups, `${backups}-aside`);
      for (const name of readdirSync(data)) if (name !== "secrets.key") rmSync(join(data, name), { recursive: true });
      const site = await stage.start();
      await stage.debut(["user", "create", "--email", "new@people.example", "--password", "correct horse battery"]);
      await site.stop("SIGKILL");
      removeLog(stage);
      renameSync(`${backups}-aside`, backups);
    },
    { at: "killed" },
  ),
  {
    name: "Lost uploads, and the backups from before too old to keep",
    anchor: "check-storage",
    at: "running",
    prepare: addUpload,
    async break(stage) {
      rmSync(uploads(stage), { recursive: true });
      for (let nth = 0; nth < 2; nth++) await stage.debut(["backup", "--keep", "1"]);
    },
    async check(stage) {
      const gone = FILES.filter((name) => !existsSync(join(uploads(stage), name)));
      const { code, stderr } = await stage.debut(["backup"]);
      return [...gone.map((name) => `${name} did not come back`), ...(code === 0 ? [] : [stderr])];
    },
  },
];
