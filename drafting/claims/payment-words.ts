import { pattern } from "../../domain/text/pattern.ts";

/** Payment words in all supported languages, shared by finders and claim checks. */

const either = (...words: string[]): string => words.join("|");

/** Nouns after "per", "/" or "a", and adverbs: "month" and "monthly". */
type Period = { noun?: string; adverb?: string };
export const PERIODS: Record<string, Period> & { fortnight: Period } = {
  hour: {
    noun:
      "hour|hr|stunde|heure|hora|ora|uur|timme|godzina|時間|小时|시간|hodin[au]|time|jam|óra|ώρα|giờ|" +
      "година|година|ساعة|h|hod|godz|часа?|ชั่วโมง|שעה|घंटा|घंटे|órában|valanda|stunda|tund|sat",
    adverb: "hourly|stündlich",
  },
  day: {
    noun: "day|tag|jour|día|dia|giorno|dag|dzień|день|gün|日|天|일|den|hari|nap|päivä|zi|ημέρα|ngày|يوم|ден|วัน|יום|दिन|deň|dan|diena|päev",
    adverb: "daily|täglich",
  },
  week: {
    noun:
      "week|wk|woche|semaine|semana|settimana|vecka|tydzień|неделя|неделю|hafta|週間|週|周|주|týden|" +
      "uge|uke|minggu|hét|viikko|săptămână|εβδομάδα|tuần|тиждень|أسبوع|týždeň|tydz|สัปดาห์|שבוע|सप्ताह|" +
      "седмица|tjedan|teden|savaitė|nedēļa|nädal",
    adverb:
      "weekly|wöchentlich|hebdomadaire|semanal|settimanale|wekelijks|毎週|每周|매주|týdně|ugentlig(?:t)?|mingguan",
  },
  fortnight: {
    noun: "15 d[ií]as|15 jours|15 giorni|14 tage|14 days|two weeks|quincena|fortnight",
    adverb: "quincenal",
  },
  month: {
    noun:
      "month|mo|mth|monat|mon|mois|mes|mês|mese|maand|månad(?:en)?|mån|måned(?:en)?|mnd|md|" +
      "miesiąc|mies|месяц|мес|ay|か月|ヶ月|个月|個月|月|개월|월|měsíc|měs|bulan|bln|hónap|hó|kuukausi|kk|lună|luna|" +
      "μήνα|tháng|місяць|міс|شهر|mc|mesiac|mjesec|mj|mesec|месец|mėn|mėnesį|mēnesī|mēn|kuus|buwan|เดือน|" +
      "חודש|माह|महीना|महीने",
    adverb: either(
      "monthly|monatlich|mtl|mensuel(?:le)?s?|mensual(?:es)?|mensal|mensais|mensil[ei]|" +
        "maandelijks|månadsvis|miesięcznie|měsíčně|månedlig(?:t)?|bulanan|havonta|havi|kuukausittain|lunar|" +
        "μηνιαίως|hàng " +
        "tháng|щомісяця|شهري\\p{L}*|mesačne|kuukaudessa|kuukaudelta|mj?esečn[oai]|месечно|igakuiselt|ต่อเดือน|รายเดือน|לחודש|בחודש|प्रति " +
        "माह|प्रति महीने|मासिक",
      "p/m|p\\. ?m\\.|ежемесячно|aylık|月額|月払い|毎月|每月|매월|매달|월간",
    ),
  },
  quarter: {
    noun: "quarter|quartal|trimestre|kwartaal|kvartal|kwartał|čtvrtletí|triwulan",
    adverb: "quarterly|trimestral|trimestriel(?:le)?",
  },
  year: {
    noun:
      "year|yr|annum|jahr|an|année|año|ano|anno|jaar|år|rok|год|yıl|年間|年|년|rok|tahun|thn|év|" +
      "vuosi|vuodessa|έτος|χρόνο|năm|рік|سنة|عام|leto|година|metus|gadā|aastas|ปี|שנה|वर्ष|साल|السنة",
    adverb: either(
      "yearly|annual|annually|jährlich|jährl|annuel(?:le)?s?|anual(?:es)?|anuais|annual[ei]|" +
        "annu[oi]|jaarlijks|årligen|årsvis|rocznie|ročně|årlig(?:t)?|tahunan|évente|éves|vuosittain|anual|" +
        "ετησίως|hàng " +
        "năm|щороку|سنوي\\p{L}*|godišnj[eai]|vuodessa|vuodelta|letno|годишно|ต่อปี|รายปี|לשנה|בשנה|प्रति " +
        "वर्ष|वार्षिक",
      "p/j|p\\. ?a\\.|ежегодно|yıllık|年額|年払い|毎年|每年|매년|연간",
    ),
  },
  once: {
    adverb: either(
      "once|one[- ]time|one[- ]off|lifetime|life|perpetual|einmalig\\p{L}*|einmal|einmalkauf|einmalzahlung|lebenslang",
      "paiement unique|achat unique|à vie|une fois|pago único|compra única|de por vida|una vez|pagamento único",
      "jednorázov\\p{L}*|engangs(?:betaling|køb|beløb|kjøp)|sekali bayar|seumur " +
        "hidup|egyszeri|kertamaksu|plată unică|εφάπαξ|một lần|одноразов\\p{L}*|دفعة واحدة",
      "pagamento unico|acquisto unico|vitalício|una tantum|eenmalig\\p{L}*|engångs\\p{L}*|jednorazow\\p{L}*",
      "tek seferlik|разовый платёж|единоразово|买断|一次性|買い切り|買切り|영구|일시불",
    ),
  },
};

/** Between a price and its period. */
export const PER_WORDS =
  "per|a|an|each|every|im|pro|je|par|al|all'|alla|ao|por|à|por cada|per " +
  "ogni|i|om|na|co|za|w|в|за|cada|ogni|om " +
  "de|billed|paid|charged|abgerechnet|facturé|za|kas|pr\\.?|på|lehet|kohti|pe|ανά|τον|το|mỗi|на|في|لكل|كل|毎|每|매|την|ต่อ|प्रति";

export const EACH_WORDS =
  "user|users|seat|member|agent|site|website|editor|host|team|domain|project|person|people|" +
  "workspace|organi[sz]ation|company|location|device|contact|employee|nutzer|benutzer|arbeitsplatz|" +
  "mitarbeiter|utilisateur|usuario|usuário|utente|gebruiker|användare|użytkownik|用户|ユーザー|사용자|bruger|" +
  "bruker|käyttäjä|uživatel|používateľ|felhasználó|utilizator|pengguna|người " +
  "dùng|користувач|пользовател[ья]|kullanıcı|χρήστη|korisnik|uporabnik|مستخدم|משתמש|ผู้ใช้";

/** Marks the lowest of several prices. */
export const FROM_WORDS =
  "at least|over|more than|from|starting (?:at|from)|starts? at|as low as|min(?:imum)?(?: " +
  "of)?|mindestens|über|mehr als|ab|à partir de|dès|plus de|desde|a partir de|más de|a partire " +
  "da|oltre|più di|mais de|vanaf|meer dan|från|över|od|>|fra|alkaen|alk|mulai(?: " +
  "dari)?|từ|від|от|από|ابتداء من|de la|החל מ|เริ่มต้น(?:ที่)?";
export const ONLY_WORDS =
  "only|just|now|nur|jetzt|seulement|sólo|solo|solamente|apenas|só|slechts|bara|tylko|kun|" +
  "vain|jen|pouze|len|iba|csak|doar|numai|hanya|cuma|chỉ|лише|тільки|только|всего|sadece|yalnızca|μόνο|" +
  "فقط|רק|เพียง";

/** Words about taxes after an amount, which change nothing. */
export const TAX_WORDS =
  "excl?|incl?|plus|vat|tax|taxes|gst|zzgl|inkl|netto|brutto|mwst|ust|ht|ttc|hors " +
  "taxes|iva|incluido|inclusa|compresa|esclusa|btw|exkl|moms|vat|税込|税抜|税别|含税|부가세 " +
  "별도|áfa|kdv|dph|alv|tva|пдв|ндс|φπα|pdv|ppn|ekskl|ex|včetně|hariç|dahil";
export const FOREVER_WORDS =
  "forever|always|free|für immer|immer|dauerhaft|kostenlos|pour toujours|à vie|gratuite?|para " +
  "siempre|siempre|gratis|per sempre|sempre|gratuit[oa]|para sempre|grátis|voor altijd|altijd|för " +
  "alltid|alltid|na zawsze|zawsze|無料|永久|ずっと|免费|무료|altid|for " +
  "altid|alltid|ikuisesti|navždy|örökre|pentru totdeauna|selamanya|mãi mãi|vĩnh " +
  "viễn|назавжди|навсегда|sonsuza (?:kadar|dek)|για πάντα|للأبد|zdarma|ingyenes|ilmainen|miễn " +
  "phí|безкоштовно|бесплатно|ücretsiz|δωρεάν|bezplatne";

/** Only the word "free": a plan's title or price. */
export const FREE_ALONE = pattern("iu")`
    ^(?:free(?: forever)?|forever free|kostenlos|gratis|gratuite?|gr[aá]tis|gratuit[oa]|za darmo|
    darmow[yae]|bezpłatn[yai]e?|бесплатно|бесплатный|ücretsiz|ilmainen|zdarma|bezplatn[ěéýá]|
    gratuit[ăe]?|ingyenes|безкоштовно|безкоштовний|δωρεάν|miễn phí|مجان(?:ي|ية|ا|اً)|zadarmo|besplatno|
    безплатно|חינם|ฟรี|मुफ़्त|percuma|free plan|無料|無料プラン|フリー|フリープラン|免费|免費|免费版|무료)$`;

/** Zero amounts that are not plans: "€0 setup fee", "$0 due today". */
export const FEES = pattern("iu")`
    (?<!\p{L})(?:fees?|commissions?|charges?|set-?up|onboarding|shipping|delivery|due(?=\s*(?:$|
    [^\p{L}\s]|today|now|later|upon|at|on|by|when))|today|sub-?total|total|balance|invoice|tax|deposit|
    down|gebühr\p{L}*|einrichtung\p{L}*|summe|gesamt\p{L}*|\p{L}+gebühr(?:en)?|provision|versand|
    anzahlung|heute|frais|mise en service|livraison|aujourd'hui|comisi(?:ón|ones)|instalaci[óo]n|envío|
    hoy|spese|commissioni?|attivazione|oggi|taxas?|comissão|adesão|hoje|kosten|verzending|vandaag|
    installatie|avgift\p{L}*|uppstart\p{L}*|opłat\p{L}*|prowizj\p{L}*|dzisiaj|cancellation|
    kündigung\p{L}*|résiliation|disdetta|cancelaci[óo]n|cancelamento|opzegging|uppsägning|
    wypowiedzeni\p{L}*)(?!\p{L})|手数料|初期費用|送料|手续费|运费|수수료`;

/** Durations of trials, which are not free plans. */
export const TRIAL_DAYS = pattern("iu")`
    \d+\s?-?(?:days?|weeks?|tagen?|wochen?|jours?|semaines?|d[ií]as|semanas?|giorni|settimane|dagen|
    weken|dagar|veckor|dni|tygodni\p{L}*|дней|日間?|天|일간?|dage|dager|uger|uker|päivän?|viikon?|dn[íů]|
    týdn\p{L}*|nap|hét|zile|săptămâni|hari|minggu|ngày|tuần|днів|дні|тижні\p{L}*|ημέρες|ημερών|
    يوم\p{L}*|أيام|ימים|วัน|दिन|gün|hafta)(?!\p{L})`;
export const TRIAL_TITLE = pattern("iu")`
    ^(?:free )?(?:demo|trial|test(?:phase|version|zugang|konto)?|probe\p{L}*|essai|prueba|prova|teste|
    proef\p{L}*|provperiod|okres próbny|демо|пробный|お試し|トライアル|体験|zkušební\p{L}*|prøveperiode|
    gratis prøve\p{L}*|kokeilu|próbaidőszak|probă|uji coba|dùng thử|пробний|deneme|δοκιμή|تجربة|ניסיון|
    ทดลองใช้|试用版?|體驗|체험판?)$`;

export const TRIAL = pattern("iu")`
    \b(\d+|\w+)[- ]?days?[\w -]{0,20}\btrial\b|\b(?:free )?trial\b|\btry (it )?(for )?free\b|
    \bfree for \d+ days\b|\bkostenlos(?:e[rsn]?)? (?:\p{L}+ )?(?:test\p{L}*|probe\p{L}*|ausprobieren)|
    \bgratis testen\b|\bprobezeit\b|\btestphase\b|\btestzeitraum\b|\bprobeabo\b|\bessai\b|
    \bessayez? gratuit\p{L}*|\bpruebas? (?:gratis|gratuitas?)|\bprueba (?:de )?\d+|
    \bper[ií]odo de prueba|\bprueba(?:lo)? gratis|\bprov[ao] gratuit[ao]|\bprova(?:lo)? gratis|
    \bperiodo di prova|\btestes? (?:gr[áa]tis|gratuitos?)|\bperíodo de teste|\bexperimente (?:gr[áa]tis|
    gratuitamente)|\bgratis (?:uit)?proberen\b|\bproefperiode\b|\bprovperiod\b|\btesta gratis\b|
    \bokres próbny|\bwypróbuj (?:za darmo|bezpłatnie)|無料トライアル|無料体験|無料お試し|お試し期間|免费试用|免費試用|무료 체험|무료로 체험|
    \b\d+[- ](?:days?|weeks?|months?|tagen?|wochen?|monate?|jours|semaines|mois|d[ií]as|semanas|
    mes(?:es)?|giorni|settimane|mesi|dagen|weken|dagar|dni)\s(?:\p{L}+\s)?(?:free|kostenlos|kostenfrei|
    gratis|gr[áa]tis|gratuit\p{L}*|za darmo)|\b(?:free|kostenlos|gratis|gr[áa]tis|
    gratuit\p{L}*)\s(?:\p{L}+\s){0,2}\d+\s(?:days|weeks|tage|wochen|jours|d[ií]as|semanas|giorni|dagen|
    dagar|dni)|\d+(?:日間?|週間|か月|ヶ月)[、,のは\s]{0,2}無料|無料で\d+(?:日|週)|免费试?用?\d+天|\d+天免费|\d+일 ?무료|\d+ (?:gün|
    hafta)\s(?:\p{L}+\s){0,4}ücretsiz|ücretsiz dene\p{L}*|\d+ (?:дней|
    недел\p{L}+)\s(?:\p{L}+\s)?бесплатно|бесплатно \d+ дней|пробный период|\bzkušební|\b(?:vyzkoušet|
    vyzkoušejte) zdarma|\bprøv(?:eperiode| gratis)|\bcoba gratis|\buji coba|\bgratis \d+ hari|
    \b\d+ (?:hari|dní|dage|dager|nap|päivää|zile|ngày)\s(?:\p{L}+\s){0,2}(?:gratis|zdarma|ingyen|ilmai|
    gratuit|miễn phí)|\bpróbaidő|\bkokeilujakso|\bperioad[aă] de prob|δοκιμαστικ|dùng thử|
    пробний період|تجرب\p{L}+ مجان`;

/** Offers on request. */
export const ASK = pattern("iu")`
    \b(contact|talk to|speak (to|with)|call) (us|sales|our sales( team)?) (for|to (get|discuss|
    learn about)|about) (a |custom |our |your )?(pric|quote|plan)|\b(request|get) (a |your )?(custom |
    free )?(quote|pricing|offer)\b|\bpric(e|es|ing) (on|upon) request\b|\bcustom pricing\b|
    \bpreise? auf anfrage\b|\bangebot (?:anfordern|anfragen)\b|\bfordern sie ein angebot\b|
    \bsur devis\b|\bdemande[rz]? (?:un|votre) devis\b|\bdevis (?:gratuit|sur mesure)|\b(?:precio|
    precios) a (?:consultar|medida)\b|\bbajo (?:demanda|presupuesto)\b|\b(?:solicit[ae]r?|pide|
    pedir) (?:un |tu )?presupuesto\b|\bsu richiesta\b|\brichied(?:i|ere) un preventivo\b|
    \bsob consulta\b|\bsolicit[ae]r? (?:um )?orçamento\b|\bop aanvraag\b|\bofferte aanvragen\b|
    \bbegär offert\b|\bwycena (?:indywidualna|na zapytanie)\b|要問い合わせ|お見積|見積もり(?:を)?依頼|询价|报价请|获取报价|가격 문의|
    견적 (?:문의|요청|받기)|\b(?:obtenir|recevoir|obtenez|recevez) (?:un|votre|mon) devis\b|
    \bdemande de devis\b|\b(?:vraag|krijg|ontvang) (?:nu |direct |een |uw |je ){0,3}offerte\b|
    \bofferte (?:aanvraag|op maat)\b|\b(?:pide|solicita|pedir|solicitar|obtén) (?:tu |un |
    su )?(?:presupuesto|cotización)\b|\brichied(?:i|ere|ete) (?:il tuo |un )?preventivo\b|
    \bpreventivo (?:gratuito|personalizzato)\b|\b(?:peça|pedir|solicite|receba) (?:um |seu |
    o seu )?orçamento\b|\b(?:begär|få|be om) (?:en )?offert\b|\b(?:poproś|zapytaj) o (?:wycenę|ofertę)|
    \bbezpłatna wycena|\b(?:teklif|fiyat teklifi) (?:al|alın|iste|isteyin)(?!\p{L})|
    (?<!\p{L})(?:рассчитать стоимость|узнать (?:стоимость|цену)|запросить (?:цену|расчёт|расчет|кп))|
    \b(?:unverbindliches|kostenloses|individuelles) angebot\b|\bangebot einholen\b|\b(?:få|indhent|
    bed om|be om|hent) (?:et |et uforpligtende |ditt )?tilbud\b|\bofferter?förfrågan|
    \bpris på förfrågan|\bpyydä (?:ilmainen )?tarjous|\b(?:nezávazn\p{L}+ poptávk|cena na (?:dotaz|
    vyžádání)|individuální (?:cena|kalkulace|nacenění))|
    (?<!\p{L})(?:kérj(?:en)? (?:egyedi )?(?:ár)?ajánlatot|ajánlatkérés|egyedi ár)(?!\p{L})|
    \b(?:cere(?:ți)?|solicită|solicitați) (?:o )?ofert|\bpreț la cerere|\bminta penawaran|
    \bhubungi kami untuk harga|liên hệ (?:để )?(?:nhận )?báo giá|nhận báo giá|ціна за запитом|
    отримати (?:пропозицію|прорахунок)|розрахувати вартість|цена по запросу|ζητήστε προσφορά|
    اطلب (?:عرض سعر|تسعيرة)|בקשו הצעת מחיר|ขอใบเสนอราคา|無料見積`;

/** Words for price. */
export const PRICE_WORD = pattern("iu")`
    (?<!\p{L})(?:pric(?:e[sd]?|ing)|preis\p{L}*|prislist\p{L}*|tari[fe]\p{L}*|prix|precio\p{L}*|
    prezz[oi]|preços?|prij[sz]\p{L}*|pris(?:er|et|en|erna)?|hin(?:ta|nat|nan|taa)|cen(?:a|y|ę|u|ie|ou)|
    ceník\p{L}*|cennik\p{L}*|цен[аеуы]?|стоимост\p{L}*|цін[аиуі]|варт[оі]ст\p{L}*|ár(?:ak|ai|a|at)?|
    preț\p{L}*|fiyat\p{L}*|ücret(?:i|ler|lendirme)|harga\p{L}*|biaya|giá|τιμ[ήές]ς?)(?!\p{L})|料金|価格|費用|
    费用|价格|價格|가격|요금|비용|سعر|أسعار|מחיר|ราคา`;

/** Costs that vary: "the cost depends on the size". */
const COST =
  "(?:pric(?:e|es|ing)|costs?|fees?|preis\\p{L}*|kosten|prix|tarifs?|coûts?|precio\\p{L}*|" +
  "costes?|costos?|prezz[oi]|cost[oi]|preços?|custos?|prij[sz]\\p{L}*|pris(?:en|erna)?|kostnad\\p{L}*|" +
  "cen[ay]|koszt\\p{L}*|цен[аы]|стоимость|ціна|вартість|fiyat\\p{L}*|harga|biaya|giá|chi " +
  "phí|(?:ال)?(?:تكلفة|تكاليف|سعر|أسعار)|料金|価格|費用|费用|价格|가격|비용)";
const DEPENDS =
  "(?:depends?|depending|var(?:y|ies)|häng(?:t|en)\\s[^.;]{0,40}ab|richte[nt]|dépend(?:ent)?|" +
  "vari(?:e|ent)|depende[nm]?|varía[nm]?|varia[nm]?|dipend(?:e|ono)|hang(?:t|en) " +
  "af|afhankelijk|beror|avhenger|afhænger|zależ[ya]|zavis[ií]|завис[ия]т|залежить|değiş\\p{L}*|tergantung|phụ " +
  "thuộc|(?:ت|ي)عتمد|(?:ت|ي)ختلف|によって異なり|により異なり|取决于|取決於|따라 다)";
export const COST_DEPENDS = new RegExp(
  `(?<!\\p{L})${COST}(?!\\p{L})[^.;!?。]{0,40}(?<!\\p{Ll})${DEPENDS}|(?<!\\p{L})${DEPENDS}[^.;!?。]{0,12}(?<!\\p{L})${COST}(?!\\p{L})`,
  "iu",
);

/** Invitations to get in touch. */
export const WRITE_TO_US = pattern("iu")`
    (?<!\p{L})(?:contact (?:us|sales)|(?:write|talk|speak) to us|get in touch|(?:schreib\p{L}*|
    ruf\p{L}*) (?:sie )?uns|kontaktier\p{L}*|(?:contactez|écrivez|appelez)[- ]nous|cont[áa]ct[ae]\p{L}*|
    escr[íi]b[ea]\p{L}*|contattac\p{L}*|scrivi\p{L}*|fale (?:conosco|connosco)|entre em contacto?|
    neem contact|mail ons|skriv til (?:os|oss)|kontakt (?:os|oss)|kontakta oss|hör av (?:dig|er)|
    ota yhteyttä|napisz do|skontaktuj\p{L}*|napište|kontaktujte|írj\p{L}* nek\p{L}*|
    lépj\p{L}* kapcsolatba|contactează\p{L}*|scrie-ne|bize (?:ulaş|yaz)\p{L}*|iletişime geç\p{L}*|
    hubungi (?:kami|kita)|liên hệ|(?:напиш|свяж|зв['’]яж)\p{L}* (?:нам|с нами|з нами)|επικοινων\p{L}*|
    (?:تواصل|اتصل) (?:معنا|بنا)|צרו קשר|ติดต่อ(?:เรา)?)(?!\p{L})|お問い?合わせ|联系我们|聯絡我們|문의`;

/** Commission on sales: "we charge a commission". */
export const COMMISSION = pattern("iu")`
    (?<!\p{L})we (?:only )?(?:charge|take|earn) (?:\p{L}+ ){0,3}commission|(?<!\p{L})wir (?:berechnen|
    erheben|nehmen|verlangen) (?:\p{L}+ ){0,3}provision|(?<!\p{L})nous (?:prenons|
    prélevons) (?:\p{L}+ ){0,3}commission|(?<!\p{L})cobramos (?:\p{L}+ ){0,3}comisi(?:ón|ones)|
    (?<!\p{L})(?:tratteniamo|prendiamo) (?:\p{L}+ ){0,3}commissioni?|
    (?<!\p{L})cobramos (?:\p{L}+ ){0,3}comiss(?:ão|ões)|(?<!\p{L})(?:wij|
    we) rekenen (?:\p{L}+ ){0,3}commissie|(?<!\p{L})vi tar (?:\p{L}+ ){0,3}(?:provision|kommission|
    provisjon)|(?<!\p{L})pobieramy (?:\p{L}+ ){0,3}prowizj[eęi]|
    (?<!\p{L})účtujeme (?:\p{L}+ ){0,3}provizi|(?<!\p{L})мы бер[её]м (?:\p{L}+ ){0,3}комисси[юи]`;

/** "Einmalige Erfassung" is no payment: these words need one beside them, or stand alone. */
const ONCE_ALONE = either(
  "(?<!\\p{L})einmalig(?:e[nrs]?)?(?=\\s*(?:$|[^\\p{L}\\s]|zahl|bezahl|kauf|lizenz|gebühr|kosten|preis|betrag|inkl|zzgl|netto|brutto))",
  "(?<!\\p{L})einmal(?:zahlung|kauf|preis|betrag|lizenz|gebühr)",
  "(?<!\\p{L})eenmalige?(?=\\s*(?:$|[^\\p{L}\\s]|betal|aankoop|kost|prijs|licentie|bedrag|tarief))",
  "(?<!\\p{L})jednorazow\\p{L}*(?=\\s*(?:$|[^\\p{L}\\s]|płat|opłat|zakup|cen|licencj|koszt))",
);

/** "No subscription" is a pricing model only beside a price or purchase. */
export const NO_SUBSCRIPTION = pattern("iu")`
    \bno subscriptions?\b|\bkein abo(?:nnement)?\b|\bohne abo(?:nnement)?\b|\bsans abonnement\b|
    \bsin suscripci[óo]n\b|\bsenza abbonamento\b|\bsem assinatura\b|\b(?:uden|ingen|uten) abonnement\b|
    \butan abonnemang\b|\bbez (?:abonamentu|předplatného|predplatného)|\bilman tilausta|\babonelik yok|
    без підписки|без подписки|\btanpa langganan|\bfără abonament|\belőfizetés nélkül|χωρίς συνδρομή|
    \bgeen abonnement\b`;

/** Statements of a one-time payment that need no price. */
export const PAID_ONCE = new RegExp(
  `${/\bone[- ]time (payment|purchase|fee|price|cost|licen[cs]e|charge)|\bpay (?:[$€£]\s?\d[\d.,]* )?once\b|\bbuy (?:it )?once\b|\beinmal (?:be)?zahlen\b|\beinmalig (?:be)?zahlen\b|\b(?:payez|payer) une (?:seule )?fois\b|\bpaga(?:r|s)? una (?:sola )?vez\b|\bpag(?:a|hi|are) una (?:sola )?volta\b|\b(?:pague|pagar?) uma (?:única )?vez\b|\beenmalig betalen\b|\bbetala en gång|\bbetal én gang|\bpłacisz raz\b|\bzaplatíte jednou\b|\bmaksa kerran\b|\bbayar sekali\b|\bbir kez öde|заплат\p{L}+ (?:один|одного) раз|\blifetime (licen[cs]e|access|deal|updates)|\bperpetual licen[cs]e|\bone[- ]off (payment|purchase|fee)|^kauf(?:lizenz|version|preis)?$|\bkauflizenz\b|\bpaiement unique\b|\bachat unique\b|\bpago único\b|\bcompra única\b|\bpagamento (?:único|unico)\b|\bacquisto unico\b|\buna tantum\b|\bengångs(?:betalning|köp|kostnad)|買い切り|買切り|\bengangs(?:betaling|køb|kjøp|beløb|beløp|pris)|\bjednorázov\p{L}+ (?:plat\p{L}+|poplat\p{L}+|nákup)|\begyszeri (?:díj|fizetés|vásárlás)|\bkertamaksu|\bplată unică|\bsekali bayar|thanh toán một lần|одноразов\p{L}+ (?:оплат|плат)\p{L}*|\btek seferlik|εφάπαξ|买断|一次性付款|일시불|영구 라이선스/u.source}|` +
    `${ONCE_ALONE}`,
  "iu",
);
export const ONE_TIME = new RegExp(`${PAID_ONCE.source}|${NO_SUBSCRIPTION.source}`, "iu");

/** Access to a test, whose price says nothing about the product's. */
export const TEST_PHASE = pattern("iu")`
    \b(?:while|during|in|throughout)\s(?:(?:we(?:'re| are)?|it(?:'s| is)?|still|in|the|our|this|open|
    public|private|closed|free)\s)*(?:beta|alpha|early access|preview)\b|\bfree (?:\p{L}+ )?(?:beta|alpha|
    early access|preview)\b|\b(?:beta|early|preview) access\b|(?<!\p{L})(?:während|in) der (?:\p{L}+[- ])?beta|
    \b(?:pendant|durant) la (?:b[êe]ta|phase)|\bdurante (?:la|il|a|o) (?:fase )?(?:de )?beta|
    \b(?:en|in) fase beta|\btijdens de (?:b[èe]ta|test)|\bunder (?:hele )?beta\p{L}*|\bpodczas (?:\p{L}+ )?(?:bety|
    testów)|\bw fazie (?:beta|testów)|\bbeta s[üu]re\p{L}*|(?:время|в|на период) (?:бета|тестир)|
    (?:час|період) (?:бета|тест)|(?:ベータ|β)(?:版|期間|テスト)|公测|内测|测试(?:期|版)|베타 (?:기간|테스트)`;

/** Says goodbye to what it names: "never bugs you about subscriptions". */
export const UNWANTED = pattern("iu")`
    \bgoodbye\b|\btired of\b|\bsick of\b|\bfed up\b|\b(?:are|is) an? (?:trap|scam|rip-?off)\b|\bhat(?:e|ed|ing)\b|
    \binstead of\b|\brather than\b|\bdeath of\b|\bescape\b|\bditch\b|\bstop paying\b|\bschluss mit\b|\bweg mit\b|
    \bgenug von\b|\bstatt\b|(?<!\p{L})fini\p{L}* (?:les|l'|avec)|\bmarre d\p{L}*|\bplutôt qu|\badieu\b|\bolv[ií]da\p{L}*|
    (?<!\p{L})adiós|\bbasta\b|\bstop agli?\b|\baddio\b|\bchega de\b|\badeus\b|\bgeen gedoe\b|\bweg met\b|\bkoniec z\p{L}*|
    (?<!\p{L})хватит|\bsmetti\b|終わり|さよなら|卒業|告别|告別|안녕`;

/** Headings over prices; not titles of plans. */
export const PRICING_WORDS =
  "pric(?:e|es|ing)|costs?|kosten|coûts?|costes?|cost[oi]|custos?|plans?|packages?|" +
  "subscriptions?|licen[cs]es?|buy|membership|preise?|preisliste|tarife?s?|pakete|lizenz(?:en)?|abos?|" +
  "kaufen|prix|formules?|offres?|abonnements?|acheter|precios?|planes|tarifas?|suscripci(?:ón|ones)|" +
  "comprar|prezz[io]|piani|abbonament[oi]|acquista|preços?|planos?|assinaturas?|prijs|prijzen|" +
  "abonnementen|kopen|pris|priser|prenumeration|köp|cena|cennik|plany|abonament|料金|料金プラン|価格|プラン|价格|價格|" +
  "定价|套餐|가격|요금|요금제|abonnementer|ceny|ceník|cenník|árak|árlista|áraink|díjak|csomagok|hinnat|hinnasto|" +
  "hinta|prețuri|pachete|harga|bảng " +
  "giá|gói dịch " +
  "vụ|ціни|тарифи|вартість|цены|тарифы|стоимость|fiyat(?:lar|landırma)?|paketler|τιμές|" +
  "τιμοκατάλογος|πακέτα|الأسعار|الباقات|מחירים|ราคา|मूल्य|cijene|cjenik|цени";

/** Headings of sections with unrelated amounts. */
export const OTHER_SECTIONS = pattern("iu")`
    (?<!\p{L})(?:calculat\p{L}*|berechne\p{L}*|einspar\p{L}*|spar(?:en|potenzial)|estimat(?:e|or)s?|roi|
    savings?|\p{L}*rechner|\p{L}*kalkulator|ersparnis\p{L}*|simulat(?:eur|or|ore)|calcul(?:ez|ateur|
    adora|atrice)|économies|simulador|ahorr\p{L}*|calcola\p{L}*|risparmi\p{L}*|rekenhulp|
    besparing\p{L}*|räknare|kalkylator|oszczędn\p{L}*|examples?|samples?|beispiel\p{L}*|muster\p{L}*|
    exemples?|ejemplos?|esemp(?:io|i)|exemplos?|voorbeeld\p{L}*|exempel|przykład\p{L}*|(?:customer|
    client|success|user) stor(?:y|ies)|case stud(?:y|ies)|testimonials?|(?:customers|users|people) say|
    kundenstimmen|erfolgsgeschichten?|témoignages|casos de (?:éxito|sucesso)|testimonios|
    casi (?:di successo|studio)|testimonianze|depoimentos|klantverhalen|kundberättelser|opinie klientów|
    vs|versus|compared (?:to|with)|competit(?:or|ors|ion)|how we compare|blog|articles?|other (?:tools|
    apps|products)|im vergleich (?:zu|mit)|wettbewerber?|concurren(?:ts|ce)|competencia|concorren(?:ti|
    tes|za)|concurrenten|konkurren\p{L}+|sponsors?|sponsorships?|donat\p{L}+|spenden?|faire un don|dons|
    donaci(?:ón|ones)|donazion[ei]|doaç(?:ão|ões)|doneren|donera|darowizn\p{L}*)(?!\p{L})|計算|シミュレーション|
    サンプル|導入事例|お客様の声|他社|寄付|计算器|示例|客户案例|竞品|捐赠|계산기|예시|고객 사례|경쟁사|후원`;

/** Unreplaced template text. */
export const PLACEHOLDER = pattern("iu")`
    \blorem ipsum\b|\bdolor sit amet\b|^(?:plan|package|product|item) (?:name|title)$|^(?:your|
    sample) (?:plan|price|title)$|[$€£]\s?(?:x{2,}|00)(?![\d.,])`;

/** Words that offer something for the price beside them. */
export const OFFERS = pattern("iu")`
    (?<!\p{L})(?:only|just|from|starting|starts|plans?|cancel|trial|billed|subscri\p{L}+|sign up|
    get started|get (?:\p{L}+ ){1,3}for|buy|purchase|order now|upgrade|choose|pricing|price|premium|
    costs? (?:only |just )?(?=[$€£¥\d])|kostet|coûte|cuesta|licen[cs]e|ab|nur|kündbar|abo|kaufen|jetzt|
    bestellen|testen|preis|tarif|à partir|dès|seulement|abonne\p{L}*|acheter|essayer|résili\p{L}+|
    sans engagement|prix|desde|sólo|cancela|suscr\p{L}+|comprar|contratar|probar|precio|plan|solo|
    a partire|abbona\p{L}*|acquista|disdici|prova|prezzo|apenas|assin\p{L}+|cancele|preço|vanaf|slechts|
    abonne\p{L}*|opzegbaar|kopen|prijs|från|endast|köp|avsluta|pris|od|tylko|kup|anuluj|cena|kun|bestil|
    køb|kjøp|bestill|prøv|opsig|alkaen|vain|tilaa|osta|kokeile|hinta|jen|objednat|objednejte|koupit|
    vyzkoušet|csak|megrendel\p{L}*|vásárl\p{L}*|kipróbál\p{L}*|doar|cumpără|comandă|abonează|preț|mulai|
    hanya|beli|pesan|langganan|harga|chỉ|mua|đăng ký|giá|dùng thử|лише|купити|замовити|ціна|спробувати|
    только|купить|заказать|цена|попробовать|sadece|satın al|sipariş|abone|fiyat|μόνο|αγορά|τιμή|
    δοκιμάστε|فقط|اشتر\p{L}*|السعر|רק|לרכישה|מחיר|ราคา|ซื้อ)(?!\p{L})|お申し込み|申込|購入|から|プラン|解約|料金|购买|订阅|套餐|
    구매|구독|시작하기`;

/** Badges on plan cards, which are not titles. */
export const BADGES = pattern("iu")`
    ^(?:(?:our )?(?:most )?popular(?: (?:choice|plan|pick))?|best (?:\p{L}+ )?(?:value|deal|seller|
    choice)|(?:our |top )?(?:pick|choice)|recommended|new|best-?seller|bästsäljare|nyhet|neu(?:heit)?|
    nouveau(?:té)?|novedad|novità|novidade|nowość|novinka|新着|新商品|신상품|save .*|\W*\d+ ?% .*|beliebt\p{L}*(?: wahl)?|
    am beliebtesten|empfohlen|unser tipp|(?:le )?plus populaire|populaire|recommandé|
    (?:el )?más popular|recomendado|(?:il )?più popolare|consigliato|(?:o )?mais popular|meest gekozen|
    aanbevolen|populärast|mest populär|rekommenderas|najpopularniejszy|polecany|人気|おすすめ|一番人気|推荐|最受欢迎|인기|
    추천|mest (?:populære?|valgte?|solgte?)|anbefal(?:et|t)|suosituin|suositeltu|nejoblíbenější|
    nejprodávanější|doporučujeme|doporučeno|najobľúbenejší|odporúčame|legnépszerűbb|ajánlott|
    cel mai popular|recomandat|(?:paling |ter)populer|terlaris|(?:di)?rekomendasi(?:kan)?|
    phổ biến(?: nhất)?|được ưa chuộng(?: nhất)?|khuyên dùng|bán chạy(?: nhất)?|(?:най)?популярніший|
    популярний|рекомендуємо|(?:самый )?популярный|рекомендуем|хит(?: продаж)?|(?:en )?popüler|
    en çok (?:satan|tercih edilen)|çok satan|önerilen|(?:το )?πιο δημοφιλές|δημοφιλές|προτείνεται|
    الأكثر (?:شعبية|طلب\p{L}*|طلباً|مبيعا\p{L}*|مبيعاً)|موصى به|הכי פופולרי|מומלץ|ยอดนิยม|แนะนำ|
    सबसे लोकप्रिय|najpopularniji|najbolj priljubljen)$`;
