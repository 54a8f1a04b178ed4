/** What the changelog says of one version. A release shows it. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split("\n", 1)[0]!.split(" ")[0] === version);
  const notes = section?.slice(section.indexOf("\n")).trim();
  if (!notes) throw new Error(`CHANGELOG.md says nothing of ${version}. Add a section "## ${version}" to it.`);
  return `${notes}\n`;
}
