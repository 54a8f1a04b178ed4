import { memorySkillFiles, type Skill, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { readShippedText } from "../core/runtime/shipped.ts";
import { given } from "../domain/text/given.ts";

/** Guides for models, as the MCP extension for skills (SEP-2640) serves them. */

const FILES = [
  "draft-review/SKILL.md",
  "launch-playbook/SKILL.md",
  "launch-playbook/references/launch-week.md",
] as const;
const SCHEME = "skill://";

export const SKILL_TYPE = "text/markdown";

/** A file of a skill, by its address. */
export function readSkill(uri: string): string | undefined {
  const file = FILES.find((file) => SCHEME + file === uri);
  return file && readShippedText(`./resources/skills/${file}`);
}

let known: Promise<readonly Skill[]> | undefined;

/** Names, descriptions and digests of all skills, computed once. */
export function skills(): Promise<readonly Skill[]> {
  known ??= SkillsExtension.load(
    memorySkillFiles(Object.fromEntries(FILES.map((file) => [file, given(readSkill(SCHEME + file))]))),
    { strict: true },
  ).then(({ entries }) => entries);
  return known;
}

/** The skills in resources/list. */
export const skillResources = async () =>
  (await skills()).map(({ uri, frontmatter: { name, description } }) => ({
    uri,
    name,
    description,
    mimeType: SKILL_TYPE,
  }));
