import type { FixedResource } from "./define.ts";

export const openApi: FixedResource = {
  uri: "directory://openapi",
  name: "openapi",
  title: "OpenAPI document",
  isOwnText: true,
  description: "The REST interface in OpenAPI 3.1: the same operations as the tools, for programs.",
  async read({ openApiDocument }) {
    return openApiDocument();
  },
};
