import { parentPort, workerData } from "node:worker_threads";
import { given } from "#domain/text/given.ts";
import { checkDatabase } from "./check.ts";

const file: string = workerData;
given(parentPort).postMessage(checkDatabase(file));
