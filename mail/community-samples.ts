import { t, type Words } from "#languages/words.ts";
import { commentRejectedMessage, commentsMessage } from "./community-messages.ts";
import type { Message } from "./compose.ts";
import type { MailSite } from "./messages.ts";
import {
  appealDecidedMessage,
  reportDecidedMessage,
  reportReceivedMessage,
  statementMessage,
} from "./report-messages.ts";

export type Samples = readonly (readonly [readers: Words, readonly (readonly [kind: string, Message])[]])[];
type Listed = { name: string; slug: string; product: string };

export function communitySamples(site: MailSite, { name, slug, product }: Listed): Samples {
  const { BASE_URL } = site;
  const about = `a review of ${product}`;
  const hidden = {
    about,
    outcome: "hidden",
    ground: "terms",
    rule: "Reviews are your own",
    statement: "The same text stands below four other products.",
  } as const;
  return [
    [
      t`People who reported something`,
      [
        ["report-received", reportReceivedMessage(site, { id: 17, name, about, url: `${BASE_URL}/reports/17` })],
        [
          "report-decided",
          reportDecidedMessage(site, {
            ...hidden,
            id: 17,
            name,
            isWarned: false,
            isChanged: false,
            url: `${BASE_URL}/reports/17`,
          }),
        ],
        [
          "report-kept",
          reportDecidedMessage(site, {
            ...{ id: 17, name, about, outcome: "kept", ground: null, rule: null, isWarned: true, isChanged: false },
            statement: "It is harsh, and says what happened.",
          }),
        ],
      ],
    ],
    [
      t`People whose text was hidden`,
      [
        [
          "statement-of-reasons",
          statementMessage(site, {
            ...hidden,
            name,
            isReported: true,
            heldFor: [],
            url: `${BASE_URL}/account/decisions/9`,
          }),
        ],
        [
          "appeal-decided",
          appealDecidedMessage(site, {
            ...{ name, about, isGranted: true, side: "author", url: `${BASE_URL}/account/decisions/9` },
            statement: "You did write it yourself. The first decision was wrong.",
          }),
        ],
      ],
    ],
    [
      t`People in comment threads`,
      [
        [
          "comments",
          commentsMessage(site, {
            name,
            threads: [
              {
                product,
                path: `/listings/${slug}/comments/sample`,
                muteUrl: `${BASE_URL}/unsubscribe?token=sample`,
                comments: [
                  { author: "Torvald Ness", text: "Does it know **spring tides**, too?" },
                  { author: null, text: "It does since May." },
                ],
                more: 1,
              },
            ],
            unsubscribeUrl: `${BASE_URL}/unsubscribe?token=sample`,
          }),
        ],
        [
          "comment-rejected",
          commentRejectedMessage(site, {
            name,
            product,
            slug,
            text: "Buy my tide tables instead.",
            reason: "It advertises another product.",
          }),
        ],
      ],
    ],
  ];
}
