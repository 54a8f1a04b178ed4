import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    folder: string;
  }
}

/** A new folder for data. */
export const createFolder = (): string => mkdtempSync(join(inject("folder"), "data-"));

/** A new folder that goes when the running test ends. */
export function temporaryFolder(): string {
  const folder = createFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
