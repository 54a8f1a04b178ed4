import { afterAll } from "vitest";
import { endFile } from "./let-go.ts";

afterAll(endFile);
