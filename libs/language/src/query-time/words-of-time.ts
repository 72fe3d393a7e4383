/** Words of one language about times: regular expressions, between the ends of words where the language has such. */
export interface WordsOfTime {
  /** Right before a date, make it a limit. */
  readonly before: string;
  readonly after: string;
  /** Makes it a limit that the date itself is within. */
  readonly upTo?: string;
  readonly last: string;
  readonly first: string;
  /** Ask for the earlier of two values. */
  readonly earlier: string;
  /** Those who take part in a conversation. */
  readonly takesPart: string;
  /** Ask what happened, whoever took part. */
  readonly happens?: string;
  /** Phrases around what is really asked that name them, too. */
  readonly polite?: string;
  /** Right before a date, move it by a day. */
  readonly dayBefore?: string;
  readonly dayAfter?: string;
  readonly dayBeforeYesterday?: string;
  /** A day by its number in the month, which is `{d}`, with what must stand beside it so that it counts nothing else. */
  readonly dayOfMonth?: string;
  /** Stands before two dates, and between them. */
  readonly between?: string;
  readonly and?: string;
  /** The same of a range, where the library does not read its words. */
  readonly fromTo?: readonly [string, string];
  /** Joins two days of one month for the library, which reads a dash as one between hours. */
  readonly to?: string;
  readonly units: Readonly<Record<TimeUnit, string>>;
  /** Ask for a stretch of some units up to now: `{n}` is their number, `{u}` the unit. Without a number, a few are meant. */
  readonly lately: readonly string[];
  /** The same for a stretch of one unit. */
  readonly latelyOne?: readonly string[];
  /** The unit before the last one. */
  readonly beforeLast?: string;
  /** The unit before this one, this one, and some units ago, where the library does not read them. */
  readonly lastUnit?: string;
  readonly thisUnit?: string;
  readonly ago?: string;
  /** Two, three and so on up to ten. */
  readonly numbers?: string;
  /** Stands for a number that is not named. */
  readonly few?: string;
  /** True for a language that is written without spaces. */
  readonly isUnspaced?: true;
}

export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** Nothing stands behind it that it may count: "the 4th attempt". */
const NOTHING_BEHIND = '(?=\\s*(?:[?!.,;:)]|$))';

const EN: WordsOfTime = {
  before: '(?<!not )before|until|till|prior to|(?<!not? )earlier than',
  upTo: 'not? later than',
  after: 'after|since|(?<!not? )later than|not? earlier than|not before',
  last: 'last|latest|most recent(?:ly)?|newest|final(?:ly)?|in the end',
  first: 'first|earliest|initially|originally|in the beginning|at the start',
  earlier: '(?<!not )before|previous(?:ly)?|formerly|former|used to|prior',
  takesPart: 'i|you|we',
  happens: 'happen(?:ed|s|ing)?|occur(?:red|s)?|(?:went|going) on',
  polite:
    "(?:can|could|would|will|may) (?:i|you|we)|do you (?:know|remember|recall|have|think)|(?<!(?:did|do|does|had|have|that|what|which|who) )(?:i|we)(?: (?:just|also|still|really))? (?:need|want|wonder|wondered|forgot|forget|guess|think|believe|am looking|was looking|was wondering|have to|don['’]t|do not|can['’]t|cannot|would like)|(?:i|we)['’](?:d like|m looking|re looking)|you know",
  dayBefore: '(?:on )?(?:the )?(?:day|night|evening) before',
  dayAfter: '(?:on )?(?:the )?(?:day|morning) after',
  dayBeforeYesterday: '(?:the )?night before last',
  between: 'between',
  and: 'and',
  fromTo: ['from', 'to|until|till|through'],
  units: { minute: 'min(?:ute)?s?', hour: 'h(?:ou)?rs?|h', day: 'days?', week: 'weeks?', month: 'months?', year: 'years?' },
  lately: ['(?:last|past|previous) {n} ?{u}(?! of(?: |$))'],
  latelyOne: ['past (?=hour|week|month|year){u}', 'last (?=hour|minute){u}'],
  beforeLast: '(?:the )?{u} before last',
  numbers: 'two three four five six seven eight nine ten',
  few: 'few|couple(?: of)?|several',
  dayOfMonth:
    '(?<=(?:on|since|after|before|until|till|from|between|and)\\s)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,? )?the {d}(?:st|nd|rd|th)(?=\\s*(?:[?!.,;:)]|$)|\\s(?:about|with|at|and|or|to|when|while|regarding|concerning)(?![\\p{L}\\p{N}]))',
};

const DE: WordsOfTime = {
  before: 'vor(?: dem| der)?|bis(?: zum| zur)?',
  after: 'nach(?: dem| der)?|seit(?: dem| der)?|ab(?: dem)?',
  upTo: 'spätestens(?: am)?',
  last: 'zuletzt|letzte[nrsm]?|neueste[nrsm]?|schließlich',
  first: 'zuerst|erste[nrsm]?|anfangs|ursprünglich',
  earlier: 'vorher|vorherige[nrsm]?|zuvor|früher|bevor|vor(?= (?!allem|ort)\\p{L})|ehemals',
  takesPart: 'ich|du|wir|sie',
  happens: 'passiert(?:e)?|geschah|geschehen|geschieht|war los|sich ereignet',
  polite:
    '(?:kannst|könntest|können|könnten|würdest|würden|weißt|wissen|erinnerst) (?:du|sie|wir)|(?:ich|wir) (?:brauche|suche|möchte|will|würde|weiß|glaube)n?|sag(?:e|en)? (?:mir|sie)',
  dayBefore: '(?:am )?tag (?:vor|davor)(?: dem)?',
  dayAfter: '(?:am )?tag nach(?: dem)?',
  between: 'zwischen(?: dem)?',
  and: 'und(?: dem)?',
  fromTo: ['vo[nm](?: dem)?', 'bis(?: zum| zur)?'],
  units: { minute: 'minuten?', hour: 'stunden?', day: 'tage?n?', week: 'wochen?', month: 'monate?n?', year: 'jahre?n?' },
  lately: ['(?:letzten|vergangenen|vorigen) {n} ?{u}', 'letzten (?=tage|wochen|monate|jahre|stunden|minuten){u}'],
  latelyOne: ['letzten? (?=stunde(?!n)|minute(?!n)){u}'],
  beforeLast: 'vorletzte[nrsm]? {u}',
  numbers: 'zwei drei vier fünf sechs sieben acht neun zehn',
  few: 'paar|einigen?|wenigen',
  dayOfMonth:
    '(?<=(?:am|dem|den|vom|zum)\\s)(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag),? (?:de[mn] )?)?{d}(?:\\.|te[nr])(?!\\s*(?:jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez|\\d))(?=\\s*(?:[?!,;:)]|$)|\\s+(?-i:\\p{Ll}))',
};

const FR: WordsOfTime = {
  before: "avant(?: le)?|jusqu['’]au",
  after: 'après(?: le)?|depuis(?: le)?|dès(?: le)?',
  upTo: 'au plus tard(?: le)?',
  last: 'derni[eè]re?s?|plus récente?|finalement',
  first: "premi(?:er|ère)s?|d['’]abord|au début|initialement",
  earlier: 'avant|auparavant|précédente?s?|précédemment|autrefois',
  takesPart: "je|j['’]ai|tu|nous|vous",
  happens: 'pass(?:é|ée|ait|e)|arrivé',
  polite:
    "(?:peux|pourrais|sais)-tu|(?:pouvez|pourriez|savez)-vous|(?:tu|vous) (?:peux|pouvez|sais|savez|pourrais|pourriez)|je (?:veux|voudrais|cherche|crois|pense|sais)|j['’]ai (?:besoin|oublié)",
  dayBefore: '(?:la )?veille d[ue]|(?:le )?jour avant(?: le)?',
  dayAfter: '(?:le )?lendemain d[ue]|(?:le )?jour après(?: le)?',
  dayBeforeYesterday: 'avant-hier|avant hier',
  between: 'entre(?: le)?',
  and: 'et(?: le)?',
  fromTo: ["d(?:[eu]|['’])|depuis(?: le)?", "à|au|jusqu['’](?:à|au)"],
  units: { minute: 'minutes?', hour: 'heures?', day: 'jours?|journées?', week: 'semaines?', month: 'mois', year: 'an(?:née)?s?' },
  lately: ['(?:{n} )?derni[eè]re?s {u}', '{n} {u} (?:passé|écoulé)e?s'],
  latelyOne: ['dernière (?=heure|minute){u}'],
  beforeLast: "(?:l['’])?avant-derni[eè]re? {u}",
  numbers: 'deux trois quatre cinq six sept huit neuf dix',
  few: 'quelques',
  dayOfMonth: `le (?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )?{d}(?:er)?${NOTHING_BEHIND}`,
};

const ES: WordsOfTime = {
  before: 'antes (?:de|del)|hasta(?: el)?',
  after: 'después (?:de|del)|desde(?: el)?|a partir (?:de|del)',
  last: 'últim[oa]s?|más reciente|finalmente',
  first: 'primer[oa]?s?|al principio',
  earlier: 'antes|anterior(?:es|mente)?|previamente',
  takesPart:
    'yo|tú|nosotr[oa]s|he|hemos|has|hice|hicimos|hiciste|dije|dijimos|dijiste|decidí|decidimos|decidiste|acordamos|hablamos|vimos|pedí|pregunté',
  happens: 'pasó|pasaba|(?:ha|había) pasado|sucedió|sucedido|ocurrió|ocurrido',
  dayBefore: '(?:el )?día (?:antes|anterior) (?:de|del|a|al)',
  dayAfter: '(?:el )?día (?:después|siguiente) (?:de|del|a|al)',
  dayBeforeYesterday: 'anteayer|antier|antes de ayer',
  between: 'entre(?: el)?',
  and: 'y(?: el)?',
  fromTo: ['del?|desde(?: el)?', 'al?|hasta(?: el)?'],
  units: { minute: 'minutos?', hour: 'horas?', day: 'días?|dias?', week: 'semanas?', month: 'mes(?:es)?', year: 'años?' },
  lately: ['(?:últim|pasad)[oa]s (?:{n} )?{u}', '{n} (?:últim|pasad)[oa]s {u}'],
  latelyOne: ['última (?=hora|minuto){u}'],
  beforeLast: '{u} antepasad[oa]',
  lastUnit: '{u} pasad[oa]|pasad[oa] {u}',
  thisUnit: 'est[ae] {u}',
  ago: 'hace {n} ?{u}',
  numbers: 'dos tres cuatro cinco seis siete ocho nueve diez',
  few: 'poc[oa]s|un[oa]s|vari[oa]s|algun[oa]s',
  dayOfMonth: `el (?:(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) )?(?:día )?{d}${NOTHING_BEHIND}`,
};

const IT: WordsOfTime = {
  before: 'prima (?:di|del|dello|della)|fino (?:a|al)',
  after: 'dopo(?: il)?|dal|da',
  last: 'ultim[oaie]|più recente',
  first: "prim[oaie]|all['’]inizio|inizialmente",
  earlier: 'prima|precedente(?:mente)?|in precedenza',
  takesPart: 'io|noi|tu|ho|abbiamo|hai',
  happens: 'success[oae]|accadut[oa]|accadde|succedeva',
  dayBefore: '(?:il )?giorno prima (?:di|del)',
  dayAfter: '(?:il )?giorno dopo(?: il)?',
  dayBeforeYesterday: "(?:l['’])?altro ?ieri|ieri l['’]altro|avant['’]?ieri",
  between: 'tra(?: il)?|fra(?: il)?',
  and: 'ed?(?: il)?',
  fromTo: ['dal?', '(?:fino )?al?'],
  to: 'al',
  units: { minute: 'minut[oi]', hour: 'or[ae]', day: 'giorn[oi]', week: 'settiman[ae]', month: 'mes[ei]', year: 'ann[oi]' },
  lately: ['ultim[ie] (?:{n} )?{u}', '{n} ultim[ie] {u}'],
  numbers: 'due tre quattro cinque sei sette otto nove dieci',
  few: 'poch[ei]|alcun[ie]|qualche',
  dayOfMonth: `(?:il (?:giorno )?|l['’])(?:(?:lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica) )?{d}${NOTHING_BEHIND}`,
};

const PT: WordsOfTime = {
  before: 'antes (?:de|do|da)|até(?: o| a| ao| à)?',
  after: 'depois (?:de|do|da)|desde(?: o| a)?|a partir (?:de|do|da)',
  last: 'últim[oa]s?|mais recente|finalmente',
  first: 'primeir[oa]s?|no início',
  earlier: 'antes|anterior(?:es|mente)?|previamente',
  takesPart: 'eu|nós|você|vocês|fizemos|dissemos|decidimos|falamos|combinamos',
  happens: 'aconteceu|acontecia|acontecido|houve|ocorreu',
  polite: '(?:você|vocês) (?:pode|podem|sabe|sabem|poderia)|eu (?:quero|preciso|gostaria|acho)',
  dayBefore: '(?:o |no )?dia (?:antes|anterior) (?:de|do|da|a|ao|à)',
  dayAfter: '(?:o |no )?dia (?:depois|seguinte) (?:de|do|da|a|ao|à)',
  dayBeforeYesterday: 'anteontem|antes de ontem',
  between: 'entre(?: o| a)?',
  and: 'e(?: o| a)?',
  fromTo: ['d[eo]|desde(?: o)?', 'até(?: o)?|ao?'],
  units: { minute: 'minutos?', hour: 'horas?', day: 'dias?', week: 'semanas?', month: 'mês|mes(?:es)?', year: 'anos?' },
  lately: ['últim[oa]s (?:{n} )?{u}', '{n} últim[oa]s {u}'],
  beforeLast: '{u} retrasad[oa]',
  lastUnit: '{u} passad[oa]',
  thisUnit: '(?:n?est|n?ess)[ae] {u}',
  ago: 'há {n} ?{u}(?: atrás)?',
  numbers: 'dois três quatro cinco seis sete oito nove dez',
  few: 'pouc[oa]s|algun?mas?|alguns|algumas|vári[oa]s',
  dayOfMonth: `(?:n?o )?dia {d}${NOTHING_BEHIND}`,
};

const NL: WordsOfTime = {
  before: 'voor|tot',
  after: 'na|sinds|vanaf',
  last: 'laatste?|uiteindelijk',
  first: 'eerste|aanvankelijk',
  earlier: 'voorheen|eerder|vroeger|voordat',
  takesPart: 'ik|jij|je|we|wij',
  happens: 'gebeurd(?:e)?|gebeurt',
  polite: '(?:kun|kan|weet|zou|wil) (?:je|jij|u|we)|ik (?:wil|zoek|moet|denk|weet)',
  dayBefore: '(?:de )?dag voor',
  dayAfter: '(?:de )?dag na',
  dayBeforeYesterday: 'eergisteren',
  between: 'tussen',
  and: 'en',
  fromTo: ['van', 'tot(?: en met)?'],
  units: { minute: 'minuten|minuut', hour: 'uur|uren', day: 'dag(?:en)?', week: 'weken|week', month: 'maand(?:en)?', year: 'jaar|jaren' },
  lately: ['(?:afgelopen|laatste|voorbije) {n} ?{u}', '(?:afgelopen|laatste|voorbije) (?=minuten|uren|dagen|weken|maanden|jaren){u}'],
  latelyOne: ['(?:afgelopen|laatste) (?=uur){u}'],
  beforeLast: 'voorvorige {u}',
  numbers: 'twee drie vier vijf zes zeven acht negen tien',
  few: 'paar|enkele',
  dayOfMonth: `de {d}(?:e|de|ste)${NOTHING_BEHIND}`,
};

const SV: WordsOfTime = {
  before: 'före|innan|till',
  after: 'efter|sedan',
  last: 'sist[ae]?|senaste',
  first: 'först[ae]?',
  earlier: 'tidigare|innan|förut',
  takesPart: 'jag|vi|du|ni',
  happens: 'hände|hänt|händer',
  polite: '(?:kan|vet|skulle) (?:du|ni|vi)|jag (?:vill|undrar|behöver|tror)',
  dayBefore: 'dagen (?:före|innan)',
  dayAfter: 'dagen efter',
  between: 'mellan(?: den)?',
  and: 'och(?: den)?',
  units: {
    minute: 'minut(?:er(?:na)?)?',
    hour: 'timm(?:e|ar(?:na)?)',
    day: 'dag(?:ar(?:na)?)?',
    week: 'veck(?:a|or(?:na)?)',
    month: 'månad(?:er(?:na)?)?',
    year: 'år(?:en)?',
  },
  lately: ['senaste (?:{n} )?(?=minuterna|timmarna|dagarna|veckorna|månaderna|åren){u}', 'senaste {n} {u}'],
  numbers: 'två tre fyra fem sex sju åtta nio tio',
  few: 'några',
  dayOfMonth: `den {d}(?::?[ea])?${NOTHING_BEHIND}`,
};

const FI: WordsOfTime = {
  before: 'ennen',
  after: 'jälkeen',
  last: 'viimeinen|viimeksi|viimeisin',
  first: 'ensimmäinen|ensin|aluksi',
  earlier: 'aiemmin|ennen',
  takesPart: 'minä|me|sinä|te',
  units: {
    minute: 'minuut\\p{L}*',
    hour: 'tun\\p{L}+',
    day: 'päivä\\p{L}*',
    week: 'viikko\\p{L}*',
    month: 'kuukau\\p{L}+',
    year: 'vuo\\p{L}+',
  },
  lately: ['viime(?:is\\p{L}+)? {n} ?{u}'],
  numbers: 'kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän kymmenen',
  few: 'muutaman?',
};

const VI: WordsOfTime = {
  before: 'trước',
  after: 'sau|từ',
  last: 'cuối cùng|mới nhất|gần nhất',
  first: 'đầu tiên',
  earlier: 'trước(?: đây| khi)?',
  takesPart: 'tôi|chúng ta|bạn',
  units: { minute: 'phút', hour: 'giờ', day: 'ngày', week: 'tuần', month: 'tháng', year: 'năm' },
  lately: ['{n} ?{u} (?:qua|gần đây|vừa qua)'],
  numbers: 'hai ba bốn năm sáu bảy tám chín mười',
  few: 'vài|mấy',
};

const ID: WordsOfTime = {
  before: 'sebelum|sampai',
  after: 'setelah|sejak|sesudah',
  last: 'terakhir|terbaru',
  first: 'pertama|awalnya',
  earlier: 'sebelum(?:nya)?|dulu',
  takesPart: 'saya|kita|kami|kamu|anda',
  units: { minute: 'menit', hour: 'jam', day: 'hari', week: 'minggu', month: 'bulan', year: 'tahun' },
  lately: ['{n} ?{u} terakhir'],
  numbers: 'dua tiga empat lima enam tujuh delapan sembilan sepuluh',
  few: 'beberapa',
};

const RU: WordsOfTime = {
  before: 'до|перед',
  after: 'после|с|со',
  last: 'последн\\p{L}+|наконец',
  first: 'перв\\p{L}+|сначала',
  earlier: 'раньше|прежде|ранее|до|предыдущ\\p{L}+',
  takesPart: 'я|мы|ты|вы',
  happens: 'случилось|произошло|происходило|было',
  polite: '(?:ты|вы) (?:можешь|можете|знаешь|знаете|помнишь|помните)|я (?:хочу|хотел|думаю|забыл)а?',
  between: 'между',
  and: 'и',
  units: {
    minute: 'минут\\p{L}*',
    hour: 'час\\p{L}*',
    day: 'д(?:ень|ня|ней|ни)|сут\\p{L}+',
    week: 'недел\\p{L}+',
    month: 'месяц\\p{L}*',
    year: 'год\\p{L}*|лет',
  },
  lately: ['последни[ех] (?:{n} )?{u}'],
  beforeLast: 'позапрошл\\p{L}+ {u}',
  numbers: 'дв[ае] три|трёх четыре пять шесть семь восемь девять десять',
  few: 'нескольк\\p{L}+',
  dayOfMonth: '{d}(?:-?го)? числа(?!\\p{L})',
};

const UK: WordsOfTime = {
  before: 'до|перед',
  after: 'після|від|з',
  last: 'останн\\p{L}+|нарешті',
  first: 'перш\\p{L}+|спочатку',
  earlier: 'раніше|попередн\\p{L}+|до',
  takesPart: 'я|ми|ти|ви',
  between: 'між',
  and: 'і|та|й',
  units: {
    minute: 'хвилин\\p{L}*',
    hour: 'годин\\p{L}*',
    day: 'д(?:ень|ні|нів)',
    week: 'тиж\\p{L}+',
    month: 'місяц\\p{L}*',
    year: 'р(?:ік|оки|оків|оку)',
  },
  lately: ['останніх? (?:{n} )?{u}'],
  numbers: 'дв[аі] три чотири п’ять шість сім вісім дев’ять десять',
  few: 'кільк\\p{L}+',
};

const JA: WordsOfTime = {
  isUnspaced: true,
  before: 'より前|以前|の前|まで',
  after: '以降|以後|より後|の後|から',
  last: '最後|最新|最近',
  first: '最初|はじめ|初めて',
  earlier: '以前|前の|元の',
  takesPart: '私|僕|俺|我々',
  dayBeforeYesterday: '一昨日|おととい|おとつい',
  and: 'から',
  units: { minute: '分', hour: '時間', day: '日', week: '週', month: '(?:[かヶカケ箇]|(?<=[先々今]))月', year: '年' },
  lately: ['(?:過去|直近|この|ここ|最近)の?{n}{u}間?'],
  beforeLast: '先々{u}',
  lastUnit: '先{u}|[去昨](?=年){u}',
  thisUnit: '今(?=週|月|年){u}',
  // Neither a date or year ("5月3日前後", "2030年前半") nor the end of a longer number ("十二日前").
  ago: '(?<![\\p{Nd}一二三四五六七八九十百月年])(?!\\p{Nd}{4}年){n}{u}間?前(?![半後期])',
  numbers: '二 三 四 五 六 七 八 九 十',
  few: '数',
  dayOfMonth: '(?<![\\d月]){d}日(?![間前後目本])',
};

const ZH: WordsOfTime = {
  isUnspaced: true,
  before: '之前|以前|前',
  after: '之后|以后|之後|以後|后|後|起|开始|開始',
  last: '最后|最後|最新|最近',
  first: '最初|首先|第一',
  earlier: '以前|之前|原来|原來',
  takesPart: '我|你|您|咱',
  and: '到|至',
  units: { minute: '分钟|分鐘', hour: '小时|小時', day: '天|日', week: '周|週|星期|礼拜|禮拜', month: '月', year: '年' },
  lately: ['(?:最近|过去|過去|近|这|這)的?{n}[个個]?{u}'],
  beforeLast: '上上[个個]?{u}',
  lastUnit: '上[个個]?(?=周|週|星期|礼拜|禮拜|月){u}(?![一二三四五六日天])|去(?=年){u}',
  thisUnit: '(?:这|這|本)[个個]?(?=周|週|星期|礼拜|禮拜|月){u}(?![一二三四五六日天])|今(?=年){u}',
  numbers: '[二两兩] 三 四 五 六 七 八 九 十',
  few: '几|幾|数|數',
  dayOfMonth: '(?<![\\d月]){d}[号號](?=[我你他她们們]|[，,？?]|\\s|$)',
};

const AR: WordsOfTime = {
  before: 'قبل|حتى',
  after: 'بعد|منذ',
  last: '(?:ال)?أخير(?:ا|اً|ة)?|آخر|(?:ال)?أحدث',
  first: '(?:ال)?أول(?:ى)?',
  earlier: 'سابقا|سابقاً|قبل|(?:ال)?سابقة?',
  takesPart: 'نحن|أنا|أنت',
  between: 'بين',
  and: 'و',
  units: {
    minute: 'دقيقة|دقائق',
    hour: 'ساعة|ساعات',
    day: 'يوما?ً?|أيام',
    week: 'أسبوعا?ً?|أسابيع',
    month: 'شهرا?ً?|أشهر|شهور',
    year: 'سنة|سنوات|عاما?ً?|أعوام',
  },
  lately: ['آخر {n} ?{u}'],
  numbers: 'اثنين ثلاثة?ا? أربعة? خمسة? ستة? سبعة? ثمانية? تسعة? عشرة?',
  few: 'بضعة?|عدة',
};

/** By locale of the query's language. */
export const WORDS_OF_TIME: Readonly<Record<string, WordsOfTime>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  pt: PT,
  nl: NL,
  sv: SV,
  fi: FI,
  vi: VI,
  id: ID,
  ru: RU,
  uk: UK,
  ja: JA,
  zh: ZH,
  ar: AR,
};
