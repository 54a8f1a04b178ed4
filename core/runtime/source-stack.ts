import { SourceMap } from "node:module";
import { isSource, readShippedText } from "./shipped.ts";

const PLACE = /[^\s()]*?([\w.-]+\.cjs):(\d+):(\d+)/g;
const maps = new Map<string, SourceMap | undefined>();

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
    return undefined;
  }
}
