import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { createFailures, failure } from "./failures.ts";

it("an answer of 500 in a crash run comes with what its server logged, also if that was killed then", async () => {
  const whole = '{"level":20,"err":{"stack":"SqliteError: unable to open"},"request_id":"r1","msg":"request failed"}';
  const cutOff = '{"level":20,"request_id":"r2","err":{"sta';
  const printed: string[] = [];
  const failures = createFailures((line) => void printed.push(line));
  const code = `process.stderr.write(${JSON.stringify(`${whole}\n${cutOff}`)}); process.kill(process.pid, "SIGKILL")`;
  const server = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "ignore", "pipe"] });
  failures.listen(server.stderr);
  await once(server, "close");
  expect(printed).toEqual([whole, cutOff]);
  const faults = ["r1", "r2", "r3", undefined].map((id) => failure("POST /oauth/token", 500, id, "<!doctype html>"));
  expect(failures.explained([...faults, "a token was answered 401, not 200"])).toEqual([
    `POST /oauth/token answered 500 (request r1): <!doctype html>\n${whole}`,
    `POST /oauth/token answered 500 (request r2): <!doctype html>\n${cutOff}`,
    "POST /oauth/token answered 500 (request r3): <!doctype html>",
    "POST /oauth/token answered 500 (request without an id): <!doctype html>",
    "a token was answered 401, not 200",
  ]);
});
