import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";

/** What a program writes whose log is gathered, as the lines of its stderr. */
function linesOf(program: string): string[] {
  const log = JSON.stringify(new URL("../../server/log.ts", import.meta.url).href);
  const text = `import { createLog } from ${log}; const log = createLog({ LOG_LEVEL: "info" }); ${program}`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", text], { encoding: "utf8" });
  return stderr.split("\n").filter((line) => line.startsWith("{"));
}
const messagesOf = (program: string) => linesOf(program).map((line) => JSON.parse(line).msg);

it("has every line, in order, of a process that ends mid-round", () => {
  expect(messagesOf('log.info("one"); log.warn("two"); process.exit(3);')).toEqual(["one", "two"]);
  expect(messagesOf('log.info("one"); throw new Error("uncaught");')).toEqual(["one"]);
  expect(messagesOf('for (let nth = 0; nth < 5000; nth++) log.info("line"); process.exit(0);')).toHaveLength(5000);
});

it("has earlier lines and fatal ones of a killed process", () => {
  const killed = 'process.kill(process.pid, "SIGKILL");';
  const later = `log.info("one"); setImmediate(() => setImmediate(() => { log.info("lost"); ${killed} }));`;
  expect(messagesOf(later)).toEqual(["one"]);
  expect(messagesOf(`log.info("one"); log.fatal("two"); ${killed}`)).toEqual(["one", "two"]);
});

it("has the time of each line", () => {
  const [line] = linesOf('log.info("now");');
  expect(Math.abs(Date.parse(JSON.parse(line!).time) - Date.now())).toBeLessThan(60_000);
});
