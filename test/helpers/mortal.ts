import type { Deps } from "../../actions/context.ts";
import type { Gateway } from "../../payments/gateway.ts";

/** Deps of a process that ends before or after any change, or any call of a provider: what was committed stays. */
function mortalDeps(deps: Deps, at: number) {
  let done = 0;
  const step = () => {
    if (done++ >= at) throw new Error("Killed.");
  };
  const around =
    <A extends unknown[], T>(work: (...args: A) => Promise<T>) =>
    async (...args: A): Promise<T> => {
      step();
      const value = await work(...args);
      step();
      return value;
    };
  const change: Deps["store"]["change"] = (work) => around(() => deps.store.change(work))();
  const gateways = async () =>
    new Map(
      [...(await deps.gateways())].map(([name, gateway]): [string, Gateway] => [
        name,
        { ...gateway, find: around(gateway.find), refund: around(gateway.refund) },
      ]),
    );
  return { mortal: { ...deps, gateways, store: { ...deps.store, change } }, steps: () => done };
}

/** Lives once for every step, and dies there; `after` says what holds then. Returns how many steps there are. */
export async function dieEverywhere(
  deps: Deps,
  live: (by: Deps) => Promise<unknown>,
  after: (at: number) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at++) {
    const { mortal, steps } = mortalDeps(deps, at);
    await live(mortal).catch((error) => {
      // What runs on after its death may fail in any way.
      if (steps() <= at) throw error;
    });
    await after(at);
    if (steps() <= at) return steps();
  }
}
