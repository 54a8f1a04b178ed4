import type { ModerationStep } from "#domain/moderation/moderation.ts";
import { moneyText } from "#domain/orders/money.ts";
import { momentWords } from "#domain/time/date-words.ts";
import { t, type Words } from "#languages/words.ts";
import { correctionAskedMessage, correctionDeclinedMessage, thresholdMessage } from "./book-messages.ts";
import * as claims from "./claim-messages.ts";
import { factsChangedMessage } from "./claim-messages.ts";
import { collectionShownMessage, reviewAnsweredMessage } from "./community-messages.ts";
import { communitySamples, type Samples } from "./community-samples.ts";
import type { Message } from "./compose.ts";
import { confirmDigestMessage, digestMessage } from "./digest-messages.ts";
import * as launches from "./launch-messages.ts";
import * as makers from "./maker-messages.ts";
import { confirmWaitMessage, launchedMessage } from "./maker-messages.ts";
import * as messages from "./messages.ts";
import {
  deletedMessage,
  editedMessage,
  mergedMessage,
  moderationMessage,
  undeletedMessage,
} from "./moderation-messages.ts";
import { newsMessage, searchNewsMessage } from "./news-messages.ts";
import * as decisions from "./order-messages.ts";
import * as orders from "./order-messages.ts";
import * as signIn from "./sign-in-messages.ts";
import { FACTOR_NEWS, factorMessage } from "./sign-in-messages.ts";
import { channelOffMessage, endpointOffMessage, testMessage, undeliveredMessage } from "./team-messages.ts";
import { visitorsMessage } from "./visitor-message.ts";
import * as websites from "./website-messages.ts";

export type MailSample = { kind: string; readers: Words; message: Message };

const INVENTED = { id: 1, slug: "kelpline", name: "Kelpline" };

/**
 * Every kind of email with made-up facts, in the order in which people get to know the site. They
 * are about a listing of the site where there is one, because its card is in some of them.
 */
export function mailSamples(site: messages.MailSite, now: Date, listing = INVENTED): MailSample[] {
  const { BASE_URL } = site;
  const { id, slug, name: product } = listing;
  const [name, at, token] = ["Ines Aldabe", now, "sample"];
  const expiresAt = new Date(now.getTime() + 24 * 3600_000);
  const detail = t`Neither the badge nor a link to the listing is in the HTML of the page.`;
  const key = { name, keyName: "Laptop", prefix: "dbt_abcd", last4: "wxyz", at };
  const launched = { id, slug, name: product, votes: 214, followers: 41, views: 1860 };
  const launch = { name, listing: launched, lastDay: "2026-11-22" };
  const planned = { id, name: product, slug, launchWeek: "2026-11-30", status: "live" } as const;
  const news = { name, listing: planned };
  const claim = { name, product };
  const unsubscribeUrl = `${BASE_URL}/unsubscribe?token=sample`;
  const reminder = {
    ...{ name, listing: planned, monday: planned.launchWeek, waiting: 12, unsubscribeUrl },
    steps: [
      {
        isDone: false,
        done: t`Maker named`,
        todo: t`Name the makers`,
        why: t`People vote for people.`,
        to: `/account/listings/${id}/edit`,
        verb: t`Add`,
      },
    ],
  };
  const order = { name, number: "D-2026-0042", lines: ["Launch, week of 30 November 2026"], total: "$149.00" };
  const sent = [
    [t`Account holder`, "Debut GmbH"],
    ["IBAN", "DE02 1203 0000 0000 2020 51"],
    [t`Reference`, order.number],
  ] as const;
  const transfer = {
    transfer: [...sent, [t`Amount`, "149.00 USD"] as const],
    until: momentWords(expiresAt),
    checkout: `${BASE_URL}/checkout/sample`,
    proForma: `${BASE_URL}/checkout/sample/pro-forma`,
  };
  const differs = {
    news: t`We received ${"$99.00"} of ${"$149.00"}. Send the missing ${"$50.00"} to the same account with the reference ${order.number}. If you prefer a refund, contact us.`,
    missing: [...sent, [t`Amount`, "50.00 USD"] as const],
  };
  const correction = {
    invoice: "INV-2026-000042",
    details: "Kelpline Ltd\n1 Quay Street\nGalway",
    note: "We moved in May.",
    answer: "Your new address is on it already.",
  };
  const document = { title: "Invoice 2026-0042", url: `${BASE_URL}/invoices/sample` };
  const moderated = (step: ModerationStep) =>
    moderationMessage(site, step, { name, product, reason: "The description is about another product." });
  const samples: Samples = [
    [
      t`Anyone with an account`,
      [
        ["verify", messages.verifyMessage(site, { name, token, expiresAt })],
        ["already-registered", messages.alreadyRegisteredMessage(site, { name })],
        [
          "sign-in",
          signIn.signInMessage(site, { name, isNew: false, code: "402931", token, returnTo: "/submit", expiresAt }),
        ],
        ["passkey-added", signIn.passkeyAddedMessage(site, { name, passkey: "Phone", at })],
        ["passkey-removed", signIn.passkeyRemovedMessage(site, { name, passkey: "Phone", at })],
        ...FACTOR_NEWS.map((what): [kind: string, Message] => [
          `two-factor-${what}`,
          factorMessage(site, what, { name, at, left: 9 }),
        ]),
        [
          "provider-connected",
          signIn.providerConnectedMessage(site, { name, provider: "Google", identity: "ines@kelpline.example", at }),
        ],
        [
          "provider-disconnected",
          signIn.providerDisconnectedMessage(site, { name, provider: "Google", identity: "ines@kelpline.example", at }),
        ],
        ["reset", messages.resetMessage(site, { name, token, expiresAt })],
        ["password-changed", messages.passwordChangedMessage(site, { name, at })],
        ["key-created", messages.keyCreatedMessage(site, { ...key, scopes: ["account:read", "listings:write"] })],
        ["key-revoked", messages.keyRevokedMessage(site, key)],
        ["collection-shown", collectionShownMessage(site, { id: "sample", name, title: "Tools for the shore" })],
        ["account-deleted", messages.accountDeletedMessage(site, { name, at })],
      ],
    ],
    [
      t`Makers, about their launch`,
      [
        [
          "invite",
          messages.inviteMessage(site, { inviter: name, product, url: messages.tokenLink(site, "invite", token) }),
        ],
        ["badge-awaited", messages.badgeAwaitedMessage(site, { ...news, detail })],
        ["badge-found", messages.badgeFoundMessage(site, { ...news, isMoved: true })],
        ["week-moved", messages.weekMovedMessage(site, { name, product, monday: "2026-12-07", movesLeft: 2 })],
        ["back-to-saved", messages.backToSavedMessage(site, news)],
        ["badge-lost", messages.badgeLostMessage(site, { ...news, detail })],
        [
          "launch-moved",
          makers.launchMovedMessage(site, { ...news, from: "2026-11-30", monday: "2026-12-07", by: name }),
        ],
        [
          "place-offered",
          makers.placeOfferedMessage(site, { ...news, monday: "2026-12-07", endsAt: expiresAt, plan: "launch" }),
        ],
        ["reminder-week", makers.launchReminderMessage(site, "week", reminder)],
        ["reminder-day", makers.launchReminderMessage(site, "day", { ...reminder, steps: [] })],
        ["listing-live", launches.listingLiveMessage(site, launch)],
        ["first-day", launches.firstDayMessage(site, { ...launch, place: 1 })],
      ],
    ],
    [
      t`Makers, about their listing`,
      [
        ["badge-missing", messages.badgeMissingMessage(site, { ...news, detail, until: expiresAt })],
        ["listing-hidden", messages.listingHiddenMessage(site, { ...news, detail })],
        ["listing-restored", messages.listingRestoredMessage(site, news)],
        ["review", moderated("review")],
        ["approve", moderated("approve")],
        ["reject", moderated("reject")],
        ["suspend", moderated("suspend")],
        ["restore", moderated("restore")],
        [
          "facts-changed",
          factsChangedMessage(site, {
            name,
            listings: [
              { id, name: product, changes: [{ label: "Price", published: "€19 per month", stated: "€24 per month" }] },
            ],
          }),
        ],
        ["website-taken", websites.websiteTakenMessage(site, { name, listing: launched, slug: `${slug}-app` })],
        [
          "listing-ends",
          websites.listingEndsMessage(site, { name, listing: launched, endsAt: expiresAt, isLast: false }),
        ],
        [
          "listing-ends-soon",
          websites.listingEndsMessage(site, { name, listing: launched, endsAt: expiresAt, isLast: true }),
        ],
        [
          "edited",
          editedMessage(site, {
            ...{ name, others: 0 },
            listings: [
              { id, name: product, changes: [{ label: t`Tagline`, before: "The best charts", after: "Charts" }] },
            ],
          }),
        ],
        ["deleted", deletedMessage(site, { name, product, reason: "Not a product", endsAt: expiresAt })],
        ["undeleted", undeletedMessage(site, { name, product })],
        ["merged", mergedMessage(site, { name, product, into: `${product} Pro` })],
      ],
    ],
    [
      t`Makers, about who owns a listing`,
      [
        ["claim", claims.claimMessage(site, { claimant: name, product, token })],
        ["claim-disputed", claims.claimDisputedMessage(site, claim)],
        ["claim-lost", claims.claimLostMessage(site, claim)],
        ["claim-decided", claims.claimDecidedMessage(site, { ...claim, isApproved: true })],
        ["claim-kept", claims.claimKeptMessage(site, claim)],
        ["proof-missing", claims.proofMissingMessage(site, { ...claim, detail, isLost: false })],
      ],
    ],
    [
      t`Buyers`,
      [
        ["transfer-awaited", orders.transferAwaitedMessage(site, { ...order, ...transfer })],
        ["transfer-reminder", orders.transferReminderMessage(site, { ...order, ...transfer })],
        ["order-paid", orders.orderPaidMessage(site, { ...order, document })],
        [
          "order-held",
          decisions.orderHeldMessage(site, { ...order, reason: "The week has no place left.", hasChoice: true }),
        ],
        ["money-back", decisions.moneyBackMessage(site, { ...order, account: "DE02 … 2051" })],
        ["order-moved", decisions.orderMovedMessage(site, { ...order, reason: "The week before was full." })],
        ["order-canceled", decisions.orderCanceledMessage(site, { ...order, reason: "You ordered it twice." })],
        ["order-free", decisions.orderFreeMessage(site, { ...order, document, isGiven: true })],
        ["order-differs", orders.orderDiffersMessage(site, { ...order, ...differs })],
        ["order-refunded", orders.orderRefundedMessage(site, order)],
        ["order-refund-failed", orders.orderRefundFailedMessage(site, { ...order, document })],
        ["order-document", orders.orderDocumentMessage(site, { number: order.number, document })],
        ["correction-declined", correctionDeclinedMessage(site, { ...order, ...correction })],
      ],
    ],
    [
      t`People waiting for a launch`,
      [
        ["confirm-wait", confirmWaitMessage(site, { listing: { name: product, slug }, token, expiresAt })],
        [
          "launched",
          launchedMessage(site, {
            listing: { name: product, slug },
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
      ],
    ],
    [
      t`Members, about their notifications`,
      [
        [
          "news",
          newsMessage(site, {
            name,
            news: [
              { id: 2, kind: "review", words: { who: "Tove Lind", rating: 5, product } },
              { id: 1, kind: "award", words: { kind: "week", place: 1, product } },
            ],
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
      ],
    ],
    [
      t`People waiting for a launch that moves`,
      [["wait-moved", makers.waitMovedMessage(site, { listing: planned, monday: "2026-12-07", unsubscribeUrl })]],
    ],
    [
      t`Reviewers`,
      [
        [
          "review-answered",
          reviewAnsweredMessage(site, { name, product, slug, answer: "Thank you. The map works offline since June." }),
        ],
      ],
    ],
    ...communitySamples(site, { name, slug, product }),
    [
      t`Followers`,
      [
        [
          "updates",
          messages.updatesMessage(site, {
            name,
            product,
            path: `/listings/${slug}#updates`,
            updates: [
              { title: "Low water on the map", body: "Every line now shows when it can be reached on foot." },
              { title: "Harvest by weight", body: "Enter kilos on the boat; the buyer sees them at once." },
            ],
            more: 1,
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
      ],
    ],
    [
      t`People with saved searches`,
      [
        [
          "search-news",
          searchNewsMessage(site, {
            name,
            news: [
              {
                title: "“tides”, Free",
                query: "q=tides&pricing_model=free",
                listings: [{ slug, name: product, tagline: "Plan every harvest by the tide", isPaid: false }],
                total: 3,
              },
            ],
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
      ],
    ],
    [
      t`Subscribers to the weekly digest`,
      [
        ["confirm-digest", confirmDigestMessage(site, { categories: ["Marketing", "CRM"], token, expiresAt })],
        [
          "digest",
          digestMessage(site, {
            name,
            days: { firstDay: "2026-11-16", lastDay: "2026-11-22" },
            news: {
              products: [
                {
                  id,
                  name: product,
                  figures: { views: 312, clicks: 41, votes: 31, followers: 6, reviews: 2 },
                  place: 2,
                },
              ],
              categories: [
                {
                  slug: "marketing",
                  name: "Marketing",
                  launches: [
                    { slug, name: product, tagline: "Plan every harvest by the tide", isPaid: false, votes: 31 },
                  ],
                  total: 4,
                },
              ],
              moreCategories: 0,
              searches: [
                {
                  title: "“tides”, Free",
                  query: "q=tides&pricing_model=free",
                  listings: [{ slug, name: product, tagline: "Plan every harvest by the tide", isPaid: true }],
                  total: 3,
                },
              ],
            },
            settingsUrl: `${BASE_URL}/account/digest`,
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
      ],
    ],
    [
      t`Programmers and admins`,
      [
        [
          "endpoint-off",
          endpointOffMessage(site, {
            name,
            endpoint: { id: "sample", url: "https://kelpline.example/hooks" },
            offReason: "failing",
          }),
        ],
        ["correction-asked", correctionAskedMessage(site, { ...order, ...correction })],
        [
          "visitors",
          visitorsMessage(site, {
            ...{ name, unsubscribeUrl, days: { first: "2026-11-16", last: "2026-11-22" } },
            now: { visitors: 1204, views: 3911 },
            before: { visitors: 1098, views: 3502 },
            lists: [
              { about: "page", rows: [{ name: `/listings/${slug}`, count: 214 }] },
              { about: "source", rows: [{ name: "news.example", count: 187 }] },
              { about: "miss", rows: [{ name: "tide tables", count: 9 }] },
            ],
          }),
        ],
        ["undelivered", undeliveredMessage(site, "sample")],
        ["channel-off", channelOffMessage(site, { id: "sample", name: "Discord", lastError: "404: Unknown Webhook" })],
        ["test", testMessage(site)],
        [
          "order-alarm",
          orders.orderAlarmMessage(site, {
            subject: t`A payment is larger than its order`,
            facts: ["Order D-2026-0042", "Paid $298.00 of $149.00"],
          }),
        ],
        [
          "vat-threshold",
          thresholdMessage(site, {
            ...{ percent: 80, isPassed: false, year: "2026", isAssumed: true },
            sum: moneyText(812_300, "EUR"),
            limit: moneyText(1_000_000, "EUR"),
          }),
        ],
      ],
    ],
  ];
  return samples.flatMap(([readers, kinds]) => kinds.map(([kind, message]) => ({ kind, readers, message })));
}
