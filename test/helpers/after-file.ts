import { afterAll } from "vitest";
import { Words } from "../../languages/words.ts";
import { endFile } from "./let-go.ts";

Words.isStrict = true;
afterAll(endFile);
