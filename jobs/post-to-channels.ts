import type { Deps } from "#actions/context.ts";
import { KINDS } from "#actions/notifications/channel-kinds.ts";
import { postAbout } from "#actions/notifications/channel-posts.ts";
import { postToChannel } from "#actions/notifications/post-to-channel.ts";
import {
  afterPosting,
  CHANNEL_NEWS,
  type ChannelAnswer,
  type ChannelNews,
  isPosted,
  type NewsChannel,
} from "#domain/notifications/channel.ts";
import { queueMail } from "#mail/queue-mail.ts";
import { channelOffMessage } from "#mail/team-messages.ts";
import type { Tx } from "#store/store.ts";
import type { JobKind } from "./runner.ts";

export const SEND_POST = "send-post";
const MOST_EVENTS = 500;

/** One post: the news of one kind between two events. `key` and `at` stay the same at each attempt. */
type SendPost = {
  channelId: string;
  news: ChannelNews;
  after: number;
  upTo: number;
  key: string;
  at: number;
  attempt: number;
};

/** Makes posts of the events that each channel has not had yet. */
export const planPosts: JobKind = {
  retryDelaysMs: [60_000, 600_000],
  async run(_payload, deps) {
    const { store, now, wakeJobs } = deps;
    const at = now();
    for (const id of await store.channels.idsOn())
      await store.change(async (tx) => {
        const channel = await tx.channels.find(id);
        if (!channel || channel.offSince) return;
        const { newest } = await tx.events.bounds();
        for (const news of channel.gets) await planNews(tx, channel, news, newest, at);
        await tx.channels.change(id, { postedSeq: newest });
      });
    wakeJobs();
  },
};

async function planNews(
  tx: Tx,
  { id, postedSeq }: NewsChannel,
  news: ChannelNews,
  newest: number,
  at: Date,
): Promise<void> {
  for (let after = postedSeq; ; ) {
    const events = await tx.channels.events([CHANNEL_NEWS[news].event], after, newest, MOST_EVENTS);
    const upTo = events.at(-1)?.seq;
    if (upTo === undefined) return;
    const key = `${id}:${news}:${upTo}`;
    await queuePost(tx, { channelId: id, news, after, upTo, key, at: at.getTime(), attempt: 0 }, at);
    after = upTo;
  }
}

const queuePost = (tx: Tx, payload: SendPost, runAt: Date): Promise<void> =>
  tx.jobs.add({
    id: `${SEND_POST}:${payload.key}:${payload.attempt}`,
    kind: SEND_POST,
    payload,
    runAt,
    createdAt: runAt,
  });

/**
 * Sends one post. Where a repeat would be a second post, it is marked before it is sent, and if the
 * process dies before the answer, it is not sent again.
 */
export const sendPost: JobKind = {
  concurrency: 4,
  retryDelaysMs: [60_000, 600_000],
  async run(payload: SendPost, deps, signal) {
    const { store, handedMails, log } = deps;
    const { channelId, key, at } = payload;
    const channel = await store.channels.find(channelId);
    if (!channel || channel.offSince) return;
    const { isRepeatable } = KINDS[channel.kind];
    if (!isRepeatable && handedMails.has(key)) return log.warn({ key }, "post not sent again, its answer was lost");
    const language = deps.languages.of(channel.language);
    const post = await postAbout(payload, language, deps);
    if (!post) return;
    if (!isRepeatable) handedMails.add(key);
    const message = { post, language: language.tag, key, at: new Date(at) };
    const answer = await postToChannel(channel, message, deps, signal);
    if (!isRepeatable && !isPosted(answer)) handedMails.remove(key);
    await settle(payload, answer, deps);
    handedMails.remove(key);
  },
};

async function settle(payload: SendPost, answer: ChannelAnswer, deps: Deps): Promise<void> {
  const { store, now, settings, wakeJobs } = deps;
  await store.change(async (tx) => {
    const channel = await tx.channels.find(payload.channelId);
    if (!channel || channel.offSince) return;
    const after = afterPosting(channel, payload.attempt, answer, now());
    await tx.channels.change(channel.id, after.channel);
    if (after.retryAt) await queuePost(tx, { ...payload, attempt: payload.attempt + 1 }, after.retryAt);
    if (!after.channel.offReason) return;
    const message = channelOffMessage(settings, { ...channel, ...after.channel, name: KINDS[channel.kind].name });
    for (const { email } of await tx.accounts.admins()) await queueMail(tx, deps, message, email);
  });
  wakeJobs();
}
