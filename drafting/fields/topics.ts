import { keysOf } from "../../domain/text/keys.ts";

/** Word beginnings for section topics in many languages; CJK ones match anywhere. */
const ROOTS = {
  problem:
    "problem trouble challeng pain struggl tired lost lose losing miss risk wast chaos fear fail " +
    "difficult frustrat forget forgot manual expensive slow stress worr " +
    "herausforder schmerz verlier verlor verlust risik verschwend müde teuer schwierig mühsam frust ärger vergess aufwendig " +
    "problèm défi perd perte manqu risque gaspill fatigu difficil galère oubli douleur lent " +
    "desafí reto pierd pérdida riesgo desperdici caos cansad difícil olvid dolor " +
    "sfid rischi sprec stanc dimentic difficolt fatic dolor desafio risco esquec dor dores " +
    "proble uitdaging verlies verlor verspil duur moeilijk traag verge gemist gedoe " +
    "utmaning förlora förlust slöser kaos trött dyr svår långsam glöm " +
    "wyzwan strac utrat ryzyk marnow zmarnow zmęcz trudn zapom ból " +
    "sorun zorluk kayıp kaybe kaybol israf kaos yorgun pahalı zor yavaş unut dert " +
    "проблем боль боли теря потер риск хаос устал дорог сложн трудн медленн забыва ошибк стресс " +
    "悩み 課題 困 問題 失敗 不安 面倒 大変 ミス 损 痛点 困扰 烦恼 问题 风险 浪费 混乱 麻烦 焦虑 문제 고민 어려 위험 낭비 불안 번거 불편",
  audience:
    "who whom for team compan business agenc freelanc startup student teacher famil professional " +
    "customer client user enterprise industr sector " +
    "wen zielgrupp unternehm firm betrieb branch kund agentur selbst nutzer " +
    "qui entrepris équip métier profession particulier " +
    "quién empresa equipo sector autónom familia profesional chi aziend impres settor professionist " +
    "quem equipe setor profissiona wie bedrij ondernem sector vem företag bransch " +
    "kogo kto firm branż przedsiębior kim işletme şirket sektör ekip для кого кому компани бизнес отрасл команд " +
    "方へ お客様 業種 業界 企業 向け 谁 企业 行业 客户 누구 기업 업종 고객",
  example:
    "case example portfolio project work showcase story stories gallery reference realis realiz achievement template inspir " +
    "beispiel referenz projekt arbeiten réalisation exemple référence projet caso casos ejemplo proyecto " +
    "esempi progett lavori realizzazion exemplo projeto voorbeeld project opdracht exempel " +
    "przykład realizacj projekt örnek proje referans пример кейс проект работ " +
    "事例 実績 例 作品 案例 作品 示例 사례 예시 포트폴리오",
  step:
    "how step process start begin first next then workflow simple minute " +
    "schritt ablauf wie so start erst einfach étape comment démarr commenc paso cómo empez empiez proceso " +
    "passagg come inizi passo como comec stap hoe werkwijze begin steg hur börja " +
    "krok jak proces zaczni adım nasıl süreç başla шаг как начн процесс " +
    "流れ ステップ 手順 使い方 はじめ 步骤 如何 流程 开始 단계 방법 시작",
  reason:
    "why choos value mission vision promis trust philosoph principle differen reason commit believe love " +
    "warum werte versprech vertrau gründe unterschied pourquoi choisi valeur confiance engagement raison différen " +
    "qué eleg valores confianza compromiso razon diferen misión perch scegli valori fiducia impegno missione " +
    "porquê escolh valor confiança missão waarom kies waarden vertrouw varför välj värd " +
    "dlaczego wybr wybier wartości zaufa neden niçin seç değer güven почему выбр ценност довер преимуществ миссия " +
    "選ばれる 理由 なぜ 想い 约定 为什么 选择 价值 理念 使命 왜 이유 가치 신뢰",
  function:
    "feature function functionalit capabilit module tool everything includ built powerful allinone offer can do does " +
    "funktion modul werkzeug alles enthalten leistung fonctionnalit outil tout inclu " +
    "funcion herramient todo incluid módulo funzional strument tutto inclus modul " +
    "funcionalidad ferrament tudo inclus recurso functie alles gereedschap funktioner allt ingår verktyg " +
    "funkcj możliwoś narzędzi wszystk özellik araç modül her функц возможност инструмент модул вс " +
    "機能 できること 特長 特徴 ツール 功能 特色 特点 能力 工具 기능 특징 도구",
  service:
    "service solution offering package consult leistung lösung dienst angebot beratung prestation solution " +
    "servicio solucion paquete asesor servizi soluzion offerta pacchett serviço soluç pacote " +
    "dienst oplossing aanbod tjänst lösning erbjud usług rozwiąza oferta hizmet çözüm paket услуг решени пакет " +
    "サービス メニュー ソリューション 服务 方案 서비스 솔루션",
  place:
    "location office global worldwide headquarter contact address standort büro weltweit kontakt bureau adresse mondial " +
    "oficina ubicacion mundial sede ufficio contatt escritório locali kantoor vestiging kontor plats " +
    "biur lokalizac ofis adres konum офис адрес контакт 拠点 所在地 会社 全球 布局 办公 地址 公司 지점 위치 회사",
  platform:
    "ios iphone ipad android windows linux macos mac web chrome firefox xbox nintendo playstation tv docker " +
    "device platform download gerät plattform herunter appareil téléchar dispositiv descarg scaric " +
    "plataforma baixar apparaten platformy pobierz cihaz indir устройств платформ скача",
  plan:
    "plan price pricing free trial month year preis tarif kosten monat prix mois gratuit precio mes " +
    "gratis prezzo mese preço prijs maand pris månad cen miesi fiyat ücret цен тариф бесплатн " +
    "料金 プラン 価格 无料 价格 套餐 免费 요금 가격 무료",
  safety:
    "secur privac safe encrypt protect gdpr data sicher datenschutz verschlüssel schutz sécur confidential chiffr protégé " +
    "segur privacidad cifrad protec sicur protett crittograf segurança veilig beveilig säker bezpiecz " +
    "prywat güven gizlilik güvenli безопасн защит приватн шифр 安全 セキュリティ 隐私 加密 보안 개인정보",
  self:
    "i. my. me. ich. mein mir. mich. je. mon. ma. moi. yo. mi. mis. me. io. mio. mia. eu. meu. minha ik. " +
    "mijn. mij. jag. min. mina. ja. mój moja mnie. ben. benim bana я. мой моя мне. меня 私 僕 我 저는 나는 제가",
} as const;

export type Topic = keyof typeof ROOTS;

const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

const begins = new Map<string, Topic[]>();
const whole = new Map<string, Topic[]>();
const inside: [root: string, topic: Topic][] = [];
for (const topic of keysOf(ROOTS))
  for (const root of new Set(ROOTS[topic].split(" "))) {
    if (UNSPACED.test(root)) inside.push([root, topic]);
    else {
      const [map, key] = root.endsWith(".") ? [whole, root.slice(0, -1)] : [begins, root];
      map.set(key, [...(map.get(key) ?? []), topic]);
    }
  }
const LONGEST = Math.max(...[...begins.keys()].map(({ length }) => length));

export function topicsOf(text: string): Set<Topic> {
  const found = new Set<Topic>();
  const lower = text.toLowerCase();
  for (const [word] of lower.matchAll(/\p{L}+/gu)) {
    for (const topic of whole.get(word) ?? []) found.add(topic);
    for (let end = 2; end <= Math.min(LONGEST, word.length); end++)
      for (const topic of begins.get(word.slice(0, end)) ?? []) found.add(topic);
  }
  if (UNSPACED.test(lower)) for (const [root, topic] of inside) if (lower.includes(root)) found.add(topic);
  return found;
}
