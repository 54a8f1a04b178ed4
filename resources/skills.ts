import { memorySkillFiles, type Skill, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { readShippedText } from "#core/runtime/shipped.ts";
import type { SiteShape } from "#domain/site/site-shape.ts";
import { given } from "#domain/text/given.ts";

const FILES = [
  "draft-review/SKILL.md",
  "launch-playbook/SKILL.md",
  "launch-playbook/references/launch-week.md",
] as const;
const SCHEME = "skill://";

export const SKILL_TYPE = "text/markdown";

/** A site without launches has no playbook for them. */
const isFor = (uri: string, { launches }: Pick<SiteShape, "launches">): boolean => launches || !/launch/.test(uri);

export function readSkill(uri: string, shape: Pick<SiteShape, "launches">): string | undefined {
  const file = FILES.find((file) => SCHEME + file === uri && isFor(uri, shape));
  return file && readShippedText(`./resources/skills/${file}`);
}

let known: Promise<readonly Skill[]> | undefined;

export async function skills(shape: Pick<SiteShape, "launches">): Promise<readonly Skill[]> {
  const all = { launches: true };
  known ??= SkillsExtension.load(
    memorySkillFiles(Object.fromEntries(FILES.map((file) => [file, given(readSkill(SCHEME + file, all))]))),
    { strict: true },
  ).then(({ entries }) => entries);
  return (await known).filter(({ uri }) => isFor(uri, shape));
}

export const skillResources = async (shape: Pick<SiteShape, "launches">) =>
  (await skills(shape)).map(({ uri, frontmatter: { name, description } }) => ({
    uri,
    name,
    description,
    mimeType: SKILL_TYPE,
  }));
