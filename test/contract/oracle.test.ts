import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openApiDocument } from "../../rest/openapi.ts";
import { tools } from "../../tools/index.ts";
import { inputsOf } from "./signature.ts";
import { ADDITIONS, SPECIFICATION } from "./specification.ts";

type Operation = { operationId: string; "x-addition"?: true; responses: Record<string, unknown> };
type Operations = Record<string, Record<string, Operation>>;
const document = openApiDocument(tools, { baseUrl: "https://debut.example", name: "Debut" }) as { paths: Operations };

const ROWS = { ...SPECIFICATION, ...ADDITIONS };

/** Statuses that the specification speaks of. */
const SPOKEN = [200, 201, 400, 401, 403, 404, 429];

describe("the table", () => {
  it("has the specification's 18 public and 23 signed-in operations, 14 with an Idempotency-Key", () => {
    const rows = Object.values(SPECIFICATION);
    const count = (is: (row: (typeof rows)[number]) => boolean) => rows.filter(is).length;
    expect([
      count(({ access }) => access === "public"),
      count(({ access }) => access !== "public"),
      count(({ idempotent }) => idempotent),
    ]).toEqual([18, 23, 14]);
    expect(new Set(rows.map(({ rest }) => rest)).size).toBe(41);
  });
});

describe("the catalogue", () => {
  it("offers the specification's operations, additions that are marked as such, and nothing twice", () => {
    const names = (isAddition: boolean) =>
      tools.filter((tool) => (tool.isAddition ?? false) === isAddition).map(({ name }) => name);
    expect(names(false).sort()).toEqual(Object.keys(SPECIFICATION).sort());
    expect(names(true).sort()).toEqual(Object.keys(ADDITIONS).sort());
    const marked = Object.values(document.paths).flatMap((path) =>
      Object.values(path).flatMap((operation) => (operation["x-addition"] ? [operation.operationId] : [])),
    );
    expect(marked.sort()).toEqual(names(true).sort());
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("%s is as specified", (name, tool) => {
    const row = ROWS[name]!;
    expect({
      rest: tool.rest,
      access: tool.access,
      status: tool.status ?? 200,
      idempotent: tool.idempotent ?? false,
    }).toEqual({
      rest: row.rest,
      access: row.access,
      status: row.status,
      idempotent: row.idempotent,
    });
    const inputs = inputsOf(z.toJSONSchema(tool.input, { io: "input" }) as never);
    expect(Object.keys(inputs).sort()).toEqual(Object.keys(row.inputs).sort());
    for (const [input, bound] of Object.entries(row.inputs)) {
      if (typeof bound === "string") expect(`${input}: ${inputs[input]}`).toBe(`${input}: ${bound}`);
      else expect(inputs[input]).toMatch(bound);
    }
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "%s documents the statuses of the specification",
    (name, tool) => {
      const [method, path] = tool.rest.split(" ") as [string, string];
      const operation = document.paths[path]![method.toLowerCase()]!;
      expect(operation.operationId).toBe(name);
      const row = ROWS[name]!;
      expect(
        Object.keys(operation.responses)
          .map(Number)
          .filter((status) => SPOKEN.includes(status)),
      ).toEqual([row.status, ...row.errors]);
    },
  );

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "%s refuses unknown keys, says what it is, and reads without changing",
    (_name, tool) => {
      const parsed = tool.input.safeParse({ surprise: 1 });
      expect(parsed.error?.issues.some(({ code }) => code === "unrecognized_keys")).toBe(true);
      expect(tool.description.length).toBeGreaterThan(20);
      expect(tool.annotations.readOnlyHint).toBe(tool.rest.startsWith("GET ") || tool.name === "quote_order");
    },
  );
});
