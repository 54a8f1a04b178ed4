import { performance } from "node:perf_hooks";
import { Pool } from "undici";

export type Shot = { path: string; method: "GET" | "POST"; headers?: Record<string, string>; body?: string };

const CONNECTIONS = 16;

/** Sends the same request over keep-alive connections for a while; returns responses a second and the load of the sender. */
export async function measure(origin: string, shot: Shot, ms: number): Promise<{ perSecond: number; busy: number }> {
  const pool = new Pool(origin, { connections: CONNECTIONS, pipelining: 1 });
  const before = performance.eventLoopUtilization();
  const started = performance.now();
  let answers = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      let status = 0;
      pool.dispatch(
        { path: shot.path, method: shot.method, headers: shot.headers ?? {}, body: shot.body ?? null },
        {
          onRequestStart: () => undefined,
          onResponseStart: (_controller, code) => {
            status = code;
          },
          onResponseData: () => undefined,
          onResponseEnd: () => (status === 200 ? resolve() : reject(new Error(`${shot.path} answered ${status}`))),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });
  const loop = async () => {
    while (performance.now() - started < ms) {
      await one();
      answers++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  const seconds = (performance.now() - started) / 1000;
  const busy = performance.eventLoopUtilization(before).utilization;
  await pool.close();
  return { perSecond: answers / seconds, busy };
}

export const median = (values: number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!;
