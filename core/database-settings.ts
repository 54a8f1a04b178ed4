import { z } from "zod";

/** Where the data is, if not in the SQLite file of DATA_DIR. */
export const databaseSettings = {
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "Must be an address like postgres://user:password@db.example.com:5432/debut.",
    })
    .optional()
    .describe(
      "PostgreSQL database, 15 or newer, like postgres://user:password@db.example.com:5432/debut. Without it, the data is in a SQLite file in DATA_DIR.",
    ),
};
