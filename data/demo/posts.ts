import type { DemoPost } from "./types.ts";

/** Eight posts for a demo site, the newest first. Their advice is general; no figure in them is a measurement. */
export function demoPosts(): DemoPost[] {
  return POSTS.map((post) => ({ ...post, tags: [...post.tags], faqs: post.faqs.map((faq) => ({ ...faq })) }));
}

const AUTHOR = "Debut editors";

const POSTS: DemoPost[] = [
  {
    demo: true,
    slug: "prepare-a-launch-week",
    title: "How to prepare a launch week without losing sleep",
    excerpt: "A launch is a week of conversations. This plan puts the work into the weeks before it, where it belongs.",
    author: AUTHOR,
    tags: ["launching", "planning"],
    daysAgo: 3,
    bodyMarkdown: `A launch week goes well when there is little left to do in it. Everything that can be written, tested or scheduled belongs in the weeks before.

## Four weeks before

Decide what a good week means for you. Votes are pleasant, but they are not a goal. Better goals are ten conversations with people who have the problem, fifty accounts that finish the first task, or one answer to the question whether your price makes sense.

Then read your listing as a stranger. Does the tagline say what the product does and for whom? Ask three people who have never seen it to explain it back to you. Where they hesitate, the text needs work.

## Two weeks before

- Walk through the sign-up on a phone, with a new address, on a slow connection.
- Prepare answers to the five questions you hear most, and add them to your FAQ.
- Tell the people who helped you. Ask for an honest opinion, not for a vote.
- Check that backups run and that somebody notices when the site is down.

## The week itself

Block two hours each day for answers. Reply to criticism first: a calm, specific reply is read by many more people than the one who asked. Keep a list of every misunderstanding, with the words people used. That list is the most valuable thing you will take home.

Do not ship large changes this week. Fix what is broken, write down the rest.

## The week after

Thank people, by name where you can. Publish a short update that says what you learned and what you will change. Compare the result with the goal from four weeks ago, and choose one thing to do next. A launch is a start with witnesses, and most products have more than one.`,
    faqs: [
      {
        question: "Which day of the week is best for a launch?",
        answer:
          "On a weekly calendar every launch has the same seven days. Early in the week leaves more days to answer questions.",
      },
      {
        question: "May I ask friends to vote?",
        answer:
          "Tell them about the launch and let them decide. Organized votes are easy to detect, and they tell you nothing about your product.",
      },
    ],
  },
  {
    demo: true,
    slug: "write-a-tagline-people-understand",
    title: "Write a tagline that people understand on first reading",
    excerpt: "Most taglines fail because they describe a feeling. Say what the product does, for whom, and stop.",
    author: AUTHOR,
    tags: ["positioning", "writing"],
    daysAgo: 10,
    bodyMarkdown: `People in a directory read a tagline for about as long as it takes to scroll past it. In that moment they decide one thing: is this for me?

## Two questions are enough

A useful tagline answers what the product does and who it is for. "Invoices that public buyers accept" does it in five words. "The future of billing" answers neither question, and it fits a thousand other products.

A simple test: cover the name and show the line to somebody outside your field. If they can guess what they would do with the product, it works.

## Three patterns that hold up

1. **The job.** Start with a verb: "Plan a fair roster in an hour."
2. **The kind and the audience.** "A CRM for piano tuners." Plain, and hard to misread.
3. **The job without the usual trouble.** "Count visitors without cookies." Only use it if the trouble is real.

## Words to take out

Remove adjectives that no competitor would deny: powerful, simple, modern, seamless. Nobody advertises a weak and complicated tool, so the words carry no information. Remove the category jargon that your customers do not use themselves. If customers say "rota" and the industry says "workforce management", write rota.

Numbers help when they can be checked. "Restores a backup in four minutes" is a claim that a reader can test. "10x faster" asks faster than what.

## How to get there

Collect sentences in which customers describe your product to others; support mails are a good source. Write twenty versions. Throw away the first ten, which are everyone's first ten. Read the rest aloud, and keep the one you could say to a neighbor without feeling silly.

Then leave it alone for three months. A line that changes every week teaches nobody anything.`,
    faqs: [
      {
        question: "How long should a tagline be?",
        answer:
          "Six to twelve words are a good range. Anything that needs a second sentence belongs in the short description.",
      },
      {
        question: "Should a tagline contain keywords?",
        answer:
          "Use the words your customers use. They are the same ones people search for, and the line stays readable.",
      },
    ],
  },
  {
    demo: true,
    slug: "first-price",
    title: "Choosing a first price when you have no data",
    excerpt: "You will get your first price wrong. Here is how to get it wrong in a way that teaches you something.",
    author: AUTHOR,
    tags: ["pricing"],
    daysAgo: 17,
    bodyMarkdown: `There is no formula for a first price. There are only ways to be wrong that are cheap, and ways that are expensive.

## Start from the alternative

Ask what people do today. If they spend three hours a month on a spreadsheet, you know roughly what the problem costs them. If they do nothing at all, be careful: your competitor is indifference, and a low price does not beat it.

Write down three figures: the price at which you would be embarrassed to charge so little, the one at which you would have to explain yourself, and the cost of serving one customer well, support included. The first price usually lies between the first two, and must lie above the third.

## One plan, then two

Begin with one plan and one price. Every additional plan is a question you ask before the visitor knows you. Add a second plan when you can name the customer who needs it, and the one limit that separates it from the first.

Choose a unit that grows with the value: projects, locations, invoices. Charging per seat is familiar, but it makes customers share accounts if the value does not come from seats.

## Listen to the right complaint

If nobody ever says that it is expensive, it is probably too cheap. If people agree that it is worth the money and still do not buy, the price is not the problem; trust or effort is. Ask those who left, in one short mail, with one question.

## Change it openly

Raise prices for new customers first. Tell existing ones early, keep the old price for a stated time, and give the reason in a plain sentence. People accept a higher price more easily than a surprise.

Review the price twice a year. Put the date in your calendar now.`,
    faqs: [
      {
        question: "Should I offer a free plan?",
        answer:
          "Only if free users help you, for instance by inviting others, and if serving them costs little. Otherwise a trial with a clear end is easier for both sides.",
      },
      {
        question: "Do prices have to be public?",
        answer:
          "Public prices save both sides time. If every contract differs, state at least a starting price and what it depends on.",
      },
    ],
  },
  {
    demo: true,
    slug: "first-ten-customers",
    title: "Finding the first ten customers",
    excerpt: "The first ten customers come from conversations. Automation can wait until you know what to repeat.",
    author: AUTHOR,
    tags: ["customers", "sales"],
    daysAgo: 27,
    bodyMarkdown: `Ten customers do not make a market, but they tell you whether there could be one. They are rarely found by advertising. They are found by talking to people, one at a time, about a problem they already have.

## Make a list of names

Write down thirty people or organizations that should have the problem. Not "small shops", but the shop on the corner with its name. If you cannot write thirty names, the audience is still too vague, and that is the first thing to work on.

## Ask about the past

Do not ask whether they would use your product. People are polite and say yes. Ask when the problem last occurred, what they did, how long it took, and what they tried before. A person who cannot remember an occasion does not have the problem, however kind they are.

## Offer help before software

For the first customers, do by hand whatever the product cannot do yet. Import their data yourself. Sit next to them, or share a screen, while they try it. You will see more in half an hour than in a month of statistics.

Charge something. The amount matters less than the decision: a payment is the only clear sign that the problem is worth solving.

## Keep a diary

After each conversation write five lines: who, which problem, which words, what they do today, what happens next. After ten entries read them in one sitting. Repeated words belong on your website. Repeated objections belong on your roadmap or in your FAQ.

## When to stop

If thirty honest conversations bring no one who wants to continue, do not write to thirty more with the same text. Change the audience or the problem, one of them at a time, and begin a new list.`,
    faqs: [
      {
        question: "Is it all right to write to strangers?",
        answer:
          "A short personal message about a problem they really have is usually welcome. Check the rules on unsolicited commercial mail in their country, and accept a no.",
      },
    ],
  },
  {
    demo: true,
    slug: "honest-comparison-pages",
    title: "Comparison pages that readers can trust",
    excerpt:
      "A comparison in which you win every row convinces nobody. Show where the other product is the better choice.",
    author: AUTHOR,
    tags: ["positioning", "content"],
    daysAgo: 38,
    bodyMarkdown: `Sooner or later somebody searches for your product and a competitor in one line. If you do not answer, a stranger will. A comparison page is worth writing, provided that it helps the reader decide, and that includes deciding against you.

## Begin with the decision

Open with two short paragraphs: choose the other product if this is true, choose ours if that is true. Readers who belong elsewhere leave early and remember you as fair. The others read on.

## Compare facts that matter

List the attributes people ask about, in their words: price for five people, where data is stored, what can be exported, which languages the support speaks. Eight rows are plenty. For each fact give a source and the date on which you checked it. If a fact cannot be found, write that it is unknown. An empty cell is honest, a guess is not.

Avoid rows invented so that you can win them. A table with nothing but check marks on one side is an advertisement, and everyone sees it.

## Let the other side be good

Name at least two things the competitor does better. You know them: they come up in every sales call. Explain why you decided differently. A reasoned trade-off is more persuasive than a claim to be better at everything.

## Keep it current

Outdated comparisons are unfair, and in some countries unlawful. Put a reminder in the calendar for every three months, and offer an address for corrections. When somebody at the other company points out an error, fix it the same day and thank them.

## Before you publish

Send the page to a customer who switched to you, and to one who left. If both say that it is fair, it is ready.`,
    faqs: [
      {
        question: "May I use a competitor's name and logo?",
        answer:
          "Naming a competitor in a truthful comparison is allowed in many countries, including the EU under conditions. Logos are more delicate. Ask a lawyer if in doubt.",
      },
      {
        question: "How many comparison pages make sense?",
        answer:
          "One for each product that customers really mention. Three good pages help more than thirty generated ones.",
      },
    ],
  },
  {
    demo: true,
    slug: "onboarding-first-five-minutes",
    title: "The first five minutes: onboarding for small teams",
    excerpt: "New users do not want a tour. They want one result. Remove everything that stands between them and it.",
    author: AUTHOR,
    tags: ["product", "onboarding"],
    daysAgo: 49,
    bodyMarkdown: `Somebody has signed up. They have a task in mind, a few minutes, and several other tabs. What happens now decides whether they come back.

## Name the first result

For every product there is a moment in which a new user sees that it works: the first chart with their own numbers, the first booking, the first answer from a document. Write it down in one sentence. Onboarding is the shortest honest path to that sentence.

## Count the steps

Record your own sign-up with a fresh account and count: fields, clicks, mails, decisions. Then ask of each step whether the first result is impossible without it. Company size, job title and how they heard of you can be asked later, or never.

Let people begin with sample data if their own takes time to import, but label it clearly and make it easy to remove.

## Tours are a symptom

If a screen needs seven bubbles to be understood, the screen is the problem. Prefer an empty state that says what belongs there and offers one button. Put help next to the place where it is needed, in a sentence.

## One mail is enough

Send a welcome mail from an address that a person reads. Say what to do next and ask one question: what did you hope to do today? The answers are worth more than any tracking. If somebody stops halfway, one reminder with a specific offer of help is fair. Five are not.

## Measure one thing

Follow the share of new accounts that reach the first result within a day. When it rises, the work was good. When it does not, watch three people try, without helping them. It is uncomfortable, and it is the fastest way to learn.`,
    faqs: [
      {
        question: "Should a credit card be required for a trial?",
        answer:
          "It reduces the number of trials and raises the share that pays. For a young product more conversations are usually worth more than a tidy ratio.",
      },
    ],
  },
  {
    demo: true,
    slug: "changelog-people-read",
    title: "Keep a change log that people read",
    excerpt: "A change log shows that a product is alive. It takes ten minutes a week, if you write it for users.",
    author: AUTHOR,
    tags: ["writing", "product"],
    daysAgo: 63,
    bodyMarkdown: `Before people trust a small product with their data, they look for signs of life. A change log with a recent date is one of the best. It costs little, and it answers a question that no sales page can: is somebody still working on this?

## Write for the person, not for the commit

"Refactored the importer" means nothing to a user. "Files larger than 50 MB can now be imported" does. Start each entry with what people can do now, what was fixed, or what they have to change. If an entry matters to nobody outside the team, leave it out.

## A form that works

- A date and a short title.
- One to three sentences on the change.
- A picture if it is visible.
- A link to the help page, if there is more to say.
- Thanks to the person who reported it, if they agree.

Group small fixes in one line. Mark changes that break something at the very top, with the date from which they apply and what to do.

## Be open about failures

An entry that says "Exports were incomplete for two days; here is what happened, and how to check yours" earns more trust than ten new features. Write it as soon as you know the facts, and add to it later.

## Make it a habit

Collect notes during the week, in the same place as the work. Publish on a fixed day, even if there is only one line. Offer a feed and a monthly mail, and post the larger changes as an update on your listing, so that followers hear of them.

Once a quarter read back. If the entries do not add up to the direction you talk about, one of the two has to change.`,
    faqs: [
      {
        question: "How often should a change log be updated?",
        answer: "As often as something changes for users. Once every two weeks is a good rhythm for a small team.",
      },
      {
        question: "Is a change log the same as release notes?",
        answer:
          "Release notes belong to a version and can be technical. A change log is for everyone who uses the product.",
      },
    ],
  },
  {
    demo: true,
    slug: "reading-launch-numbers",
    title: "What launch numbers tell you, and what they do not",
    excerpt: "A launch produces many figures in a short time. Most of them fade within days. A few are worth keeping.",
    author: AUTHOR,
    tags: ["launching", "metrics"],
    daysAgo: 80,
    bodyMarkdown: `The week after a launch is a good time to be suspicious of charts. Visits rise, accounts follow, and everything falls again. The interesting part is what stays.

## Three groups of figures

**Attention**: visits, views, votes. They say that the title and the timing worked. They say nothing about the product.

**Effort**: sign-ups, imports, invited colleagues. Somebody spent time. The more effort a step takes, the more it means.

**Return**: people who came back in the second week, and payments. These are the only figures that predict anything.

Write all three down on the last day of the launch, and again after two and six weeks. Compare columns, not days.

## Beware of small numbers

If four of twenty visitors sign up, the rate is 20 percent, and it would have been 15 with one person less. With samples of this size do not compare variants and do not draw trends. Read the individual cases instead: who were they, what did they try, where did they stop?

## Separate the sources

People from a directory are curious about products in general. People from a specialist forum have a specific problem. Look at the return of each group. A source that brings thirty visitors and five regular users deserves more of your time than one that brings three thousand visitors and two.

## Questions to answer in writing

1. Which sentence did people quote when they recommended us?
2. What did most of them misunderstand?
3. Which feature did they expect and not find?
4. Who paid, and what do they have in common?

## Decide one thing

Choose one change for the next month and one figure that should move. Put the rest in a document called later. Placement and awards are pleasant to mention for a while; a product that people return to needs no mention.`,
    faqs: [
      {
        question: "How many votes are a success?",
        answer:
          "There is no such number. A launch with few votes and ten people who keep using the product is better than the reverse.",
      },
      {
        question: "When is a good time for a second launch?",
        answer:
          "When something has changed that matters to people who passed the first time. Half a year is a common distance.",
      },
    ],
  },
];
