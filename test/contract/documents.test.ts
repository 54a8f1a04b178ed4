import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

function run(command: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
  });
  return { status, text: stdout + stderr };
}

describe("docs/openapi.json", () => {
  it("is what the code prints, as are the other generated documents", () => {
    expect(run(process.execPath, "scripts/print-docs.ts", "--check")).toEqual({ status: 0, text: "" });
  });

  it("passes Redocly's recommended rules without a warning", () => {
    const { status, text } = run(
      "node_modules/.bin/redocly",
      "lint",
      "--config",
      "test/contract/redocly.yaml",
      "--format",
      "json",
      "docs/openapi.json",
    );
    expect({
      status,
      totals: JSON.parse(text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1)).totals,
    }).toMatchObject({ status: 0, totals: { errors: 0, warnings: 0 } });
  });

  it("passes Spectral's recommended rules without a warning", () => {
    const { status, text } = run(
      "node_modules/.bin/spectral",
      "lint",
      "--fail-severity",
      "hint",
      "--quiet",
      "-r",
      "test/contract/spectral.yaml",
      "docs/openapi.json",
    );
    expect({ status, text }).toMatchObject({ status: 0 });
  });
});
