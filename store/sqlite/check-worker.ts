import { parentPort, workerData } from "node:worker_threads";
import { checkDatabase } from "./check.ts";

const file: string = workerData;
parentPort!.postMessage(checkDatabase(file));
