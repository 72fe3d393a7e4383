import { MONTH } from '../absolute-dates.ts';
import { said, type FactRule } from '../fact-rule.ts';
import { LASTING, ORDER } from './instruction-rules.ts';

const END = "(?![\\p{L}'’])";
/** Nothing in the sentence points at the moment, or at one thing that is at hand. */
const FOR_LATER = `(?![^.;!]*(?<!\\p{L})(?:yet|today|tonight|tomorrow|now|for~the~moment|this~(?:time|once|morning|afternoon|evening|week)|here~and~there)${END})(?![^.;!]*~(?:it|this|that|these|those|them|him|her)(?=\\s*(?:[.,;!]|$)))(?![^.;!]*~(?:for|in|on|from)~(?:this|that|these|those)${END}(?!~${LASTING}${END}))`;
/** A word that points at no one thing. */
const KIND =
  "(?!(?:the|an?|it|this|that|these|those|them|ones?|him|her|me|us|you|yourself|my|our|being|getting|having|all|any|of|at|like|and|or|as|what|who)(?![\\p{L}'’]))[^\\s,.;:!()?]+";
const PLEASE = '(?:please~)?';
const WHERE = '(?:~(?:in|for|on|within|outside~of)~(?:the|our|this|my|your|all|new|public|every)~[^.,;:!?]{2,40})?';
/** Ends a sentence, or goes on with a reason. */
const STOP = '(?=~?(?:please~?)?(?:[.!;]|$|,?~(?:please|because|since|as|so)(?!\\p{L})|~?[(–—]))';

/** Texts and parts of a program that are written again and again. */
const WRITINGS =
  '(?:answers|replies|responses|explanations|summaries|descriptions|titles|headings|sentences|paragraphs|comments|docs|docstrings|messages|commit~messages|commits|prs|pull~requests|pr~descriptions|branches|branch~names|functions|methods|classes|components|modules|files|tests|test~names|lines|names|variables|variable~names|file~names|imports|exports|migrations|queries|endpoints|routes|types|enums|constants|dependencies|errors|error~messages|logs|log~messages|timestamps|dates|times|durations|amounts|prices|sums|numbers|percentages|sizes|distances|temperatures|weights|units|ids|identifiers|urls|paths|tables|charts|lists|bullet~points|examples|code~(?:blocks|samples|examples)|snippets|emails|reports|quotes|citations|sources|translations)';
const ONE_WRITING =
  '(?:answer|reply|response|explanation|summary|description|title|heading|comment|docstring|message|commit~message|commit|pr|pull~request|branch|branch~name|function|method|class|component|module|file|test|line|variable|import|export|migration|query|endpoint|route|type|enum|constant|dependency|error|error~message|log~line|table|chart|list|example|code~block|snippet|email|report|quote|citation|release|ticket|script|page|section|public~(?:function|method|class|api)|new~(?:function|method|class|file|module|test|endpoint|feature|component|migration|dependency))';
/** Verbs of an agent's work. */
const DO =
  "(?:answer|reply|respond|write|use|keep|format|add|include|give|send|show|explain|put|run|name|sign|list|quote|cite|translate|summari[sz]e|ask|check|tell~me|update|create|open|commit|push|test|regenerate|bump|note|log|record|lint|build|type-?check|skip|stop|retry|wait|mention|link|bring|round|sort|cover|document|follow|prefix|mark|label|start~with|end~with|do~not|don[’']t|never|always|let~me~know|leave|report|notify~me|warn~me)";
/** Verbs for what is done to a work and may be undesired. */
const ACT =
  '(?:use|touch|edit|change|modify|delete|remove|rename|move|rewrite|refactor|reformat|install|add|upgrade|push|commit|merge|deploy|publish|release|run|execute|call|access|read|write|send|share|create|import|mock|disable|skip|overwrite|drop|log|print|store|hardcode|hard-code)';
/** The same of what is not to be done: "must never be logged". Beyond a work, "should" is an opinion. */
const DONE_TO_WORK =
  'edited|modified|deleted|renamed|rewritten|refactored|reformatted|pushed|committed|merged|deployed|published|executed|imported|mocked|disabled|skipped|overwritten|logged|printed|stored|hard-?coded|cached|exposed|disclosed';
const ACTED = `(?:must|may)~(?:never|not)~be~(?:${DONE_TO_WORK}|used|touched|changed|removed|moved|installed|added|upgraded|released|called|accessed|sent|shared|created|dropped|quoted|shown)|should~(?:never|not)~be~(?:${DONE_TO_WORK})`;
/** Kinds of amounts, which are told in one unit. */
const MEASURES =
  '(?:amounts|prices|sums|fees|costs|totals|balances|dates|times|timestamps|durations|distances|temperatures|weights|lengths|sizes|coordinates|angles|percentages)';
/** Things that amounts are in without a unit. */
const NO_UNIT = `(?!(?:the|an?|this|that|these|those|my|our|your|his|her|their|its|all|order|line|flux|free|doubt|question|decline|danger|motion|place|sync|sight|stock|conflict|dispute|demand|trouble|${MONTH})(?![\\p{L}’']))`;
/** Words for a class of things that open a sentence: none with an article, and no person. */
const CLASS = `(?!(?:I|we|you|he|she|they|there|here|what|who|which|when|if|but|and|so|because|maybe|perhaps|people|kids|children|men|women|everyone|some|many|most|few)(?!\\p{L}))${KIND}(?:~${KIND}){0,4}?`;
/** Nobody else is named as the one who says so. */
const OF_SPEAKER = '(?![^.;!]*,~(?:\\p{L}+~){1,3}(?:says?|said|thinks?|thought|claims?|claimed)(?!\\p{L}))';
const LENGTHS =
  '(?:under|below|within|shorter~than|longer~than|no~(?:longer|more|larger|bigger)~than|less~than|fewer~than|at~most|at~least|between|up~to)~(?:about~|around~)?(?:\\d|one|two|three|four|five|six|seven|eight|nine|ten|half|a~(?:few|couple|hundred|dozen|page|line|minute|paragraph|sentence)|an~)';
const MANNER = `(?:${LENGTHS}|(?:in|as|with(?:out)?|free~of|out~of|to|under|inside|next~to|beside)~(?!the~(?:know|dark|loop)${END})\\p{L}|(?:very~|as~)?(?:small|flat|plain|sorted|immutable|pure|private|lowercase|uppercase|singular|plural|idempotent|reversible|deterministic|up~to~date)${END})`;
const SHOULD = '(?:should|must|have~to|need~to|are~to|ought~to)~(?:always~|never~|not~|only~)?';

/** Rules by which work is to be done, that have no word of command as "never" or "always": each of them begins its sentence. */
const RULES: readonly string[] = [
  `${PLEASE}avoid~(?:using~|writing~|adding~)?${KIND}(?:~(?:${KIND}|and|or)){0,4}?${WHERE}${STOP}`,
  `${PLEASE}keep~(?:all~|any~)?(?:(?:of~)?(?:your|the|my|our)~)?(?:new~)?(?:[\\p{L}-]+~)?${WRITINGS}~${MANNER}`,
  `no~${KIND}(?:~${KIND}){0,3}?~(?:please|without~(?:asking|my|a~(?:test|ticket|review)|tests?|approval)|unless~(?:I|you|we|it)|anywhere|ever)${END}`,
  `no~(?:emojis?|tables|bullet~points|headings|comments|abbreviations|jargon|markdown|html|new~(?:dependencies|packages|files|libraries)|default~exports|magic~numbers|global~(?:state|variables)|force~pushes|inline~styles|classes|semicolons|tabs)${WHERE}${STOP}`,
  `${PLEASE}(?:ask(?:~me)?|check~with~me|confirm~with~me|get~my~(?:ok|approval|confirmation))~(?:first~)?(?:before|whenever)~(?:you~(?:ever~)?${ACT}|\\p{L}+ing)${END}(?!~(?:me|it|this|that|these|those|them)${END})`,
  `(?:every|each)~${ONE_WRITING}~(?:needs|gets|has|has~to|must|should|starts~with|ends~with|begins~with|requires|is~to|comes~with|goes)${END}`,
  `all~(?:[\\p{L}-]+~)?${WRITINGS}~(?:(?:are|go|live|belong)~(?:always~)?(?:in|into|under|to~be|written|named|stored|sorted|given)|${SHOULD}|need|use|start~with|end~with|get)${END}`,
  `(?:[\\p{L}-]+~)?${WRITINGS}~${SHOULD}(?:be~|stay~|remain~)?(?:${MANNER}|written|named|given|kept|rounded|sorted|formatted|grouped|prefixed)${END}`,
  `(?!(?:[^.;!?]*\\s)?(?:I|we|he|she|they)(?:[’'](?:ll|m|d|re)|~(?:will|am|would|are)))[^.;!?]{4,120}?,?~unless~(?:I~say~(?:so|otherwise)|I~tell~you~otherwise|(?:told|stated|noted|asked|specified)~otherwise)${END}`,
  `you~(?:(?:are|['’]re)~not~(?:allowed|permitted)~to|may~(?:not|only)|must~(?:not|only)|mustn[’']t|should~(?:not|only)|shouldn[’']t|can~only)~(?:also~)?${ACT}~(?!the~(?:first|last)${END})`,
  `you[’']re~not~(?:allowed|permitted)~to~${ACT}${END}`,
  `(?:you~)?(?:can[’']t|cannot)~${ACT}~${KIND}(?:~${KIND}){0,3}~(?:here|in~(?:this|our|the)~(?:repo(?:sitory)?|project|codebase|production|prod|app|service))${END}`,
  `only~(?:touch|edit|change|modify|write~to|commit|import~from|read~from|answer|reply|run)~(?!it${END}|this${END}|that${END}|the~(?:first|last|next)${END}|if~I~)\\p{L}`,
  `${PLEASE}(?:stick~(?:to|with)|go~with|limit~yourself~to|restrict~yourself~to)~(?!(?:your|it)~?)${KIND}(?:~${KIND}){0,3}?${WHERE}${STOP}`,
  `(?:whenever|every~time|each~time)~(?:you|we|there[’']s|there~is|something|a|an)~[^,;.]{3,80},~(?:please~|also~)?${DO}${END}`,
  `when(?:ever)?~you~(?:are~)?(?:write|writing|add|adding|change|changing|create|creating|edit|editing|commit|committing|push|pushing|deploy|deploying|release|releasing|rename|renaming|answer|answering|quote|quoting|name|naming|refactor|refactoring|review|reviewing|translate|translating|summari[sz]e|summari[sz]ing|test|testing|open|opening|log|logging|report|reporting)~(?!(?:the|it|this|that|these|those|my)${END})[^,;.]{2,80},~(?:please~|also~)?${DO}${END}`,
  `if~(?:an?|any|some)~(?:[\\p{L}-]+~)?(?:test|build|file|command|check|migration|request|query|tool|step|job|deploy(?:ment)?|function|class|dependency|fixture|requirement|instruction|type|name|branch)~(?:is|are|fails|fail|breaks|has|does|needs|looks|takes|cannot|can[’']t|isn[’']t|seems)~[^,;.]{2,80},~(?:please~|then~|just~)?${DO}${END}`,
  `${PLEASE}(?:(?:remember|make~sure|be~sure)~to~)?${DO}~[^.;!?,]{2,80}?~(?:(?:before|after|with|at~the~(?:top|bottom|end|start)~of)~(?:each|every)~(?!one${END}|step${END})|(?:in|for|on|to)~(?:each|every)~${ONE_WRITING}${END}|in~all~(?:(?:of~)?(?:your|our|my|the)~)?${WRITINGS}${END})`,
  `I(?:[’']d|~would)~(?:much~)?rather~you~(?:not|didn[’']t|did~not|never|always|ask(?:ed)?|used?|kept|keep|wrote|write|left|leave|stuck|stick)${END}`,
  `${PLEASE}from~here~on,?~${DO}${END}`,
  `${PLEASE}(?:answer|reply|respond|write|output|speak|explain)~(?:(?:everything|all~of~it)~)?(?:in|as|with|only(?:~in)?)~(?!(?:detail|short|general|private|full|time|parts?|order|turn|case|fact|soon|well|is|him|her)${END})${KIND}(?:~(?:${KIND}|and|or)){0,4}?${WHERE}(?:~only)?(?:,~(?:no|not|never)~[^.,;!?]{2,40})?${STOP}`,
  `${PLEASE}use~(?:${KIND}(?:~${KIND}){0,3}?~(?:in|for)~(?:(?:all|your|our|the|new)~)?${WRITINGS}${END}|the~(?:[\\p{L}-]+~)?(?:system|style|convention|spelling|mood|tense|voice|comma|notation)${END}(?!~(?:from|of|in~the|you|we|I)${END}))`,
  `${PLEASE}(?:treat|refer~to|address)~[^.,;!?]{2,60}?~as~(?!(?:soon|well|fast|quickly|needed|possible|discussed|before|usual)${END})[^.,;!?]{2,60}${STOP}`,
  `${PLEASE}(?:round|sort|format|name|prefix|sign|group|order|indent|wrap|limit|cap|capitali[sz]e|quote|label)~(?:(?:all|your|our|new)~)?${WRITINGS}~(?:to|with|by|as|in|at|like|after|using|alphabetically|descending|ascending)${END}`,
  `I~(?:don[’']t|do~not)~want~(?:any~(?:more~)?|to~see~(?:any~)?)(?:[\\p{L}-]+~)?(?:${WRITINGS}|emojis?|jargon|abbreviations|markdown|packages|libraries|global~(?:state|variables)|default~exports|warnings|code)${WHERE}${STOP}`,
  `I~(?:want|need|expect|require)~(?:(?:all|every|each)~(?:of~)?(?:your~|the~|my~)?(?:[\\p{L}-]+~)?(?:${WRITINGS}|${ONE_WRITING})~(?:to|in|as|with|under)|you~to~(?:always~|never~)?(?:ask|check~with~me|confirm)~(?:me~)?(?:first~)?before)${END}`,
  `(?:we~use~${KIND}(?:~${KIND}){0,2},~(?:not|never)~${KIND}|our~(?:[\\p{L}-]+~)?(?:style|convention|policy|rule|standard)~(?:is|says)~(?!(?:not~)?(?:bad|good|great|fine|ok|clear|simple|strange|unclear)${END}))`,
  `${PLEASE}(?:hands~off|stay~(?:away~from|out~of)|leave)~(?:the~|my~|our~|all~)?(?:[\\p{L}-]+~){1,4}?(?:alone|untouched|as~(?:is|they~are)|unchanged)${STOP}|${PLEASE}(?:hands~off|stay~(?:away~from|out~of))~(?:the|my|our|all|any)~[\\p{L}-]+`,
  `(?:at~no~(?:point|time)~(?:should|must|may)~|under~(?:all|any)~circumstances,?~|whatever~you~do,?~|as~a~(?:general~)?rule,?~(?!(?:I|we|he|she|they|it|there)${END})|when~in~doubt,?~)(?:please~)?\\p{L}+`,
  `(?:nothing|no~(?:code|change|commit|pr|pull~request|branch|release|test|file|secret)s?|nobody|no~one)~(?:gets|may|must|is~to|goes)~(?:be~)?(?:merged|deployed|released|published|committed|pushed|deleted|removed|shipped|sent|touch(?:ed)?|merge|deploy|push|into|to~(?:main|master|production|prod))${END}`,
  `${PLEASE}${DO}~(?:every|each)~(?:${ONE_WRITING}|change|step|edit|assumption|claim|decision|figure)${END}`,
  `(?:for|in)~(?:(?:all|our|your|new|unit)~)?(?:${WRITINGS}|production|staging|typescript|javascript|python|rust|go|sql|css|html|bash|yaml|json|markdown),?~(?:please~)?(?:use|avoid|prefer|never|always|do~not|don[’']t|write|put|keep|stick~to)${END}`,
  `(?:[\\p{L}-]+~)?${WRITINGS}~(?:always~|never~)?(?:go|belong|stay|come)~(?:next~to|beside|above|below|before|after|behind|at~the~(?:top|bottom|end|start)~of)${END}`,
  `(?:only~)?(?:english|german|french|spanish|italian|portuguese|dutch|swedish|japanese|chinese)(?:~only)?,?~please${STOP}|(?:english|german|french|spanish)~only${STOP}`,
  `${PLEASE}be~(?:very~|more~|as~)?(?:brief|concise|terse|succinct|precise|specific|formal|informal|polite|honest|direct|blunt|critical|strict|consistent|explicit)(?:~(?:and|but)~[\\p{L}-]+)?(?:~in~(?:all~)?(?:your~)?${WRITINGS})?${STOP}`,
  `(?:(?:the|our)~)?${CLASS}~(?:${ACTED})${END}${OF_SPEAKER}`,
  `(?:(?:the|our)~)?${CLASS}~(?:must|should|has~to|have~to)~(?:always~)?(?:stay|remain)~(?:untouched|unchanged|as~(?:it|they)~(?:is|are)|confidential|read-only|in~place)${END}${OF_SPEAKER}`,
  `(?:(?:the|our)~)?${CLASS}~(?:is|are)~(?:strictly~)?off[~-]limits${STOP}`,
  `(?:all~)?${MEASURES}~(?:are|must~be|should~be)~(?:always~)?(?:(?:given|written|formatted|stored|shown|expressed|displayed|rounded|printed|reported)~)?(?:in|as|to)~${NO_UNIT}\\p{L}[^.,;:!?]{1,40}${STOP}`,
  `${CLASS}~(?:need|require)s?~(?:(?:an?~|prior~|explicit~|written~){0,2}(?:approval|review|sign-?off|confirmation)~(?:by|from)~(?:an?~|one~|two~|me|us|my~|our~)|my~(?:approval|review|sign-?off|confirmation)${END})`,
  `${PLEASE}prefer~(?!(?:not|to)(?!\\p{L}))${KIND}(?:~${KIND}){0,3}?${WHERE}${STOP}`,
  `${PLEASE}use~only~(?!(?:it|this|that|these|those|my|one)${END}|the~(?:first|last|next|second|third)${END})\\p{L}`,
  `${PLEASE}(?:stay|remain)~(?:very~|always~)?(?:brief|concise|terse|polite|formal|informal|neutral|factual|objective|professional|friendly|courteous)(?:~(?:and|but)~[\\p{L}-]+)?${STOP}`,
  `${PLEASE}(?:write|answer|reply|respond|report)~in~the~(?:first|second|third|present|past|active|passive|imperative)~(?:person|tense|voice|mood)(?:~(?:singular|plural))?${WHERE}${STOP}`,
  `${PLEASE}address~(?:(?:the|our|all)~)?(?:customers?|users?|clients?|readers?|visitors?|guests?|patients?|students?|callers?|people)~(?:formally|informally|politely|by~(?:their|his|her)|with~)`,
  `${PLEASE}(?:escalate|redirect)~${KIND}(?:~${KIND}){0,3}?~to~(?:an?|the|our|my)~\\p{L}`,
  `no~(?:third-party|external)~(?:packages|libraries|dependencies|services|tools|calls|requests)${WHERE}${STOP}`,
  `${PLEASE}try~to~(?:always~|never~)?(?:keep|use|write|avoid|stay|stick)~(?!(?:it|this|that|the|going|in~touch|calm|up|track)${END})${KIND}`,
];

/** The same behind what makes it so: "I am allergic to nuts, so never suggest any". */
const BECAUSE =
  "(?<=,\\s(?:so|therefore|hence|thus)\\s)(?:please~)?(?:always|never|do~not|don[’']t|avoid|only~use|use~only)~(?!(?:mind|had|been|was|were|got|saw|knew|felt|made|found|went|worry|think|care|forget|hesitate|blame|expect|be|the(?=~)|an?(?=~)|so(?=~)|too(?=~)|\\p{L}+ed(?!\\p{L})(?<!need|feed|speed|embed|proceed|exceed|succeed))(?!\\p{L}))\\p{L}";

/** Standing rules of a user for how an agent works and answers, in plain words. */
export const STANDING: readonly FactRule[] = [
  ...RULES.map((words): FactRule => ({ ...ORDER, pattern: said(`(?=${words})${FOR_LATER}`) })),
  { ...ORDER, opens: undefined, pattern: said(`(?=${BECAUSE})${FOR_LATER}`) },
];
