import { memorySkillFiles, type Skill, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { readShippedText } from "#core/runtime/shipped.ts";
import { given } from "#domain/text/given.ts";

const FILES = [
  "draft-review/SKILL.md",
  "launch-playbook/SKILL.md",
  "launch-playbook/references/launch-week.md",
] as const;
const SCHEME = "skill://";

export const SKILL_TYPE = "text/markdown";

export function readSkill(uri: string): string | undefined {
  const file = FILES.find((file) => SCHEME + file === uri);
  return file && readShippedText(`./resources/skills/${file}`);
}

let known: Promise<readonly Skill[]> | undefined;

export function skills(): Promise<readonly Skill[]> {
  known ??= SkillsExtension.load(
    memorySkillFiles(Object.fromEntries(FILES.map((file) => [file, given(readSkill(SCHEME + file))]))),
    { strict: true },
  ).then(({ entries }) => entries);
  return known;
}

export const skillResources = async () =>
  (await skills()).map(({ uri, frontmatter: { name, description } }) => ({
    uri,
    name,
    description,
    mimeType: SKILL_TYPE,
  }));
