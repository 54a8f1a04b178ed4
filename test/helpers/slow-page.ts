import type { Served } from "./website.ts";

export function slowPage(html: string) {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  const page: Served = (_req, res) => {
    const answer = () => void res.writeHead(200, { "content-type": "text/html" }).end(slow.html);
    if (isOpen) answer();
    else waiting.push(answer);
  };
  const slow = {
    page,
    html,
    waiting,
    open() {
      isOpen = true;
      for (const answer of waiting.splice(0)) answer();
    },
  };
  return slow;
}
