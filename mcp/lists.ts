import { MIME_TYPE, uriTemplateOf } from "#resources/define.ts";
import { fixedResources, resourceTemplates } from "#resources/index.ts";
import { prompts } from "#resources/prompts.ts";
import { describe } from "#tools/define.ts";
import type { Catalogue } from "./catalogue.ts";

export const promptsFor = (catalogue: Catalogue) =>
  prompts.filter(({ tools }) => tools.every((name) => catalogue.find(name)));

export const createLists = (catalogue: Catalogue) => ({
  tools: { tools: [...catalogue.listed] },
  resources: {
    resources: fixedResources.map(({ uri, name, title, ...told }) => ({
      uri,
      name,
      title,
      description: describe(told),
      mimeType: MIME_TYPE,
    })),
  },
  templates: {
    resourceTemplates: resourceTemplates.map((template) => ({
      uriTemplate: uriTemplateOf(template),
      name: template.name,
      title: template.title,
      description: describe(template),
      mimeType: MIME_TYPE,
    })),
  },
  prompts: {
    prompts: promptsFor(catalogue).map((prompt) => ({
      name: prompt.name,
      title: prompt.title,
      description: prompt.description,
      arguments: prompt.arguments.map(({ name, description }) => ({ name, description, required: true })),
    })),
  },
});

export type Lists = ReturnType<typeof createLists>;
