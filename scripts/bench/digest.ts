import { parseArgs } from "node:util";
import { sendToMany } from "../../test/crash/digest.ts";
import { quantile } from "./quantile.ts";

const MB = 1024 * 1024;

/**
 * The weekly digest to `--readers 10000` over a real SMTP server, with `--kills 20` of the process. `--speed 12` lets an hour of
 * its clock pass in five minutes.
 */
export async function benchDigest(_folder: string, options: string[]): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: {
      readers: { type: "string" },
      kills: { type: "string" },
      speed: { type: "string" },
      seed: { type: "string" },
    },
  });
  const report = await sendToMany({
    readers: Number(values.readers ?? 10_000),
    kills: Number(values.kills ?? 20),
    speed: Number(values.speed ?? 12),
    seed: values.seed ?? "digest",
    tell: (text) => console.log(text),
  });
  const { byMinute, wanted, once, twice, lost, strangers, quiet, kills, wallMs, cpuMs } = report;
  // The first and the last minute are parts of one.
  const whole = byMinute.slice(1, -1);
  console.log(`readers ${wanted + quiet}, wanted ${wanted}, nothing to say to ${quiet}, kills ${kills}`);
  console.log(`once ${once}, twice ${twice.length}, lost ${lost.length}, to others ${strangers.length}`);
  console.log(
    `wall ${(wallMs / 1000).toFixed(0)} s, CPU ${(cpuMs / 1000).toFixed(1)} s, ${(cpuMs / wanted).toFixed(2)} ms an email`,
  );
  console.log(`most memory ${(report.mostRss / MB).toFixed(0)} MB, heap ${(report.mostHeap / MB).toFixed(0)} MB`);
  console.log(`largest email ${(report.largestMail / 1000).toFixed(1)} kB, minutes of its clock ${byMinute.length}`);
  console.log(`a minute: least ${Math.min(...whole)}, median ${quantile(whole, 0.5)}, most ${Math.max(...whole)}`);
}
