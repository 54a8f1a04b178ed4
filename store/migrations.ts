import { isSealed } from "#core/credentials/vault.ts";
import { namesIn, readShippedText } from "#core/runtime/shipped.ts";
import { VERSION } from "#core/runtime/version.ts";
import { once } from "#domain/text/once.ts";

export type Engine = "sqlite" | "postgres";
export type Migration = {
  version: number;
  name: string;
  sql: string;
  /** Such a migration removes what the previous program uses. All others may run beside it. */
  needsStop: boolean;
};

/** First line of a migration that needs a stop. */
export const NEEDS_STOP = "-- Needs a stop:";

const FOLDER = "./store/migrations";
const NAME = /^(\d{4})_\w+(?:\.(sqlite|postgres))?\.sql$/;

/**
 * The migrations of an engine, in order. `0004_subject.sql` is for both, `0004_subject.sqlite.sql`
 * for one. A released file never changes. `worded` translates a file for both engines.
 */
export const migrationsOf = (engine: Engine, worded = (sql: string): string => sql): readonly Migration[] =>
  namesIn(FOLDER)
    .sort()
    .flatMap((name) => {
      const [, version, only] = NAME.exec(name) ?? [];
      if (!version || (only ?? engine) !== engine) return [];
      const text = once(() => readShippedText(`${FOLDER}/${name}`));
      const sql = once(() => (only ? text() : worded(text())));
      return {
        version: Number(version),
        name,
        get sql() {
          return sql();
        },
        get needsStop() {
          return text().startsWith(NEEDS_STOP);
        },
      };
    });

export const PROGRAM = "program-version";

/** The database was changed by a newer program, whose tables this one does not know. */
export class NewerDatabase extends Error {
  /** "Start Debut 1.2.0 or newer" */
  readonly cure: string;
  constructor(version: number, known: number, program: string | undefined) {
    super(`The database is at version ${version}, this program (Debut ${VERSION}) knows ${known}.`);
    // Debut 0.1 sealed it.
    this.cure = program && !isSealed(program) ? `Start Debut ${program} or newer` : "Start the newer program";
  }
}

export class MigrationFailed extends Error {
  readonly from: number;
  constructor(name: string, from: number, cause: unknown) {
    super(`${name} failed: ${cause instanceof Error ? cause.message : cause}.`, { cause });
    this.from = from;
  }
}
