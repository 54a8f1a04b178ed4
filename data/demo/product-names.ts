import { demoSlug } from "./people.ts";
import type { Random } from "./random.ts";

const words = (text: string) => text.trim().split(/\s+/);

const QUALITIES = words(`
  Quiet Plain North Amber Silver Copper Paper Stone River Harbor Willow Maple Cedar Birch Alder Hazel Juniper Clover Fern Moss
  Ember Frost Dawn Dusk Noon Tidal Lunar Solar Polar Alpine Coastal Meadow Field Orchard Garden Valley Summit Ridge Canyon Delta
  Cobalt Indigo Scarlet Ivory Ochre Umber Teal Saffron Linen Velvet Cotton Wicker Glass Iron Steel Tin Brass Bronze Granite Marble
  Slate Chalk Clay Sand Pebble Coral Pearl Amberlight Little Second Third Open Steady Gentle Bright Clear Brisk Calm Candid Careful
  Common Daily Early Even Fair Fine First Fresh Good Hidden Honest Kind Late Level Light Long Mild Modest Narrow Neat New Next
  Nimble Old Patient Pocket Proper Proud Rapid Ready Round Rustic Sharp Simple Slow Small Soft Sound Spare Stout Sturdy Swift Tall
  Tidy True Upright Warm Wide Wild Wise Witty Yellow Hollow Upper Lower Inner Outer Double Single`);

const THINGS = words(`
  Kite Anchor Lantern Compass Ledger Signal Bridge Beacon Harvest Thread Loom Anvil Hammer Chisel Plume Quill Inkwell Folio Atlas
  Almanac Sextant Keel Rudder Mast Sail Oar Buoy Pier Dock Jetty Gate Latch Hinge Lintel Arch Gable Attic Porch Hearth Kettle Ladle
  Basket Barrel Crate Satchel Parcel Ribbon Button Needle Spool Bobbin Shuttle Weaver Potter Cooper Mason Miller Baker Piper Fiddler
  Heron Finch Sparrow Swallow Kestrel Osprey Curlew Plover Robin Wren Magpie Otter Badger Marten Stoat Hare Lynx Elk Ibex Bison
  Beetle Cricket Moth Bee Acorn Thistle Bramble Nettle Sorrel Yarrow Barley Rye Oat Millet Walnut Chestnut Quince Plum Pear Cherry
  Ferry Tram Wagon Cart Sledge Rail Depot Junction Switch Relay Circuit Prism Lens Mirror Pendulum Lever Pulley Piston Gear Cog
  Grove Brook Creek Ford Cove Bay Inlet Shoal Reef Isle Knoll Dell Glen Moor Heath Fen Marsh Tarn Gully Bluff
  Index Margin Column Chapter Verse Stanza Motif Chord Cadence Tempo Octave Treble Encore Overture Gazette Bulletin Dispatch Courier`);

const ENDINGS = words(
  "ly ify able base desk flow hub kit lab line loop mark mate note path pilot point port room stack wise works yard",
);
const ROOTS = words(`
  Ledger Signal Harbor Relay Beacon Draft Folio Parcel Metric Orbit Pixel Query Roster Sprint Tempo Vector Cargo Cipher Docket Fathom
  Glyph Kernel Lumen Merit Nexus Pivot Quota Raster Scribe Tally Token Trove Verge Widget Zenith Cellar Chorus Crate Diem Ferro
  Grain Inkle Juno Karma Lingo Mango Nomad Olive Paddle Quill Rivet Sable Tonic Umbra Velum Willow Yodel Zephyr`);

const ONSETS = words(
  "b br c cal ch cr d dr f fl fr g gl gr h j k kr l m mar n nor p pl pr qu r s sal sk sl st str t th tr v ver w z zan",
);
const VOWELS = words("a e i o u ae ia eo io a e i o");
const CODAS = words("n r l s m x nd rn st lt nt v d t k th sk rk ll ra na la ro no lo va vo ta to da mi ri li");

/** Parts nobody wants to meet in the middle of a made-up word, and those that look like a programming error. */
const REFUSED =
  /null|nazi|shit|fuck|cunt|rape|porn|tits|cum|fag|anal|dick|cock|nig|slut|whor|piss|kkk|isis|hitl|homo|nude|sex|vagin|penis|kill|dead|death/;
/** Coined or compound names that happen to be well-known products. */
const KNOWN = new Set(
  words(`notion linear figma asana trello slack stripe github gitlab jira zoom canva miro loom plausible fathom matomo umami ghost
    airtable zapier zendesk intercom hubspot salesforce shopify square wise revolut monzo klarna adyen tableau looker mixpanel amplitude
    sentry datadog grafana docker vercel netlify heroku render railway fly supabase firebase prisma mongo redis kafka nexus orbit pivot
    tempo juno karma nomad relay beacon scribe token vector signal harbor-works paper-mark openstack openbase opendesk flowbase airbase
    coursera duolingo anki strava garmin oura calm headspace spotify deezer tidal bandcamp evernote obsidian todoist pocket-casts`),
);

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const coined = (random: Random, syllables: number): string => {
  let text = "";
  for (let i = 0; i < syllables; i++) text += random.pick(ONSETS) + random.pick(VOWELS);
  return capitalized(text + random.pick(CODAS));
};

/** A made-up word that can stand for a component or a company. */
export const coinedWord = (random: Random): string => {
  for (;;) {
    const word = coined(random, random.chance(0.6) ? 1 : 2);
    if (word.length >= 4 && !REFUSED.test(word.toLowerCase())) return word;
  }
};

/** Names products, never the same slug twice. */
export function productNamer(random: Random): () => { name: string; slug: string } {
  const taken = new Set<string>(KNOWN);

  const candidate = (attempt: number): string => {
    const style = attempt < 4 ? random.between(0, 9) : 9;
    if (style <= 1) return `${random.pick(QUALITIES)} ${random.pick(THINGS)}`;
    if (style <= 3) return random.pick(QUALITIES) + random.pick(THINGS).toLowerCase();
    if (style === 4) return random.pick(ROOTS) + random.pick(ENDINGS);
    if (style === 5) return coined(random, 1) + random.pick(ENDINGS);
    if (style === 6) return `${coined(random, 1)} ${random.pick(THINGS)}`;
    return coined(random, attempt < 8 ? random.between(1, 2) : 3);
  };

  return () => {
    for (let attempt = 0; ; attempt++) {
      const name = candidate(attempt);
      const slug = demoSlug(name);
      if (slug.length < 4 || taken.has(slug) || REFUSED.test(slug)) continue;
      taken.add(slug);
      return { name, slug };
    }
  };
}
