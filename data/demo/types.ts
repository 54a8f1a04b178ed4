export type DemoPricingModel = "free" | "freemium" | "subscription" | "paid" | "one_time" | "open_source" | "contact";
export type DemoStage = "idea" | "mvp" | "launched" | "growing";

export type DemoFaq = { question: string; answer: string };

export type DemoFounder = {
  /** Unique among all people of one run; a person who founded twice appears with the same slug. */
  slug: string;
  name: string;
  title: string;
  bio: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
};

/** An invented product. Nothing in it refers to a real company, and its addresses are on a reserved domain. */
export type DemoListing = {
  demo: true;
  slug: string;
  name: string;
  /** https://<slug>.example/ */
  url: string;
  tagline: string;
  shortDescription: string;
  /** Plain text; paragraphs are separated by an empty line. */
  description: string;
  /** Slug of a second-level category in data/seed/categories.json. */
  category: string;
  /** None, one or two further category slugs, never the primary one. */
  secondaryCategories: string[];
  tags: string[];
  features: string[];
  usps: string[];
  keywords: string[];
  pricingModel: DemoPricingModel;
  pricingSummary: string;
  stage: DemoStage;
  /** ISO 3166-1 alpha-2. */
  country: string;
  city: string;
  foundedYear: number | null;
  contactEmail: string;
  /** The first one is the primary founder; never empty. */
  founders: DemoFounder[];
  faqs: DemoFaq[];
  /** Platform -> address on a reserved domain. */
  socials: Record<string, string>;
  launch: {
    /** 0 is this week, negative is past, positive is upcoming. */
    weekOffset: number;
    /** Full hours since the week began, 0 to 166: every week is at least 167 hours long. */
    hourOffset: number;
  };
};

export type DemoOptions = {
  count: number;
  seed?: number | string;
  /** The year in which the demo takes place; founding years count back from it. Default 2026. */
  year?: number;
};
