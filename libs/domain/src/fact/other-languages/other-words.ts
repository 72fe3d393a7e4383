/** Words of a language that state facts; regular expressions up to where the value begins, `~` for white space. */
export interface FactWords {
  readonly home: string;
  readonly moved: string;
  readonly employer: string;
  readonly name: string;
  readonly likes?: string;
  /** Begin of a standing instruction. */
  readonly instructions: string;
  /** "My" and "our"; with `is`, values of named things are read. */
  readonly mine?: string;
  readonly is?: string;
  /** Behind the name of a thing: that its value was moved, up to the new value. */
  readonly changed?: string;
  /** "The plan costs", up to the price, and the word for a price. */
  readonly costs?: { readonly the: string; readonly words: string; readonly price: string };
  readonly isUnspaced?: true;
}

export const OTHER_LANGUAGES: Readonly<Record<string, FactWords>> = {
  de: {
    home: 'ich~(?:wohne|lebe)~(?:(?:jetzt|derzeit|inzwischen|mittlerweile)~)?in~',
    moved: 'ich~bin~(?:\\p{L}+~){0,3}nach~(?=[^,.]{2,40}~(?:um)?gezogen)',
    employer: 'ich~arbeite~(?:(?:jetzt|derzeit|inzwischen|mittlerweile)~)?bei~(?:der~|dem~)?',
    name: '(?:ich~heiße|mein~name~ist)~',
    likes: 'ich~(?:liebe|mag|hasse)~(?!es\\b|das\\b|dich\\b|wie\\b|deine?n?\\b|nicht\\b)',
    instructions:
      '(?:bitte~)?(?:verwende|benutze|nutze|schreibe?|antworte)~(?:immer|nie|niemals|stets)~|(?:ab~jetzt|ab~sofort|von~nun~an)~(?:bitte~)?\\p{L}+|bitte~(?:immer|nie|niemals)~|niemals~\\p{L}+en~|(?:bitte~)?(?:verwende|benutze|nutze|nimm)~(?!(?:de[rnm]|die|das|dies\\p{L}*|eine?n?|es|ihn|sie)(?!\\p{L}))[^,.;:]{2,40},~nicht~(?!(?:nur|de[rnm]|die|das)(?!\\p{L}))',
    mine: 'meine?|unsere?',
    is: '(?:ist|beträgt|lautet)(?:~(?:jetzt|nun|inzwischen|derzeit|ab~sofort))?(?:~(?:am|um))?',
    changed:
      '(?:wurde|wird|ist)~(?:jetzt~)?auf~(?:den~)?(?=[^,;]{2,30}~(?:verschoben|verlegt|erhöht|angehoben|gesenkt|geändert)(?!\\p{L}))',
    costs: { the: 'der|die|das', words: 'kostet(?:~(?:jetzt|nun|inzwischen|ab~sofort))?', price: 'preis' },
  },
  fr: {
    home: "(?:j['’]habite|je~vis)~(?:(?:maintenant|désormais|actuellement)~)?(?:à|au|en|aux)~",
    moved: "(?:j['’]ai~(?:récemment~)?déménagé|je~me~suis~installée?)~(?:à|au|en|aux)~",
    employer: 'je~travaille~(?:(?:maintenant|désormais|actuellement)~)?(?:chez|pour)~',
    name: "je~m['’]appelle~",
    likes: "(?:j['’](?:adore|aime)|je~déteste)~(?!ça\\b|cela\\b|bien\\b|ton\\b|ta\\b|quand\\b|que\\b|pas\\b)",
    instructions:
      "(?:n['’]utilise[rsz]?~(?:jamais|pas)|utilise[sz]?~toujours|réponds~toujours|écris~toujours|à~partir~de~maintenant|désormais)\\s*,?~\\p{L}+|utilise[sz]?~(?!(?:l[ea]s?|une?|ce|cette|ça)(?!\\p{L}))[^,.;:]{2,40},~(?:et~)?pas~(?!(?:seulement|l[ea]s?)(?!\\p{L}))",
    mine: 'mon|ma|mes|notre|nos',
    is: '(?:est|sont)(?:~(?:maintenant|désormais|actuellement))?(?:~(?:de|le))?',
    changed: '(?:a~été|est)~(?:reportée?|déplacée?|repoussée?|avancée?|portée?)~(?:au|à)~',
    costs: { the: 'le|la', words: 'coûte(?:~(?:maintenant|désormais))?', price: 'prix' },
  },
  es: {
    home: 'vivo~(?:(?:ahora|actualmente)~)?en~',
    moved: '(?:me~mudé|me~he~mudado)~a~',
    employer: 'trabajo~(?:(?:ahora|actualmente)~)?(?:en|para)~(?:la~|el~)?',
    name: '(?:me~llamo|mi~nombre~es)~',
    likes: 'me~(?:gustan?|encantan?)~(?:mucho~)?(?!que\\b|cómo\\b|tu\\b|eso\\b|esto\\b|más\\b)',
    instructions: '(?:usa~siempre|siempre~usa|no~uses~nunca|nunca~uses|responde~siempre|a~partir~de~ahora)\\s*,?~\\p{L}+',
    mine: 'mi|nuestr[oa]s?',
    is: '(?:es|son)(?:~(?:ahora|actualmente))?(?:~(?:de|el))?',
    changed: '(?:se~(?:movió|aplazó|pospuso|adelantó|ha~movido|ha~aplazado)|fue~(?:aplazad|pospuest|movid)[oa])~(?:al|a)~',
    costs: { the: 'el|la', words: 'cuesta(?:~ahora)?', price: 'precio' },
  },
  it: {
    home: '(?:abito|vivo)~(?:(?:ora|adesso|attualmente)~)?(?:a|in|ad)~',
    moved: 'mi~sono~trasferit[oa]~(?:a|in|ad)~',
    employer: 'lavoro~(?:(?:ora|adesso|attualmente)~)?(?:per|presso|da|alla)~',
    name: '(?:mi~chiamo|il~mio~nome~è)~',
    likes: '(?:mi~piac(?:e|ciono)|adoro)~(?!che\\b|come\\b|il~tuo\\b|la~tua\\b|questo\\b|molto~che\\b)',
    instructions: "(?:usa~sempre|non~usare~mai|rispondi~sempre|d['’]ora~in~poi)\\s*,?~\\p{L}+",
    mine: '(?:il~)?mio|(?:la~)?mia|(?:il~)?nostro|(?:la~)?nostra',
    is: 'è(?:~(?:ora|adesso|attualmente))?(?:~di)?',
  },
  pt: {
    home: '(?:moro|vivo)~(?:(?:agora|atualmente)~)?(?:em|no|na)~',
    moved: '(?:mudei-me|me~mudei)~para~(?:o~|a~)?',
    employer: 'trabalho~(?:(?:agora|atualmente)~)?(?:na|no|para~a|para~o|para)~',
    name: '(?:meu~nome~é|chamo-me|me~chamo)~',
    likes: '(?:eu~)?(?:gosto~de|adoro)~(?!que\\b|como\\b|isso\\b|isto\\b|seu\\b|sua\\b|te\\b)',
    instructions: '(?:use~sempre|nunca~use|responda~sempre|a~partir~de~agora)\\s*,?~\\p{L}+',
    mine: '(?:o~)?meu|(?:a~)?minha|(?:o~)?nosso|(?:a~)?nossa',
    is: 'é(?:~(?:agora|atualmente))?(?:~de)?',
  },
  nl: {
    home: 'ik~woon~(?:(?:nu|tegenwoordig|inmiddels)~)?in~',
    moved: 'ik~ben~(?:\\p{L}+~){0,3}naar~(?=[^,.]{2,40}~verhuisd)',
    employer: 'ik~werk~(?:(?:nu|tegenwoordig|inmiddels)~)?(?:bij|voor)~(?:de~|het~)?',
    name: '(?:ik~heet|mijn~naam~is)~',
    likes: 'ik~(?:hou~van|haat)~(?!je\\b|jou\\b|het\\b|dat\\b|dit\\b|hoe\\b)',
    instructions: '(?:gebruik~(?:altijd|nooit)|antwoord~altijd|vanaf~nu|voortaan)\\s*,?~\\p{L}+',
    mine: 'mijn|onze|ons',
    is: 'is(?:~(?:nu|inmiddels|voortaan|tegenwoordig))?',
  },
  sv: {
    home: 'jag~bor~(?:(?:nu|numera)~)?i~',
    moved: 'jag~(?:har~(?:nyligen~)?flyttat|flyttade)~till~',
    employer: 'jag~(?:jobbar|arbetar)~(?:(?:nu|numera)~)?(?:på|hos|för)~',
    name: '(?:jag~heter|mitt~namn~är)~',
    likes: 'jag~(?:gillar|älskar|hatar)~(?!det\\b|dig\\b|att~du\\b|hur\\b|inte\\b|din\\b)',
    instructions: '(?:använd~(?:alltid|aldrig)|svara~alltid|från~och~med~nu)\\s*,?~\\p{L}+',
    mine: 'min|mitt|vår|vårt',
    is: 'är(?:~(?:nu|numera))?',
  },
  ru: {
    home: 'я~(?:(?:сейчас|теперь)~)?живу~(?:(?:сейчас|теперь)~)?во?~',
    moved: 'я~(?:недавно~)?переехала?~во?~',
    employer: 'я~(?:(?:сейчас|теперь)~)?работаю~(?:(?:сейчас|теперь)~)?во?~',
    name: 'меня~зовут~',
    likes: 'я~(?:люблю|обожаю|ненавижу)~(?!(?:тебя|вас|это|когда|как)(?!\\p{L}))',
    instructions: '(?:всегда~используй|никогда~не~используй|отвечай~всегда|всегда~отвечай|с~этого~момента)(?:те)?\\s*,?~\\p{L}+',
  },
  zh: {
    isUnspaced: true,
    home: '我(?:现在|目前)?住在',
    moved: '我(?:已经|刚刚?|最近)?搬到了?',
    employer: '我(?:现在|目前)?在(?=[\\p{Script=Han}]{2,12}(?:工作|上班)(?:[，。！,.!\\s]|$))',
    name: '我(?:的名字)?叫(?=[\\p{Script=Han}]{2,4}(?:[，。！,.!\\s]|$))',
    likes: '我(?:很|最|非常)?(?:喜欢|讨厌)(?!你|这|那|它)',
    instructions: '(?:请|以后)?(?:务必|始终)(?:使用|用|回答|写)|从现在起|请始终',
  },
  ja: {
    isUnspaced: true,
    home: '(?:私|僕|俺)は(?:今は?、?|現在は?、?)?(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}に住んで(?:い)?(?:ます|る))',
    moved: '(?:私|僕|俺)は(?:先月|最近|今年)?、?(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}に引っ越し(?:ました|た))',
    employer: '(?:私|僕|俺)は(?:今は?、?|現在は?、?)?(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,12}で働いて(?:い)?(?:ます|る))',
    name: '(?:私|僕)の名前は(?=[\\p{Script=Han}\\p{Script=Katakana}ー]{2,8}です)',
    instructions: '(?:これからは|今後は|必ず|常に)(?=.{2,80}(?:してください|ください|すること))',
  },
};
