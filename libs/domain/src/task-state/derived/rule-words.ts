/** Words by which a user sets a rule in one language: regular expressions, read without regard to case. */
export interface RuleWords {
  /** Begin a clause that tells the agent what to do or to leave: a verb that commands, or a word that only such a clause begins with. */
  readonly commands: string;
  /** Begin such a clause or one that tells of a person: they set no rule where a person is named before. */
  readonly adverbs?: string;
  /** Set a rule wherever they stand. */
  readonly anywhere?: string;
  /** Words around `anywhere` by which a sentence guesses, or tells what its speaker has to do. */
  readonly guesses?: string;
}

/** English verbs behind "don't" that comfort, encourage, or tell what somebody thinks. */
const NO_BAN =
  '(?:ever )?quit|forget(?! to (?!prepare|take|enjoy|have|be))|put (?:too|so) much|think|know|see|understand|want|have|need|get|work|like|care|mind|believe|remember|worry|hesitate|panic|sweat|stress|feel|give up|lose (?:hope|heart)|be (?:so |too )?(?:afraid|shy|sad|silly|sorry|scared|discouraged|hard on)|beat yourself|blame|apologi[sz]e|you|we|they|i|it|even know|look like|seem';
/** English words behind "always" and "never" that tell of what was, is or will be. */
const TELLS =
  "mind|again|been|had|was|were|is|are|am|has|will|would|can|could|did|does|knew|known|thought|seen|heard|saw|got|went|felt|found|met|said|came|took|gave|made|kept|a|an|so|too|that|this|happy|glad|nice|good|great|fun|lovely|more|less|here|there|full|grateful|look on|my|his|their|(?!(?:emb|f|n|exc|proc|succ|sp|s|sh|bl|br)e+d(?!\\p{L}))\\p{L}+ed|\\p{L}+ing|\\p{L}+[^\\P{L}su]s|\\p{L}+['’](?:s|ve|d|ll)|seem|get tired|give up|cease|fail to";
/** English for what one feels or guesses of it, behind "must be". */
const FELT =
  'awesome|amazing|exciting|thrilling|challenging|tough|hard|difficult|fun|nice|great|good|wonderful|beautiful|incredible|lovely|cool|cold|proud|tired|exhaust(?:ed|ing)|happy|sad|lonely|scary|raw|kidding|joking|wrong|mistaken|frustrat(?:ed|ing)|stress(?:ed|ful)|rewarding|fulfilling|delicious|interesting|fascinating|thrilled|excited|relieved|hungry|busy|new here|tempting|an? (?:way|mistake|error|bug|misunderstanding|relief|joy|dream|blast|lot|great|lovely|nice)|some|something|another|the (?:reason|one|same)|why|because|worth|like|pretty|rough|kind of|quite|really|very|super|truly|absolutely|incredibly|extremely|so|such';
const FELT_LATER = '(?:\\s+\\p{L}+){0,3}\\s+(?:so (?:much|many|good|great|proud|happy|nice|hard)|such an?)';
/** English participles behind "must have". */
const WAS =
  'been|had|gone|done|taken|made|felt|seen|got|gotten|said|left|come|become|given|known|thought|lost|found|cost|put|forgotten|broken|\\p{L}+ed(?!\\p{L})';
const ADVERBS = '(?:\\s+(?:also|only|still|always|all|just|therefore|surely|both|then|first|now|never|not|really))*';
/** English words behind "that must be" by which it is asked for all the same. */
const ASKED =
  '(?:at|in|on|under|over|less|more|no|exactly|as|between|of|for|from|within|one|\\d+|\\p{L}+ed|written|set|kept|run|sent|done|made|shown|put|built|left|valid|unique|empty|compatible)(?!\\p{L})';

/** German words between a verb that commands and its negation: objects with an article, and small words. */
const BESIDE_VERB_DE =
  '(?:(?:mir|uns|sie|es|ihn|dabei|hier|dafür|dazu|bitte|auch|(?:(?:in|auf|für|bei|mit|von|zu|an|nach|vor) )?(?:den|die|das|dem|der|diese\\p{L}?|meine?\\p{L}?|unsere?\\p{L}?) \\p{L}+) ){0,3}';
const PERFECT_DE = '(?:(?:gewesen|geworden|gegangen|gekommen) sein|(?:\\p{L}+t|\\p{L}+en) haben)';

export const RULE_WORDS: readonly RuleWords[] = [
  {
    commands: `(?:don['’]t|do not)(?! (?:${NO_BAN})(?!\\p{L}))|(?:make sure|ensure)(?! (?:to |you )?(?:take (?:care|some|time)|rest|enjoy|have fun|get some))(?<!ensure(?! that))|only use|under no circumstances|(?:from now on|from here on|going forward),? (?!(?:i|we|he|she|they|it|there|my|our|his|her|their|the|this|that|you (?:will|can|have|are))(?![\\p{L}])|i['’])\\p{L}+`,
    adverbs: `(?:never|always)(?! (?:${TELLS})(?![\\p{L}]))`,
    anywhere:
      "must(?:n['’]t)?(?!-)|should (?:always|never)(?! have)|under no circumstances|(?<=(?<!\\p{L})(?:you (?:should|must|need to|have to) (?:always |also )?|^(?:in|on|at|for|when|if|after|before|while|with|once|whenever) (?:(?!(?:i|we|my|to|you)\\s)[^\\s,]+ ){1,16}))make sure",
    guesses: [
      `(?:i|a|an|the|absolute|real|\\p{L}{0,40}(?:error|exception|warning):.*) (?:must|should)`,
      `must['’]ve`,
      `must${ADVERBS} have${ADVERBS} (?:${WAS})`,
      `must${ADVERBS} (?:be|feel|seem|look|sound|taste|smell) (?:${FELT})`,
      `must${ADVERBS}${FELT_LATER}`,
      'must have (?:a lot|lots|so|quite)',
      `(?:you|he|she|they|that|it|this|people|everyone) must${ADVERBS} (?:feel|mean|suck|hurt|love|know|miss|think|like|enjoy|want|wonder|seem)`,
      `(?:(?<=^|[,;:–—-]\\s?|and |but |guess |suppose |imagine |sure )|(?<!the )(?:that|he|she|they|there) )must${ADVERBS} be (?!${ASKED})`,
    ].join('|'),
  },
  {
    commands: `auf keinen fall|vermeiden? (?!(?:sie )?(?:es|das|dies) )(?:sie )?(?!(?:den|die|das|dem) )\\p{L}+|verzichte auf \\p{L}+|(?:ab jetzt|von nun an|ab sofort|künftig),? (?!(?:ich|wir|er|sie|es|der|die|das|mein\\p{L}*|unser\\p{L}*|bin|sind|ist|habe|haben|hat|wird|werden|werde|wohne|arbeite|gibt|kann|können)(?!\\p{L}))\\p{L}+|bitte (?:nicht|nie|niemals|immer|nur)|nur noch|(?!(?:danke|habe|hatte|wäre|würde|könnte|heute|ohne|die|sie|wie|alle|freude|leute|(?:[mds]ein|unser|ihr|kein|ein|dies|jed|viel|manch|einig|beid|welch)e) )\\p{L}+(?:e|en sie) ${BESIDE_VERB_DE}(?:nie|niemals|immer|nicht|kein\\p{L}{0,2})(?!\\p{L})(?! mehr)`,
    adverbs:
      '(?:niemals|nie|immer)(?! (?:habe|hatte|bin|war|hab|wieder|noch|mehr|gut|schön|gerne|gewesen|ist|sind|wird|\\p{L}+te)(?!\\p{L}))',
    anywhere:
      'muss|müssen|musst|(?:darf|dürfen|darfst)(?: (?!ich )\\p{L}+){0,5}? (?:nicht|nie|niemals|kein\\p{L}*)|bitte (?:nicht|nie|niemals|nur)|bitte(?: \\p{L}+){1,4} (?:immer|nie|niemals|nicht)',
    guesses: `ich (?:muss|darf)|(?:muss|darf) ich|muss (?:sagen|zugeben|gestehen)|(?:muss|müssen|musst)(?: [\\p{L}-]+){0,12} ${PERFECT_DE}|(?:das|es|hier|da) muss (?:(?:ja|doch|wohl|so|sehr|echt|wirklich|richtig|total|ganz|bestimmt|dir|euch|ihm|ihr|ihnen) ){0,4}(?:toll|schön|super|hart|schwer|schwierig|anstrengend|aufregend|spannend|wunderbar|großartig|herrlich|traurig|lustig|klasse|cool|furchtbar|schlimm|ein (?:fehler|irrtum|missverständnis|traum)|spaß|an|wohl|irgend\\p{L}*)(?!\\p{L})|bitte (?:nicht böse|keine sorge)`,
  },
  {
    commands:
      "évite[zs]? (?:de |d['’]|les |l['’])\\p{L}+|(?:n['’]|ne )(?!(?:t['’]en fais|t['’]inquiète|vous inquiétez|vous en faites|hésite[zs]?|lâche[zs]?|sois|soyez|suis|sont|est|ai|a|avons|sais|crois|pense|me|se|perds) )(?:\\p{L}+['’])?\\p{L}+ (?:jamais|pas|plus|rien|que|aucune?)|surtout,? (?:pas|ne|n['’]\\p{L}+)|(?:désormais|dorénavant|à partir de maintenant),? (?!(?:je|nous|il|elle|ils|elles|on|le|la|les|mon|ma|mes|notre|nos|c['’]est|ce|il y a)(?!\\p{L})|[jlc]['’])\\p{L}+|(?!(?:pas|comme|presque|depuis|pour|est|sont|ont|presque|j['’]ai|je|pense) )(?:\\p{L}+(?:e|ez|ds|is|ts)) toujours|(?:veuillez|merci de)(?: \\p{L}+){0,2} (?:toujours|ne)",
    adverbs: "(?:toujours|jamais)(?= (?:de (?!la |l['’])|d['’]|en |dans |avec |sur |\\p{L}+(?:er|ir|re)(?!\\p{L})))",
    anywhere: 'il (?:ne )?faut|(?:ne )?(?:doit|doivent|devez|dois)(?= )',
    guesses:
      "(?:il faut (?:dire|avouer|reconnaître|savoir|croire)|il me faut|je (?:ne )?dois|(?:ça|cela|ce|c['’]|il|elle|on|vous|tu|ils|elles) (?:doit|doivent|devez|dois)(?: (?:vraiment|sûrement|bien|sans doute|t['’]|vous |lui ))? ?(?:être|avoir|sembler|faire (?:du bien|mal|plaisir))|(?:doit|doivent|dois|devez) (?:avoir été|avoir eu|bien être|y avoir (?:une? erreur|un moyen|quelque chose))|(?:doit|doivent) être (?:super|génial\\p{L}*|magnifique|incroyable|formidable|difficile|dur|passionnant|merveilleux|si|très|tellement|vraiment|une? (?:erreur|rêve)))",
  },
  {
    commands:
      'evit[ae] (?!(?:el|la|esto|eso|que) )\\p{L}+|no (?:lo |la |los |las )?(?:uses?|utilices?|modifiques?|toques?|cambies?|borres?|elimines?|edites?|hagas?|escribas?|añadas?|agregues?|ejecutes?|renombres?|pongas?|inventes?|respondas?|incluyas?|olvides?)(?!\\p{L})(?! of )|(?:solo|sólo) (?:usa|use|utiliza|utilice)|(?!(?:no|casi|como|para|desde|ella|la|una) )\\p{L}+(?:a|e|ad|ed|id) (?:siempre|nunca)|en ningún caso|bajo ninguna circunstancia|(?:a partir de ahora|de ahora en adelante),? (?!(?:yo|nosotros|él|ella|el|la|los|las|mi|mis|nuestr\\p{L}+|vivo|soy|estoy|tengo|hay|es|son)(?!\\p{L}))\\p{L}+',
    adverbs:
      '(?:jamás|siempre)(?! (?:he|has|ha|hemos|han|había\\p{L}*|me|te|se|nos|lo|la|es|era\\p{L}*|fue\\p{L}*|fui|está\\p{L}*|estuv\\p{L}+|hay|hubo|tan|más|tuve|\\p{L}+(?:o|é|í|ó|aba|ía|aron|ieron|ado|ido|amos|imos|iendo|ando))(?!\\p{L}))',
    anywhere: 'debe[ns]?|debéis|(?<=(?:por favor,?|que) )(?:nunca|siempre|no)(?= \\p{L}+(?:es|as|e|a|en|an)(?!\\p{L}))',
    guesses:
      '(?:debe[ns]? (?:de |haber|estar (?:muy|tan|cansad|feliz|loc|equivocad)|ser (?:muy|tan|una? (?:error|sueño|locura|gran)|increíble|difícil|duro|genial|maravilloso|emocionante|divertido|por|lo |bonito|precioso|fantástico|agotador|hermoso)|sentirse|gustar|saber)|(?:eso|esto|aquello|ella|él) debe(?:n)? (?:ser|estar|haber)|(?:deja|dejes|espero|creo|digo|dijo|dice|sabes|sé|piensa|pienso) que (?:nunca|siempre|no))',
  },
  {
    commands:
      "evita(?:te)? (?!(?:il|la|lo|questo|di) )\\p{L}+|non (?!(?:ti|vi|si|ci|c['’]è|è|ho|ha|sono|so|era|mi|preoccup\\p{L}*|esit\\p{L}*|importa|fa niente|mollare|arrenderti|vedo|vuole|posso|può|credo|penso) ?)(?:\\p{L}+(?:are|ere|ire|arlo|arla|ate|ete|ite)|\\p{L}+ mai)(?!\\p{L})|(?!(?:da|per|come|quasi|e|è|ma|che|non|una|la|era|ha) )\\p{L}+(?:a|i|ate|ete|ite) sempre|mai \\p{L}+(?:are|ere|ire)(?!\\p{L})|in nessun caso|d['’]ora in (?:poi|avanti),? (?!(?:io|noi|lui|lei|il|la|lo|le|i|gli|mio|mia|sono|ho|abbiamo|vivo|è|c['’]è)(?!\\p{L}))\\p{L}+",
    adverbs: 'sempre(?= (?:in|con|su|al|\\p{L}+(?:are|ere|ire))(?!\\p{L}))',
    anywhere: 'deve|devono|devi',
    guesses:
      '(?:deve|devono|devi) (?:(?:proprio|essere) )?(?:esser\\p{L}* stat\\p{L}|aver\\p{L}? |stat[oaie]|esserci|(?:davvero|molto|così|tanto|un errore|un sogno|bell\\p{L}|bellissim\\p{L}|fantastic\\p{L}|difficile|dur[oa]|magnific\\p{L}|emozionante|incredibile|meraviglios\\p{L}|stanc\\p{L}|divertente))|(?:ciò|quello|questo|lui|lei) deve essere',
  },
  {
    commands:
      'evite (?!(?:o|a|isso|isto|que) )\\p{L}+|não (?!(?:se|te|me|o|a|é|há|foi|sou|tem|tenho|importa|faz mal|hesite|hesites|desista|desistas|sei|sabe|pode|posso|quero|quer|acho|era|está|precisa|parece|tenha medo) ?(?!\\p{L}))\\p{L}+(?:e|es|em|a|as|am)(?!\\p{L})|(?!(?:não|quase|como|para|desde|é|e|a|ela|uma) )\\p{L}+(?:e|a|am|em) (?:sempre|nunca)|em nenhuma circunstância|de forma alguma|(?:a partir de agora|de agora em diante),? (?!(?:eu|nós|ele|ela|o|a|os|as|meu|minha|nosso|nossa|sou|estou|tenho|moro|há|é)(?!\\p{L}))\\p{L}+',
    adverbs:
      '(?:nunca|sempre)(?! (?:he|has|ha|hemos|han|había\\p{L}*|nos|lo|la|es|fue\\p{L}*|estuv\\p{L}+|hay|hubo|tan|más|tuve|\\p{L}+(?:é|í|ó|aba|ieron|iendo)(?!\\p{L})|fui|foi|era|é|me|se|te|tive|tinha|ouvi|vi|vou|está|estive|estava|mais|que|há|um|uma|\\p{L}+(?:o|ei|ou|ava|ia|ado|ido|amos|imos|aram|eram|ando|endo))(?!\\p{L}))',
    anywhere: 'deve[ms]?',
    guesses:
      'deve[ms]? (?:ter |haver|estar |ser (?:muito|tão|um (?:erro|sonho)|uma (?:loucura)|incrível|difícil|ótimo|maravilhoso|emocionante|divertido|lindo|fantástico|por|cansativo|legal))|(?:isso|isto|aquilo|ele|ela) deve[m]? (?:ser|estar|ter)',
  },
  {
    commands:
      'vermijd (?!(?:het|de|dit|dat) )\\p{L}+|(?!(?:zoals|bijna|niet|voor|is|was|heb|heeft|ben|nog|ook|dat|het) )\\p{L}{3,} (?:altijd|nooit)(?! (?:al|geweest|gehad|weer|mooi|leuk)(?!\\p{L}))|onder geen (?:beding|voorwaarde)|(?:vanaf nu|voortaan),? (?!(?:ik|we|wij|hij|zij|ze|het|de|er|mijn|ons|onze|is|zijn|ben|heb|hebben|woon|werk)(?!\\p{L}))\\p{L}+',
    adverbs: '(?:nooit|altijd)(?! (?:al|ben|was|heb|had|is|leuk|mooi|fijn|goed|een|geweten|gedacht|geweest)(?!\\p{L}))',
    anywhere: 'moet|moeten',
    guesses:
      'ik moet|moet ik|ik (?:\\p{L}+ ){0,2}moet|(?:moet|moeten)(?: [\\p{L}-]+){0,10} (?:geweest|gehad|gevoeld) (?:zijn|hebben)|(?:moet|moeten)(?: [\\p{L}-]+){0,10} (?:zijn|hebben) (?:geweest|gehad)|(?:dat|het|dit) moet (?:(?:wel|echt|zo|erg|heel|vast|toch) ){0,3}(?:leuk|geweldig|fantastisch|moeilijk|zwaar|mooi|prachtig|spannend|een (?:fout|vergissing|droom)|super|fijn)(?!\\p{L})',
  },
  {
    commands:
      'избегай(?:те)? \\p{L}+|никогда не \\p{L}+(?:й|йте|и|ите|ь|ьте|ть|ти)(?:ся|сь)?(?!\\p{L})|(?:всегда|обязательно) \\p{L}+(?:й|йте|и|ите|ь|ьте|ть|ти)(?:ся|сь)?(?!\\p{L})|\\p{L}+(?:й|йте|и|ите|ь|ьте) (?:всегда|обязательно)|не (?!(?:волну|пережива|беспоко|бой|сдава|стесня|сомнева|стоит|за что|спеши|грусти|пережи)\\p{L}*)\\p{L}+(?:ай|яй|уй|ей|айте|яйте|уйте|ейте|ите|ьте)(?!\\p{L})|ни в коем случае|(?:всегда|никогда)(?= (?:в|на|с|по) )',
    anywhere: 'нельзя|долж(?:ен|на|но|ны)|обязательно (?=(?:\\p{L}+ )?нужно|надо)|ни в коем случае',
    guesses:
      '(?<!\\p{L})я (?:\\p{L}+ ){0,2}долж\\p{L}+|должно быть,|^должно быть|(?:это|там) долж(?:но|ны)(?: было)? быть (?!\\p{L}+(?:ым|им|ой|ыми|ими)(?!\\p{L}))|мне нельзя|нельзя не (?:сказать|признать)|как нельзя',
  },
  {
    commands:
      'unikaj(?:cie)? \\p{L}+|(?:nigdy|zawsze)(?: nie)? (?!(?:nie|był\\p{L}*|jest\\p{L}*|mam|mia[łl]\\p{L}*|\\p{L}+(?:łem|łam|ła|ł|li|ły|ło|ę|ąc)|się|mnie|mi|bym|chc\\p{L}+|tak|był)(?!\\p{L}))\\p{L}+|\\p{L}+(?:aj|uj|ij|yj|ejcie|ajcie|ujcie|ijcie|isz|cz|sz) (?:zawsze|nigdy)|pod żadnym pozorem',
    anywhere: 'musi|muszą|musisz|musicie|nie wolno',
    guesses:
      '(?:to|tam|pewnie) mus(?:i|zą) być|mus(?:i|zą|isz) być (?:bardzo|tak|świetn\\p{L}+|trudn\\p{L}+|super|wspania\\p{L}+|fajn\\p{L}+|ciężk\\p{L}+|zmęczon\\p{L}+|dumn\\p{L}+)|mi nie wolno|musi coś',
  },
  {
    commands:
      'undvik (?!(?:det|den|de) )\\p{L}+|(?!(?:som|nästan|för|är|var|har|inte|det|den|en|de|vi|jag|nog) )\\p{L}{3,} (?:alltid|aldrig)(?! (?:varit|haft|är|var|trott)(?!\\p{L}))|under inga omständigheter',
    adverbs: '(?:aldrig|alltid)(?! (?:har|hade|varit|är|var|kul|trevligt|trott|roligt|en|ett|\\p{L}+ade|\\p{L}+de)(?!\\p{L}))',
    anywhere: 'måste',
    guesses:
      'jag måste|måste jag|jag (?:\\p{L}+ ){0,2}måste|måste ha (?:varit|haft|känts|\\p{L}+t)|(?:det|den|detta) måste (?:(?:verkligen|nog|väl) ){0,2}(?:vara|kännas)(?= (?:så|jätte\\p{L}*|kul|roligt|underbart|fantastiskt|svårt|jobbigt|härligt|spännande|ett (?:misstag|fel)|toppen))',
  },
  {
    commands: 'لا (?!تقلق|تتردد|تخف|تحزن|تستسلم|تهتم)ت\\p{L}+|(?!(?:أنا|هو|هي|نحن|كنت|كان|كانت|هم|إنه|لطالما) )ا\\p{L}+ دائم(?:ا|اً|ًا)',
    adverbs: 'دائم(?:ا|اً|ًا)(?! (?:ما|كنت|كان))|أبد(?:ا|اً|ًا) لا ت',
    anywhere: 'يجب',
    guesses: 'يجب أن (?:أقول|أعترف|يكون (?:رائعا|رائعًا|صعبا|صعبًا|هناك خطأ|ممتعا))|يجب علي(?!\\p{L})',
  },
];

/** The same in languages that write no spaces, where a word has no ends. */
export const RULE_SIGNS = [
  '(?<!我|我们|可以|尽量)避免(?=使|用|出现|在|写|添)|以后(?:都|请|一律)(?=用|使|不|写|先|把|按)|请(?:始终|总是|一律|只)?用.{1,6}(?:文|语|話|话)(?:回答|回复|答复|交流|写)|(?<!我|要)不要(?!担心|紧|客气|放弃|难过|介意|着急|怕)|(?<!我)必须|务必|禁止|千万(?!富|元|人|美)|(?<![我他她它你们人家都])总是(?=[用使写在把按以先保返检执])|(?<!我|我们)不能(?!不说|理解|再好)',
  '(?:は|を)避けて(?=ください|下さい|ほしい|。|$)|(?<!私)(?:は|を)使わないで|(?:日本語|英語|中国語|韓国語)で(?:答えて|回答して|書いて|返信して)|(?<![私僕俺][はもが].{0,12})(?:必ず|絶対に)(?!.{0,40}(?:ました|でした|だった|だろう|でしょう|と思う|と思います)[。!！]?$)|(?<!気に|心配|遠慮|無理|がっかり)しないで|てはいけない|てはならない|(?<!気にし|心配し|遠慮し|無理し)ないでください',
  '(?<![나저난전우]는? ?.{0,6})(?:반드시|절대(?!적)|항상)(?=.{0,80}(?:세요|십시오|시오|해라|하라|말라|마라|말 것|할 것|하기|해야|야 한다|야 합니다|줘|마|금지|마세요|안 된다|안 됩니다)[.!。]?$)|(?<!걱정|포기|미안해|무서워)하지 ?(?:마(?!음)|말)',
].join('|');

/** Words between which clauses begin in one language or another, and those that may stand before what commands. */
export const BEFORE_CLAUSE = 'and|but|so|or|then|und|aber|oder|et|mais|ou|y|pero|e|ma|mas|en|maar|och|eller|и|но|а|или|ale|lub|و';
export const POLITE =
  "please|pls|plz|kindly|just|also|ok(?:ay)?|hey|hm+|now|then|again|instead|actually|remember|note|important|wichtig|hinweis|bitte|auch|jetzt|s['’]il (?:te|vous) plaît|attention|important|por favor|importante|per favore|nota|atenção|alsjeblieft|graag|let op|пожалуйста|важно|proszę|ważne|snälla|viktigt|من فضلك|رجاء";

/** Persons of whom a clause tells: what follows in the same sentence goes on to tell of them. */
export const PERSONS =
  "i|i['’](?:m|ve|ll|d)|we|we['’](?:re|ve|ll|d)|he|she|they|my|me|ich|er|wir|mir|mich|je|j['’]\\p{L}+|il|elle|ils|elles|nous|on|yo|él|ella|nosotros|ellos|mi|me|io|lui|lei|noi|eu|ele|ela|nós|ik|hij|zij|wij|jag|han|hon|я|он|она|они|мы|мне|ja|ona|oni|my|أنا|هو|هي|نحن|كنت";
