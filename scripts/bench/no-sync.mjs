// Loaded before the program (node --import): what it writes is never forced to the disk.
import Database from "better-sqlite3";

const { pragma } = Database.prototype;
Database.prototype.pragma = function (source, ...rest) {
  return pragma.call(this, source === "synchronous = FULL" ? "synchronous = OFF" : source, ...rest);
};
