import type { Block, SitePage } from "../../domain/drafts/site.ts";
import { pattern } from "../../domain/text/pattern.ts";
import { isHeading } from "../candidate.ts";
import { LEGAL_FORM } from "./postal.ts";

/** Legal notices also contain addresses of hosts, authorities and arbitrators. */
const OTHERS = pattern("iu")`
    (?<!\p{L})(?:web ?host\p{L}*|hosting(?: provider)?|hosted by|host of (?:this|the) (?:web)?site|
    supervisory authority|data protection authority|dispute resolution|payment (?:processor|provider)|
    web ?hoster|hoster|webhosting|aufsichtsbehörde\p{L}*|streitbeilegung|schlichtungsstelle|
    datenschutzbehörde|webdesign|hébergement|hébergeur|hébergé|autorité de contrôle|cnil|médiateur|
    médiation|alojamiento|proveedor de (?:hosting|alojamiento)|autoridad de control|agencia española|
    fornitore di hosting|hosting provider|autorità (?:di controllo|garante)|garante per la|hospedagem|
    alojamento|autoridade (?:de controlo|nacional)|anpd|toezichthouder|autoriteit persoonsgegevens|
    webbhotell|tillsynsmyndighet|hostingodawca|organ nadzorczy|хостинг\p{L}*)(?!\p{L})|ホスティング|サーバー|
    主机(?:商|服务)|托管`;
/** Services whose addresses occur in privacy policies. */
const SERVICE = pattern("u")`
    (?<!\p{L})(?:Google|Alphabet|Facebook|Meta Platforms|Twitter|X Corp|LinkedIn|Pinterest|PayPal|
    Stripe|Amazon|AWS|Microsoft|GitHub|Cloudflare|Hetzner|OVH|Netlify|Vercel|Mailchimp|Intuit|Hotjar|
    HubSpot|Automattic|Hostinger|IONOS|STRATO|DigitalOcean|Fastly|Twilio|Zendesk|Adobe|Apple|Yandex|
    Alibaba)\s(?:Analytics |Cloud |Web Services )?(?:Inc|LLC|Ltd|Limited|Corp|GmbH|S\.?[aà]|SAS|SE|AG|
    Ireland|EMEA|B\.?V)(?!\p{L})|(?<!\p{L})OVH(?!\p{L})`;
const MOST_LABEL = 90;
/** Labels that name the site's owner. */
const OURS = pattern("iu")`
    (?<!\p{L})(?:verantwortlich\p{L}*|betreiber\p{L}*|inhaber\p{L}*|publisher|operator|owner|
    responsible for (?:the )?content|éditeur|exploitant|titular|responsable de(?:l| la) (?:sitio|web|
    contenido)|titolare|editore|proprietário|verantwoordelijk\p{L}*)(?!\p{L})|運営者|運営会社`;
/** "Acme Hosting Ltd" is a company, "Hosted by Acme Ltd" a label. */
const isCompany = (text: string): boolean =>
  LEGAL_FORM.test(text) && !/[:：]|\b(?:by|par|von|bei|por|da|przez|door|av)\b/i.test(text);
/** Lines after a label that belong to it, up to the next heading. */
const LINES = 6;

const known = new WeakMap<SitePage, Set<Block>>();

/** Blocks with somebody else's address, below a heading or label that says so. */
export function othersAddresses(page: SitePage): Set<Block> {
  const found = known.get(page) ?? findBlocks(page);
  known.set(page, found);
  return found;
}

function findBlocks({ blocks }: SitePage): Set<Block> {
  const others = new Set<Block>();
  let level: number | null = null;
  let left = 0;
  for (const block of blocks) {
    const isLabel =
      block.text.length <= MOST_LABEL && OTHERS.test(block.text) && !OURS.test(block.text) && !isCompany(block.text);
    if (isHeading(block)) {
      const own = Number(block.tag[1]);
      left = 0;
      // Smaller headings divide the host's section.
      if (level === null || own <= level) level = isLabel ? own : null;
    } else if (isLabel || (block.text.length <= MOST_LABEL && SERVICE.test(block.text))) left = LINES;
    if (level !== null || left > 0 || isLabel || SERVICE.test(block.text)) others.add(block);
    left = Math.max(0, left - 1);
  }
  return others;
}
