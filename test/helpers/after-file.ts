import { afterAll } from "vitest";
import { letGo } from "./let-go.ts";

// The first hook of a file, so that it runs after all others.
afterAll(letGo);
