import { call } from "./bridge.js";
import { dateOf, factsOf, logo, paid } from "./cards.js";
import { allowed, attempt, button, link, make, plural, say, show, start, t, text, word } from "./kit.js";

const DAY_MS = 86_400_000;
let args = {};
let board;

const entriesOf = ({ items }) =>
  items.map(({ listing, metric, week_votes: count, rank, ...summary }) => ({
    ...(listing ?? summary),
    rank,
    value: metric ? metric.value : count,
    shown: metric ? metric.display : plural(count, "vote"),
  }));

const weekOf = (monday) => {
  const short = { day: "numeric", month: "long" };
  const sunday = new Date(Date.parse(monday) + 6 * DAY_MS).toISOString();
  return t`${dateOf(monday, short)} to ${dateOf(sunday)}`;
};

const placeOf = (rank, className = "") =>
  make(
    "b",
    { className },
    make("span", { className: "unseen" }, t`Place ${rank}`),
    make("span", { "aria-hidden": "true" }, String(rank)),
  );

const name = (entry) => link(entry.name, entry.listing_url, "name");

function step(entry) {
  const { rank, value, shown } = entry;
  return make(
    "li",
    { className: `place-${rank}` },
    make("div", { className: "who" }, logo(entry), make("h2", {}, name(entry)), entry.is_paid && paid()),
    make("div", { className: "step" }, placeOf(rank), value > 0 && text("small", shown)),
  );
}

const row = (entry) =>
  make(
    "li",
    {},
    entry.rank !== null && placeOf(entry.rank, "rank"),
    logo(entry),
    make(
      "div",
      { className: "grow" },
      make("h2", {}, name(entry), " ", entry.is_paid && paid()),
      text("", entry.tagline ?? ""),
      text("muted small", factsOf(entry)),
    ),
    entry.value > 0 && make("span", { className: "figure" }, entry.shown),
  );

function headOf({ state, week, title }) {
  if (title) return [word(title), week && weekOf(week)];
  const WORDS = { past: t`Launched`, current: t`This week’s race`, future: t`Up next` };
  return [WORDS[state], weekOf(week)];
}

function draw(focus = "") {
  const { paid: isPaid, disclosure, state, has_more: hasMore, week } = board;
  const entries = entriesOf(board);
  const [title, dates] = headOf(board);
  // Podium and sky are for places won: not for paid places, ties or weeks without votes.
  const top = entries.slice(0, 3);
  const hasPodium =
    !isPaid && top.length === 3 && top.every(({ rank, value }, index) => rank === index + 1 && value > 0);
  const rest = hasPodium ? entries.slice(3) : entries;
  show(
    [
      make(
        "header",
        { className: isPaid ? "plain" : "sky" },
        make("h1", {}, title, " ", isPaid && paid()),
        dates && text("", dates),
        hasPodium && make("ol", { className: "podium", "aria-label": t`First three places` }, ...top.map(step)),
      ),
      disclosure && text("pad small", word(disclosure)),
      rest.length > 0
        ? make("ol", { className: "list", "aria-label": hasPodium ? t`Further places` : t`Places` }, ...rest.map(row))
        : !hasPodium &&
          text("pad muted", state === "future" ? t`Nothing is scheduled for this week yet.` : t`No entries yet.`),
      make(
        "footer",
        { className: "row" },
        hasMore && allowed.calls && button(t`Show more`, more, "", { id: "more" }),
        state && allowed.calls && button(t`Previous week`, () => turn(week, -1), "", { id: "before" }),
        state && allowed.calls && button(t`Next week`, () => turn(week, 1), "", { id: "after" }),
      ),
    ],
    focus,
  );
}

async function read(run, focus) {
  say(t`Reading…`);
  const isRead = await attempt(async () => {
    board = await run();
    draw(focus);
  });
  if (isRead) say("");
}

const turn = (monday, weeks) =>
  read(
    () =>
      call("get_launch_week", { week: new Date(Date.parse(monday) + 7 * weeks * DAY_MS).toISOString().slice(0, 10) }),
    weeks < 0 ? "before" : "after",
  );

const more = () =>
  read(async () => {
    const next = await call("get_leaderboard", { ...args, page: board.page + 1 });
    return { ...next, items: [...board.items, ...next.items] };
  }, "more");

start("boards", {
  take(found) {
    board = found;
    draw();
  },
  input(given) {
    args = given;
  },
  again: (given) => call(given.board ? "get_leaderboard" : "get_launch_week", given),
  ready: () => board && draw(),
});
