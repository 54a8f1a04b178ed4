import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A network between a browser and a server. It can be cut, or fall silent as when a computer sleeps. */
export async function createWire(target: string) {
  const { port, hostname } = new URL(target);
  const pairs = new Set<[Socket, Socket]>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.on("data", (bytes) => void (isSilent || to.write(bytes)));
      from.on("error", () => undefined);
      from.on("close", () => {
        to.destroy();
        pairs.delete(pair);
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    /** What was sent before `wake` is lost, and connections seem to be open. */
    sleep() {
      isSilent = true;
    },
    wake() {
      isSilent = false;
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
