/** Words by which a language asks a question of each kind; regular expressions of whole words, blanks in one form. */
export interface QuestionWords {
  /** Asks for several things: how many, what kinds of, "which" of more than one. */
  readonly list: string;
  /** Asks for what is not said but follows from it. */
  readonly infer: string;
  readonly compare: string;
  readonly when: string;
  /** Asks for the order in which things came. */
  readonly order: string;
  /** Asks for a summary. */
  readonly summary: string;
  /** Asks for something to be made, shown or advised. */
  readonly ask: string;
  /** Asks whether something was done at all. */
  readonly ever: string;
  readonly isUnspaced?: true;
}

const WORD = String.raw`[\p{L}\p{N}'’-]+`;
const upTo = (count: number): string => String.raw`(?: ${WORD}){0,${count}}?`;

/** English words that stand behind "what" or "which" and are no thing in the plural. */
const EN_NO_PLURAL =
  '(?:is|was|are|were|does|did|do|has|have|had|would|will|can|could|should|might|may|must|this|his|its|us|as|across|times?|days|dates|years|months|weeks|hours)';
const EN_PLURAL = String.raw`(?!${EN_NO_PLURAL} )[\p{L}-]*[^s\P{L}'’]s`;
const EN_MAKE =
  '(?:advise|arrange|book|brainstorm|build|come up with|compile|compose|craft|create|devise|design|draft|explain|formulate|generate|give|help|implement|make|offer|outline|plan|prepare|propose|provide|put together|recommend|show|suggest|teach|translate|walk|write)';

export const QUESTION_WORDS: Readonly<Record<string, QuestionWords>> = {
  en: {
    list: `how many|(?:what|which|who) (?:are|were)|(?:what|which) (?:kind|type|sort)s? of|(?:what|which)(?: (?!${EN_NO_PLURAL} )${WORD}){0,2}? ${EN_PLURAL}|(?:what|which|who|where)${upTo(2)} (?:has|have)`,
    infer: `would(?! (?:you|i|we) )|might(?! (?:i|we|you) )|likely|probably|presumably|possibly|could${upTo(2)} (?:be|have)`,
    compare:
      'compared?|comparisons?|differ(?:s|ed|ent|ences?)?|versus|vs|in common|both|similar(?:it(?:y|ies))?|share[ds]?|rather than|(?:more|less|better|worse) than',
    when: `^(?:and |but |so )?(?:by |since |until )?when|(?:what|which)${upTo(1)} (?:dates?|days?|times?|months?|years?|weeks?|weekdays?)|how (?:long|soon|often|recently)|how many (?:minutes|hours|days|weeks|months|years)`,
    order: `(?:order|sequence|succession) in which|in (?:what|which) (?:order|sequence)|(?:in|what (?:is|was|were)|me) the (?:right |correct |chronological )?(?:order|sequence) of|in (?:the )?(?:right |correct |chronological |temporal )?order(?=[,.?!;]|$| (?:how|what|which|when|as) )|chronological(?:ly)?|from (?:the )?(?:first|earliest|oldest) to (?:the )?(?:last|latest|newest)`,
    summary: `(?:give|write|provide|offer|make|get|have|prepare|create|show|need|want|like|do|what(?:['’]s| is| was| would be))(?: me| us)?(?: (?:a|an|the|another|some))?${upTo(3)} (?:summary|overview|recap|synopsis|rundown|digest) (?:of|on|about|for)|^(?:an? |the )?${WORD}?(?: ${WORD})? ?(?:summary|overview|recap|synopsis) (?:of|on|about)|(?:^|please |(?:can|could|would|will) you |you to )(?:(?:please|briefly|quickly|now|also) )*(?:summari[sz]e|recap|sum up)`,
    ask: `^(?:please |kindly |now |just )?${EN_MAKE} (?:me|us|a|an|some|my|our|how|for)|(?:can|could|would|will) you${upTo(2)} ${EN_MAKE}|(?:how|what|which|where|who|when)${upTo(6)} (?:should|can|could|shall) (?:i|we)|(?:what|which)${upTo(3)} (?:i|we) should|how (?:do|would|might) (?:i|we)|(?:would|do|can) you (?:advise|recommend|suggest|propose)|what (?:are|is|would be|['’]s)(?: the)? (?:some|good|best|a good|any|your|typical|common|commonly|usual)|(?:what|which)${upTo(4)} (?:are|is) (?:used|commonly|usually|typically|needed|recommended)|any (?:advice|ideas?|recommendations?|suggestions?|tips?)`,
    ever: `(?:have|has|had|did|do|does)${upTo(3)} (?:ever|before|yet|already)|^(?:have|has|had) (?:i|we|you)`,
  },
  de: {
    list: `wie ?viele|welche${upTo(1)} (?:sind|waren|haben|hat)|welche arten|was alles|was für|wer alles|welchen`,
    infer: 'würden?|könnten?|vermutlich|wahrscheinlich|möglicherweise|wohl',
    compare: 'vergleich(?:en|e|t)?|unterschied(?:e|en)?|gemeinsam|beide[nrs]?|ähnlich|im gegensatz|verglichen',
    when: '^(?:und )?(?:seit |bis |ab )?wann|an welche[mn]|welche[mnrs]? (?:tag|datum|monat|jahr|woche|uhrzeit)|wie (?:lange|oft|bald)|wie ?viele (?:minuten|stunden|tage|wochen|monate|jahre)',
    order: '(?:in )?(?:welcher|der|chronologischer|zeitlicher) (?:reihenfolge|abfolge)|chronologisch|der reihe nach',
    summary:
      '^(?:bitte |kannst du |könntest du |gib |mir |mach |schreib |eine |einen |die |kurze |ausführliche )*(?:zusammenfassung|überblick|übersicht)|fasse? .* zusammen|zusammenfassen',
    ask: `(?:kannst|könntest|würdest|können|könnten|würden) (?:du|sie)${upTo(12)} (?:zeigen|empfehlen|vorschlagen|erklären|helfen|schreiben|erstellen|geben|raten|machen|planen|entwerfen)|(?:wie|was|welche[nrs]?|wo)${upTo(4)} (?:soll|sollte|kann|könnte)n? (?:ich|wir)|^(?:bitte )?(?:zeig|erklär|schreib|erstell|empfiehl|hilf|gib|mach|entwirf|plane|schlag|formulier|verfass)e?(?: bitte)?(?: mir| uns| einen?| das| die)|hast du (?:tipps|ideen|vorschläge|empfehlungen)|(?:empfiehlst|rätst) du`,
    ever: `^(?:habe|haben|hast|hat|bin|war|wurde|hatte) (?:ich|wir|du|sie|er)|jemals|schon (?:ein)?mal`,
  },
  fr: {
    list: `combien (?:de|d['’])|quel(?:le)?s${upTo(1)}|quels (?:types|genres)|(?:qui|que) sont|lesquel(?:le)?s`,
    infer: 'probablement|sans doute|vraisemblablement|pourrai(?:t|ent)|serai(?:t|ent)|aurai(?:t|ent)',
    compare: 'compar(?:er|é|ée|aison)s?|différen(?:ce|t|te)s?|en commun|tous les deux|toutes les deux|similaires?|par rapport',
    when: "^(?:et )?(?:depuis |jusqu['’]à )?quand|(?:quel(?:le)?|à quelle|en quelle) (?:date|jour|heure|mois|année|semaine)|combien de (?:temps|minutes|heures|jours|semaines|mois|années)",
    order: "(?:dans )?(?:quel|l['’]|le bon )ordre(?: chronologique)?(?: dans lequel| de| où)?|ordre chronologique|chronologiquement",
    summary:
      "^(?:peux-tu |pouvez-vous |pourrais-tu |fais |fais-moi |donne |donne-moi |donner |me |moi |faire |un |une |le |bref |court |complet )*(?:résumé|récapitulatif|synthèse|vue d['’]ensemble)|résume[rz]?(?:-moi)?|résumer",
    ask: `(?:peux-tu|pouvez-vous|pourrais-tu|pourriez-vous|tu peux|vous pouvez)${upTo(3)} (?:montrer|suggérer|recommander|conseiller|expliquer|aider|écrire|créer|rédiger|proposer|donner|faire|préparer)|(?:comment|que|quel(?:le)?s?|où)${upTo(4)} (?:devrais-je|dois-je|puis-je|devrions-nous|pouvons-nous|faire pour)|^(?:montre|explique|écris|crée|propose|conseille|aide|donne|rédige|prépare)[sz]?-(?:moi|nous)|(?:des|tes|vos) (?:conseils|idées|suggestions|recommandations)|me (?:conseilles|recommandes)-tu`,
    ever: "^(?:ai-je|avons-nous|est-ce que j['’]ai|as-tu|a-t-(?:il|elle))|déjà|jamais",
  },
  es: {
    list: `cuánt[ao]s|cuáles|qué (?:tipos|clases) de|qué${upTo(1)} [\\p{L}]+[aeo]s (?:ha|han|he|son|tiene|tienen)|quiénes`,
    infer: 'probablemente|seguramente|posiblemente|podrían?|serían?|habrían?|tal vez|quizás?',
    compare: 'compara(?:r|do|ción)|diferencias?|en común|amb[ao]s|similares|parecid[ao]s|en lugar de',
    when: '^¿?(?:y )?(?:desde |hasta )?cuándo|qué (?:fecha|día|hora|mes|año|semana)|cuánto tiempo|cuánt[ao]s (?:minutos|horas|días|semanas|meses|años)|con qué frecuencia',
    order: '(?:en )?(?:qué|el) orden(?: cronológico)? (?:en (?:el )?que|de)|en qué orden|orden cronológico|cronológicamente',
    summary:
      '^¿?(?:puedes |podrías |haz |hazme |dame |darme |hacer |me |un |una |el |breve |completo )*(?:resumen|panorama|visión general|resume (?:lo|la|el|todo|nuestr[ao]s?)|resumir|resumirme|resúmeme)',
    ask: `(?:puedes|podrías|puede|podría)(?:s)?${upTo(2)} (?:mostrar|sugerir|recomendar|explicar|ayudar|escribir|crear|dar|proponer|hacer|preparar|enseñar)(?:me|nos)?|(?:cómo|qué|cuál(?:es)?|dónde)${upTo(4)} (?:debería|debo|puedo|podría|deberíamos|podemos)|^¿?(?:muéstrame|explícame|escríbeme|escribe|crea|recomiéndame|sugiéreme|ayúdame|dame|propón|prepara)|(?:algún|alguna|algunas|algunos) (?:consejos?|ideas?|sugerencias?|recomendaci(?:ón|ones))|me (?:recomiendas|sugieres|aconsejas)`,
    ever: '^¿?(?:he|hemos|has|ha) |alguna vez',
  },
  it: {
    list: 'quant[ei]|quali|che (?:tipi|generi) di|chi sono',
    infer: 'probabilmente|verosimilmente|forse|potrebbe(?:ro)?|sarebbe(?:ro)?|avrebbe(?:ro)?',
    compare: 'confront(?:a|are|o)|differenz[ae]|in comune|entramb[ei]|simil[ei]|rispetto a',
    when: '^(?:e )?(?:da |fino a )?quando|(?:che|quale|in che|in quale) (?:data|giorno|ora|mese|anno|settimana)|(?:per |da )?quanto tempo|quant[ei] (?:minuti|ore|giorni|settimane|mesi|anni)',
    order: "(?:in )?(?:che|quale|l['’])ordine(?: cronologico)?|in (?:che|quale) ordine|ordine cronologico|cronologicamente",
    summary:
      '^(?:puoi |potresti |fai |fammi |dammi |farmi |darmi |un |una |il |breve |completo )*(?:riassunto|riepilogo|panoramica)|riassum(?:i|ere|imi)',
    ask: `(?:puoi|potresti|può|potrebbe)${upTo(2)} (?:mostrar|suggerir|consigliar|spiegar|aiutar|scriver|crear|dar|propor|far|preparar)[\\p{L}]*|(?:come|cosa|che cosa|quali|quale|dove)${upTo(4)} (?:dovrei|devo|posso|potrei|dovremmo|possiamo)|^(?:mostrami|spiegami|scrivimi|scrivi|crea|consigliami|suggeriscimi|aiutami|dammi|proponi|prepara)|(?:qualche|dei|alcuni) (?:consigli[o]?|idea|idee|suggeriment[oi])|mi (?:consigli|suggerisci)`,
    ever: '^(?:ho|abbiamo|hai|ha) |mai',
  },
  pt: {
    list: 'quant[ao]s|quais|que (?:tipos|géneros|gêneros) de|quem são',
    infer: 'provavelmente|possivelmente|talvez|poderiam?|seriam?|teriam?',
    compare: 'compara(?:r|do|ção)|diferenças?|em comum|amb[ao]s|semelhantes|parecid[ao]s|em vez de',
    when: '^(?:e )?(?:desde |até )?quando|(?:que|qual|em que) (?:data|dia|hora|mês|ano|semana)|quanto tempo|quant[ao]s (?:minutos|horas|dias|semanas|meses|anos)',
    order: '(?:em )?(?:que|qual|a) ordem(?: cronológica)?|(?:em )?que ordem|ordem cronológica|cronologicamente',
    summary:
      '^(?:podes |pode |poderia |faz |faça |dá-me |me dê |me dar |fazer |um |uma |o |breve |completo )*(?:resumo|panorama|visão geral|resuma|resumir|resume (?:tudo|o que|as|os))',
    ask: `(?:podes|pode|poderias|poderia)(?: você)?${upTo(2)} (?:mostrar|sugerir|recomendar|explicar|ajudar|escrever|criar|dar|propor|fazer|preparar)(?:-me)?|(?:como|o que|que|quais|qual|onde)${upTo(4)} (?:devo|deveria|posso|poderia|devemos|podemos)|^(?:mostra-me|mostre-me|mostre|explique|explica|escreva|escreve|crie|cria|recomende|recomenda|sugira|ajude|ajuda-me|proponha|prepare)|(?:alguma|algumas|alguns) (?:dicas?|ideias?|sugest(?:ão|ões))`,
    ever: '^(?:já|alguma vez) |alguma vez',
  },
  nl: {
    list: 'hoeveel|welke|wat voor|wie zijn',
    infer: 'zouden|zou(?! (?:je|jij|u|ik|we) )|waarschijnlijk|vermoedelijk|misschien|wellicht',
    compare: 'vergelijk(?:en|t|ing)?|verschil(?:len)?|gemeen|beide|allebei|vergeleken|in plaats van',
    when: '^(?:en )?(?:sinds |tot )?wanneer|(?:welke|op welke|hoe) (?:datum|dag|maand|jaar|week|laat|lang|vaak|tijd)|hoeveel (?:minuten|uur|uren|dagen|weken|maanden|jaar|jaren)',
    order: '(?:in )?(?:welke|de|chronologische) volgorde|chronologisch',
    summary: '^(?:kun je |kan je |geef |maak |me |mij |een |de |korte |volledige )*(?:samenvatting|overzicht)|vat .* samen|samenvatten',
    ask: `(?:kun|kan|kunt|zou|wil) (?:je|jij|u)${upTo(12)} (?:laten zien|aanbevelen|aanraden|voorstellen|uitleggen|helpen|schrijven|maken|geven|ontwerpen|voorbereiden)|(?:hoe|wat|welke|waar)${upTo(4)} (?:moet|kan|zou|moeten|kunnen|zouden) (?:ik|we|wij)|^(?:geef|toon|leg|schrijf|maak|help|stel|ontwerp) (?:me|mij|ons|een|mijn)|heb je (?:tips|ideeën|suggesties|aanbevelingen)`,
    ever: '^(?:heb|hebben|ben|had|heeft) (?:ik|we|je|hij|ze)|ooit|wel eens',
  },
  sv: {
    list: 'hur många|vilka|vad för',
    infer: 'skulle(?! (?:du|ni|jag|vi) )|förmodligen|troligen|sannolikt|kanske',
    compare: 'jämför(?:a|t|else)?|skillnad(?:en|er)?|gemensamt|båda|liknande|i stället för',
    when: '^(?:och )?(?:sedan |till )?när|vilk(?:en|et) (?:dag|datum|månad|år|vecka|tid)|hur (?:länge|ofta|snart)|hur många (?:minuter|timmar|dagar|veckor|månader|år)',
    order: '(?:i )?(?:vilken|den|kronologisk) ordning|kronologiskt',
    summary: '^(?:kan du |ge |gör |mig |en |kort |fullständig )*(?:sammanfattning|översikt)|sammanfatta',
    ask: `(?:kan|kunde|skulle|vill) (?:du|ni)${upTo(3)} (?:visa|föreslå|rekommendera|förklara|hjälpa|skriva|skapa|ge|göra|planera)|(?:hur|vad|vilka|vilken|var)${upTo(4)} (?:bör|borde|kan|ska|skulle) (?:jag|vi)|^(?:visa|förklara|skriv|skapa|föreslå|rekommendera|hjälp|ge|gör) (?:mig|oss|en|ett)|har du (?:tips|idéer|förslag)`,
    ever: '^(?:har|hade|är) (?:jag|vi|du|han|hon)|någonsin|någon gång',
  },
  ru: {
    list: 'сколько|какие|каких|кто все',
    infer: 'вероятно|наверное|возможно|скорее всего|могл[аи]? бы|был[аои]? бы|бы',
    compare: 'сравни(?:ть|те)?|сравнени[ея]|разниц[аы]|отлича\\p{L}*|общего|об[ае]|похож\\p{L}*|вместо',
    when: '^(?:а |и )?(?:с каких пор|до каких пор|когда)|как(?:ого|ой|ая|ое) (?:числа|день|дата|месяц|год|неделя)|как (?:долго|часто|скоро)|сколько (?:времени|минут|часов|дней|недель|месяцев|лет)',
    order: '(?:в )?(?:каком|том|хронологическом) порядке|хронологическ\\p{L}*|в какой последовательности',
    summary:
      '^(?:можешь |дай |сделай |мне |краткое |краткий |полный )*(?:резюме|обзор|сводк[ау]|итоги)|подведи(?:те)? итог\\p{L}*|кратко (?:изложи|перескажи)',
    ask: `(?:можешь|можете|мог бы|могли бы)(?: ты| вы)?${upTo(3)} (?:показать|посоветовать|предложить|объяснить|помочь|написать|создать|дать|сделать|составить|порекомендовать)|(?:как|что|какие|какой|где)${upTo(4)} (?:мне|нам) (?:следует|стоит|лучше|нужно|делать|можно|\\p{L}+ть)|^(?:покажи|объясни|напиши|создай|посоветуй|предложи|помоги|дай|составь|порекомендуй)(?:те)?|есть ли (?:советы|идеи|предложения)|что (?:посоветуешь|посоветуете|порекомендуешь)`,
    ever: 'когда-нибудь|когда-либо|хоть раз|ли (?:я|мы)',
  },
  ja: {
    isUnspaced: true,
    list: 'いくつ|何個|何人|何冊|どれくらいの数|どんな種類',
    infer: 'だろう|でしょうか|かもしれ|おそらく|たぶん',
    compare: '比べ|比較|違い|共通|両方',
    when: 'いつ|何日|何月|何年|何時|どのくらいの(?:時間|期間)',
    order: '順番|順序|時系列',
    summary: '要約し|まとめて|概要を',
    ask: 'どうすれば|どうしたら|すべき|教えて|提案し|勧め|おすすめ|作って|書いて|手伝って|見せて',
    ever: 'たことが?ある|たことはあり',
  },
  zh: {
    isUnspaced: true,
    list: '多少|几个|幾個|几种|幾種|哪些|哪几|哪幾',
    infer: '可能会|可能會|也许|也許|大概|估计|估計|会不会|會不會',
    compare: '比较|比較|相比|区别|區別|不同|共同|都',
    when: '什么时候|什麼時候|何时|何時|哪天|哪一天|几号|幾號|几点|幾點|多久|多长时间|多長時間',
    order: '顺序|順序|先后|先後|时间线|時間線',
    summary: '总结|總結|概括|概述|归纳|歸納',
    ask: '怎么(?:做|办|才)|怎麼(?:做|辦|才)|应该(?:怎|如何|选|用)|應該(?:怎|如何|選|用)|推荐|推薦|建议(?:我|一)|建議(?:我|一)|帮我|幫我|给我(?:写|看|做)|給我(?:寫|看|做)|如何(?:才能|做|写|使用)',
    ever: '(?:有没有|有沒有|是否).{0,12}过|曾经|曾經',
  },
};
