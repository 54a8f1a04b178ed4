// Sends requests from a separate process, so that how busy it was can be seen and is not the server's work.
import autocannon from "autocannon";
import type { Asked as Request } from "./attack/client.ts";
import { quantile } from "./figures.ts";
import { answer } from "./programs.ts";

type Load = { name: string; origin: string; seconds: number; connections?: number };
export type Sent = { answers: number; perSecond: number; p50: number; p99: number; busy: number };

/** More than any server answers in a second. */
const MOST_PER_SECOND = 20_000;
const kept = new Map<string, { requests: Request[]; next: number }>();

/** Each connection sends requests of its own, and the next round continues after those that were answered. */
async function send({ name, origin, seconds, connections = 16 }: Load): Promise<Sent> {
  const subject = kept.get(name)!;
  const { requests, next } = subject;
  const count = Math.min(requests.length, MOST_PER_SECOND * seconds);
  const shares: Request[][] = Array.from({ length: Math.min(connections, count) }, () => []);
  for (let nth = 0; nth < count; nth++)
    shares[nth % shares.length]!.push({ ...requests[(next + nth) % requests.length]! });
  const times: number[] = [];
  const wrong = new Map<number, number>();
  let [from, used] = [performance.now(), process.cpuUsage()];
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
    [from, used] = [performance.now(), process.cpuUsage()];
  });
  load.on("response", (_client, status, _bytes, ms) => {
    times.push(ms);
    // A form is answered with the address of its page.
    if (status !== 200 && status !== 303) wrong.set(status, (wrong.get(status) ?? 0) + 1);
  });
  const { errors } = await ended.promise;
  const elapsedMs = performance.now() - from;
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

const questions = {
  prepare: ({ name, requests }: { name: string; requests: Request[] }) => void kept.set(name, { requests, next: 0 }),
  send,
};
export type SenderQuestions = typeof questions;
answer(questions);
