import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    folder: string;
  }
}

export const createFolder = (): string => mkdtempSync(join(inject("folder"), "data-"));

export function temporaryFolder(): string {
  const folder = createFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
