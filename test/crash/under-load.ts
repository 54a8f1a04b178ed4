import { type createDeeds, Gone } from "./deeds.ts";

type Load = {
  url: string;
  workers: number;
  answers: number;
  /** Runs when half of the answers are there. */
  kill: () => Promise<void>;
  answered: (ms: number) => void;
  cutOff: () => Promise<void> | void;
};

/** Clients work until so many were answered; those whose server was killed go on with another one. */
export async function workUnderLoad(
  deeds: Pick<ReturnType<typeof createDeeds>, "watch" | "step">,
  { url, workers, answers, kill, answered, cutOff }: Load,
): Promise<void> {
  let left = answers;
  let killing: Promise<void> | undefined;
  deeds.watch((ms) => {
    answered(ms);
    if (--left === Math.floor(answers / 2)) killing = kill();
  });
  const worker = async () => {
    while (left > 0) {
      try {
        await deeds.step(url);
      } catch (error) {
        if (!(error instanceof Gone)) throw error;
        await cutOff();
      }
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  await killing;
}
