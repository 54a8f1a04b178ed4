import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { openApiDocument } from "../../rest/openapi.ts";
import type { AnyTool } from "../../tools/define.ts";
import { allTools } from "../../tools/index.ts";

type Response = {
  description?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: { $ref: string } }>;
};
type Operation = { operationId: string; responses: Record<string, Response | { $ref: string }> };
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { responses: Record<string, Response> };
};

/** Statuses that any request may get and that no operation lists: `default` in the document. */
const ANYWHERE = [405, 406, 500, 503];

/** A checker of REST answers against the OpenAPI document of these tools. It throws an Error that says what differs. */
export function createChecker(catalogue: readonly AnyTool[]) {
  const document = openApiDocument(catalogue, { baseUrl: "https://debut.example", name: "Debut" }) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (ref: string): ValidateFunction => {
    const known = validators.get(ref) ?? ajv.compile({ $ref: `openapi${ref}` });
    validators.set(ref, known);
    return known;
  };

  const routes = Object.entries(document.paths)
    .map(([path, methods]) => ({
      methods,
      pattern: new RegExp(`^/api/v1${path.replace(/\{\w+\}/g, "[^/]+")}$`),
      names: path.split("{").length,
    }))
    // Fixed words before names, as the router has it.
    .sort((left, right) => left.names - right.names);

  function documented(operation: Operation | undefined, status: number): Response | undefined {
    const other = document.components.responses.OtherProblem;
    if (operation === undefined) return [400, 404].includes(status) || ANYWHERE.includes(status) ? other : undefined;
    const found = operation.responses[status];
    if (found) return "$ref" in found ? document.components.responses[found.$ref.split("/").at(-1)!] : found;
    return ANYWHERE.includes(status) ? other : undefined;
  }

  return function checkAnswer(method: string, path: string, status: number, headers: Headers, body: unknown): void {
    const [pathname = ""] = path.split("?");
    const label = `${method} ${pathname} ${status}`;
    if (!headers.get("x-request-id")) throw new Error(`${label}: no X-Request-Id.`);
    if (pathname === "/api/v1/openapi.json" || (method === "OPTIONS" && status === 204)) return;

    const verb = method === "HEAD" ? "get" : method.toLowerCase();
    const operation = routes.find(({ pattern }) => pattern.test(pathname))?.methods[verb];
    const response = documented(operation, status);
    if (!response)
      throw new Error(`${label}: ${operation?.operationId ?? "this address"} does not document this status.`);

    const [[type, content] = []] = Object.entries(response.content ?? {});
    if (type === undefined || method === "HEAD") {
      if (body !== undefined) throw new Error(`${label}: has a body.`);
      return;
    }
    if (headers.get("content-type") !== type)
      throw new Error(`${label}: is ${headers.get("content-type")}, not ${type}.`);
    for (const name of neededHeaders(status)) if (!headers.get(name)) throw new Error(`${label}: no ${name}.`);
    const validate = validatorOf(content!.schema.$ref);
    if (!validate(body))
      throw new Error(`${label}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(body).slice(0, 500)}`);
    if (status >= 400 && (body as { status: number }).status !== status)
      throw new Error(`${label}: the body names another status.`);
  };
}

function neededHeaders(status: number): string[] {
  if (status < 300) return ["RateLimit", "RateLimit-Policy", "Cache-Control"];
  if (status === 401 || status === 403) return ["WWW-Authenticate"];
  return status === 429 ? ["RateLimit", "RateLimit-Policy", "Retry-After"] : [];
}

/** The checker of the catalogue that is served; `path` begins with /api/v1. */
export const checkAnswer = createChecker(allTools);
