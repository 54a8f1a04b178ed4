// Sends requests from a process of its own, so that how busy it was can be seen and is not the server's work.
import autocannon from "autocannon";
import { answer } from "../attack/talk.ts";
import { quantile } from "../quantile.ts";
import type { Request } from "./subject.ts";

const CONNECTIONS = 16;
/** More than any server here answers in a second. */
const MOST_PER_SECOND = 20_000;

export type Load = { name: string; origin: string; seconds: number; connections?: number };
export type Sent = { answers: number; perSecond: number; p50: number; p99: number; busy: number };
export type SenderQuestions = {
  prepare: (given: { name: string; requests: Request[] }) => void;
  send: (load: Load) => Promise<Sent>;
};

const kept = new Map<string, { requests: Request[]; next: number }>();

/** Each connection sends requests of its own, and the next round goes on behind those that were answered. */
async function send({ name, origin, seconds, connections = CONNECTIONS }: Load): Promise<Sent> {
  const subject = kept.get(name)!;
  const { requests, next } = subject;
  const count = Math.min(requests.length, MOST_PER_SECOND * seconds);
  const shares: Request[][] = Array.from({ length: Math.min(connections, count) }, () => []);
  for (let nth = 0; nth < count; nth++)
    shares[nth % shares.length]!.push({ ...requests[(next + nth) % requests.length]! });
  const times: number[] = [];
  const wrong = new Map<number, number>();
  let [started, used] = [performance.now(), process.cpuUsage()];
  const ended = Promise.withResolvers<autocannon.Result>();
  const load = autocannon(
    {
      url: origin,
      connections: shares.length,
      duration: seconds,
      setupClient: (client) => client.setRequests(shares.pop()!),
    },
    (error, result) => (error ? ended.reject(error) : ended.resolve(result)),
  );
  load.on("start", () => {
    [started, used] = [performance.now(), process.cpuUsage()];
  });
  load.on("response", (_client, status, _bytes, ms) => {
    times.push(ms);
    // A form is answered with the address of its page.
    if (status !== 200 && status !== 303) wrong.set(status, (wrong.get(status) ?? 0) + 1);
  });
  const { errors } = await ended.promise;
  const elapsedMs = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  if (wrong.size || errors) throw new Error(`${name}: ${errors} errors, answers ${JSON.stringify([...wrong])}`);
  subject.next = (next + times.length) % requests.length;
  return {
    answers: times.length,
    perSecond: (times.length / elapsedMs) * 1000,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    busy: (user + system) / 1000 / elapsedMs,
  };
}

answer({
  prepare: ({ name, requests }: { name: string; requests: Request[] }) => void kept.set(name, { requests, next: 0 }),
  send,
});
