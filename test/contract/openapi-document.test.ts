import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { openApiDocument } from "../../rest/openapi.ts";
import { tools } from "../../tools/index.ts";

type Json = Record<string, unknown>;
type Operation = {
  operationId: string;
  parameters?: { $ref?: string; name?: string; description?: string }[];
  responses: Record<string, { content?: Record<string, { schema: { $ref: string }; example?: unknown }> }>;
};
const document = openApiDocument(tools, { baseUrl: "https://debut.example", name: "Debut" });
const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
  Object.values(methods),
);

/** Every property of every schema below, as "place.name", where it lacks a description. */
function undescribed(value: unknown, place: string): string[] {
  if (Array.isArray(value)) return value.flatMap((part) => undescribed(part, place));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value as Json).flatMap(([key, part]) => {
    if (key === "example") return [];
    if (key !== "properties") return undescribed(part, `${place}.${key}`);
    return Object.entries(part as Record<string, Json>).flatMap(([name, schema]) => [
      ...(schema.description ? [] : [`${place}.${name}`]),
      ...undescribed(schema, `${place}.${name}`),
    ]);
  });
}

it("describes every property and every parameter", () => {
  expect(undescribed(document, "")).toEqual([]);
  const bare = operations.flatMap(({ operationId, parameters = [] }) =>
    parameters.filter(({ $ref, description }) => !$ref && !description).map(({ name }) => `${operationId} ${name}`),
  );
  expect(bare).toEqual([]);
});

it("has one example for each answer, which its schema accepts", () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  for (const { operationId, responses } of operations) {
    const { schema, example } = (responses[200] ?? responses[201])!.content!["application/json"]!;
    expect(example, operationId).toBeTypeOf("object");
    const validate = ajv.compile({ $ref: `openapi${schema.$ref}` });
    expect(validate(example), `${operationId}: ${ajv.errorsText(validate.errors)}`).toBe(true);
  }
});

it("has the examples that the operations answer today", () => {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, ["scripts/record-examples.ts", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});

it("stays small enough to download and to review", () => {
  expect(Buffer.byteLength(JSON.stringify(document))).toBeLessThan(300_000);
});
