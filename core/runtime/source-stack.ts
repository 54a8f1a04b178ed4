import { SourceMap } from "node:module";
import { isSource, readShippedText } from "./shipped.ts";

/** A position in a release's script: file, line and column. */
const PLACE = /[^\s()]*?([\w.-]+\.cjs):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

/** Maps a stack from bundled scripts to source files and lines. Maps are read on first use. */
export function sourceStack(stack: string): string {
  if (isSource) return stack;
  return stack.replace(PLACE, (place, script: string, line: string, column: string) => {
    const entry = mapOf(script)?.findEntry(Number(line) - 1, Number(column) - 1);
    return entry && "originalSource" in entry
      ? `${entry.originalSource}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
      : place;
  });
}

function mapOf(script: string): SourceMap | undefined {
  if (!maps.has(script)) maps.set(script, readMap(script));
  return maps.get(script);
}

function readMap(script: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readShippedText(`maps/${script}.json`)));
  } catch {
    // A script without a map, such as Node's own.
    return undefined;
  }
}
