import { said, type FactRule } from '../fact-rule.ts';
import { NO_MANNER, WORK } from '../work-words.ts';
import { LIFT } from './lift-rules.ts';

const LANGUAGE =
  '(?:english|german|french|spanish|italian|portuguese|dutch|swedish|russian|chinese|japanese|polish|englisch|deutsch|französisch|spanisch|italienisch|français|anglais|allemand|espagnol|italien|portugais|español|inglés|alemán|francés|italiano|portugués|inglese|francese|tedesco|spagnolo|português|inglês|francês|alemão|espanhol|nederlands|engels|duits|svenska|engelska|tyska)';
/** "Answer me" and "in" of other languages, where the words between them may say since when. */
const ANSWER_IN = [
  '(?:réponds|répondez)(?:-(?:moi|nous))?(?:~(?:toujours|désormais|maintenant))*~en',
  'resp[oó]nde(?:me|nos)?(?:~(?:siempre|ahora))*~en',
  'rispondi(?:mi|ci)?(?:~(?:sempre|ora))*~in',
  'respond[ae](?:-(?:me|nos))?(?:~(?:sempre|agora))*~em',
  'antwoord(?:~(?:me|ons))?(?:~(?:altijd|voortaan|nu))*~in~het',
  'svara(?:~(?:mig|oss))?(?:~(?:alltid|nu))*~på',
].join('|');
/** The language in which a user wants answers; not that of one answer ("answer in French: ..."). */
export const ANSWERS: readonly FactRule[] = [
  {
    kind: 'constraint',
    label: 'feedback',
    attribute: 'answer language',
    value: 'word',
    isWhole: true,
    pattern: said(
      `(?:(?:from~now~on|going~forward)\\s*,?~)?(?:please~)?(?:answer|reply|respond|write|talk|speak)(?:~(?:to~)?me)?~in~(?=${LANGUAGE}(?:~please|~(?:now|instead)|,?~not~(?:in~)?\\p{L}+|~from~now~on)?\\s*(?:[.,!]|$))`,
    ),
  },
  {
    kind: 'constraint',
    label: 'feedback',
    attribute: 'answer language',
    value: 'word',
    isWhole: true,
    pattern: said(
      `(?:bitte~)?(?:antworte|schreib(?:e)?|sprich)(?:~mir)?(?:~(?:bitte|ab~(?:jetzt|sofort)|künftig|von~nun~an|immer|nur~noch))*~auf~(?=${LANGUAGE}\\s*(?:[.,!]|$))`,
    ),
  },
  {
    kind: 'constraint',
    label: 'feedback',
    attribute: 'answer language',
    value: 'word',
    isWhole: true,
    pattern: said(`(?:${ANSWER_IN})~(?=${LANGUAGE}\\s*(?:[.,!]|$))`),
  },
];

const INSTEAD = "(?:always|never|please~always|please~never|please~don[’']t|do~not|don[’']t)";
const NO_ORDER =
  '(?!(?:had|been|was|were|got|wanted|seen|heard|knew|felt|made|found|liked|loved|hated|tried|used~to|happened|worked|get~it|tell~me|the(?=~)|an?(?=~)|on~time|so(?=~)|too(?=~)|track~(?:legislation|laws?|headers?|signals?|settings?)|like|love|care|agree|believe|recall|worry|mind|know|think|get~me|forget~(?:to~(?:have|take|enjoy)|that)|be~(?:shy|sad|afraid|hard)|hesitate|give~up|you|understand|want|have|need|see|let~(?:it|that|them|anyone)|stop)\\b)';
/** A word that points at no one thing of the moment: an order about such a thing is none for later. */
const KIND =
  "(?!(?:the|an?|it|this|that|these|those|them|ones?|first|second|third|last|next|former|latter|other|above|below|here|him|her|me|of|only|just|yet|necessarily)(?![\\p{L}’']))[^\\s,.;:!()]+";
const NOT = '(?:,?~(?:and~)?(?:not|never)|,?~instead~of|,?~rather~than)';
/** Instructions tell an agent what to do with its answers and its work. */
const DO =
  "(?:answer|reply|respond|write|use|call(?!~me~\\p{L})|keep(?!~in~mind)|format|add|include|give|send|speak|talk|address|show|explain|avoid|stop|skip|leave|make|put|start|begin|end|run|name|sign|list|quote|cite|translate|summari[sz]e|ask|check|tell|be|do~not~\\p{L}+|don[’']t~\\p{L}+)";
/** Matches the work as a whole, which is there as long as the memory of it. */
const IN_THE_WORK =
  '(?:~(?:everywhere|throughout))?(?:~in~(?:this|our|the)~(?:repo(?:sitory)?|project|codebase|monorepo|package|service|app))?';
const FOR_NOW =
  '(?![^.;!]*~(?:for|in|on)~(?:this|that|these|the|now|today)(?!\\p{L})(?!~(?:repo(?:sitory)?|project|codebase|monorepo|package|service|app)(?!\\p{L})))';
/** Verbs that are nouns as well, so that an article or a preposition has to show that something is to be done with it. */
const WITH_OBJECT =
  '(?:(?:list|name|sign|store|save|log|commit|tag|label|round|group|order|number|start|begin|end|open|close|leave|show|send|call|check|test|place|set|give|attach|link|note|track|split|wrap|push|review|address|highlight|mark)~(?:the|an?|all|every|each|any|my|our|your|it|me|us|them)|(?:start|begin|end|sign|open)~with)(?!\\p{L})';
/** Verbs that are no nouns. */
const DOES =
  '(?:put|mention|append|prefix|avoid|skip|translate|summari[sz]e|explain|reply|respond|speak|quote|cite|ask|tell|sort|remove|delete|rename|capitali[sz]e)';
/** How long answers are to be; of answers in general, as "keep it short" is said of one. */
const KEEP_SHORT =
  '(?:please~)?(?:keep~(?:all~)?(?:(?:of~)?your~|the~)?(?:answers|replies|responses|explanations|summaries|commit~messages)~|(?:be|stay)~(?=\\p{L}+~in~(?:all~)?(?:(?:of~)?your~)?(?:answers|replies|responses|explanations)(?!\\p{L})))(?:very~|as~)?(?=(?:short|brief|concise|terse|succinct|compact|simple)(?!\\p{L})(?!,?~(?:was|is|were|said|says)(?!\\p{L}))(?![^.;!]{0,40},?~(?:stupid|silly|dummy|dumbass|idiot|moron)\\s*(?:[.,;!…]|$)))';
/** Acts on a project's work that few may do; what may be read or changed elsewhere tells what a program does. */
const ACTS = '(?:merge|push|deploy|release|publish|approve|tag|roll~back|sign~off|commit~to)';
/** Matches where it is said of a project's work, alone or by what it is done to: "only Premium may release the hostages" is no rule of it. */
const IS_WORK = `(?=\\s*(?:[.,;!]|$)|[^.,;!]*[\\s/](?:${WORK})(?!\\p{L}))`;
/** "Only Jana may merge": names and roles, and none of whom it is said what they can do. */
const ONLY_MAY = `only~(?:(?-i:\\p{Lu})[\\p{L}'’-]+(?:~and~(?-i:\\p{Lu})[\\p{L}'’-]+)?|(?:the~|our~)?(?:[\\p{L}-]+~)?(?:admins?|administrators?|maintainers?|owners?|managers?|leads?|members|reviewers?|seniors?|developers?|engineers?|bot|ci))~(?:may|must|(?:is|are)~(?:allowed|permitted)~to)~${ACTS}(?![\\p{L}'’])${IS_WORK}${NO_MANNER}(?![^.;!]*~(?:today|tonight|tomorrow|until|till|this~\\p{L}+|for~now)(?!\\p{L}))`;
/** Ways in which a work is written, which an order names for good. */
const STYLE =
  '(?:please~)?use~(?:tabs|(?:two|four|eight|[248])~spaces|single~quotes|double~quotes|semicolons|camelcase|snake_?case|kebab-?case|(?:british|american)~(?:spelling|english)|conventional~commits|type~hints|metric~units|24-hour~time)(?:~(?:for~indent(?:ation|s|ing)|everywhere|throughout|in~(?:this|the|our)~(?:repo(?:sitory)?|project|codebase)|(?:for|in)~(?:every|each|all|our)~(?:[\\p{L}-]+~)?[\\p{L}-]+))?\\s*(?:[.!;]|$)';
/** Names what a team writes again and again, and how it is to be. */
const WRITINGS =
  '(?:commit~messages|branch~names|pr~titles|pull~request~titles|(?:variable|file|function|test|class)~names|migrations|docstrings|error~messages|log~messages|release~notes)~(?:should|must)~(?:always~|never~|not~)?(?:be~(?:in(?!~(?:the|a)~(?!imperative))|written(?!~(?:to|by~now)(?!\\p{L}))|lower-?case|upper-?case|short|prefixed|named|signed|singular|plural)|(?:start|end|begin)~with|have(?!~(?:been|had|gone|run|come|got|\\p{L}+ed)(?!\\p{L}))|use|follow(?=~(?:the|our|a|this)~)|contain|include|mention|reference|stay~under)(?!\\p{L})';
/** Behind "and" stands what is to be done at the moment, but for the last thing of a list: "emojis and tables". */
const NO_NOUN =
  '(?!(?!(?:answer|begin|build|check|commit|continue|debug|deploy|do|finish|fix|focus|go|help|listen|look|merge|move|proceed|push|read|release|rest|retry|return|review|run|sleep|start|stop|test|think|try|undo|wait|work|write)(?!\\p{L}))\\p{L}+\\s*(?:[.!;]|$))';
/** Not to write or answer in a way any more; "the" and "that" point at what is done at the moment. */
const STOP =
  '(?:please~)?stop~(?:(?:using|adding|including|answering|replying|responding|inserting|starting|beginning|ending|calling~me|addressing~me|signing)(?=~\\p{L})|(?:apologi[sz]ing|abbreviating|translating)(?!\\p{L}))(?!~(?:the|it|this|that|these|those|them|him|her|here|there|now|and|or|so|right|all|if|while|when|until|before|after|yourself)(?!\\p{L}))(?![^.;!]*~(?:if|unless|until|till|while|when|yet|today|right~now|for~now|at~once|immediately)(?!\\p{L}))' +
  `(?![^.;!]*(?:[\\s,](?:and|then)~${NO_NOUN}|,~\\p{L}+~(?:the|it|an?|this|that|my|our|me)(?!\\p{L})))`;
/** Places of the work that last, so that an order for them is one for later. */
export const LASTING = '(?:repo(?:sitory)?|project|codebase|monorepo|package|service|app)';
/** An order that points at the moment, or at one thing that is at hand, is none for later: "don't push yet", "do not touch that file". */
const FOR_LATER = [
  '(?![^.;!]*(?<!\\p{L})(?:yet|today|tonight|tomorrow|(?<!from\\s+)now(?!~on)|for~the~moment|this~(?:time|once|morning|afternoon|evening|week))(?!\\p{L}))',
  "(?!(?:please~)?(?:always|never|do~not|don[’']t|(?:make|be)~sure~to|remember~to)~\\p{L}+~(?:it|that|this|these|those|them|anything)(?=\\s*(?:[.,;!]|$)|~\\p{L}+\\s*(?:[.,;!]|$)))",
  '(?![^.;!]*(?:,|~and|~but)~just~(?:show|print|tell|give|list|read|explain|describe|look|check|report|answer|propose|suggest|plan|say)(?!\\p{L}))',
  `(?![^.;!]*~(?:for|in|on|from)~(?:this|that|these|those)(?!\\p{L})(?!~${LASTING}(?!\\p{L})))`,
  '(?![^.;!]*~(?:in|on|at|to)~lines?~\\d)',
  '(?!only~use~the~(?:first|last|next)~\\d)',
].join('');
/** An order that stands for later: it opens its sentence. */
export const ORDER = {
  kind: 'constraint',
  label: 'feedback',
  opens: true,
  isInstruction: true,
  value: 'rest',
} as const satisfies Partial<FactRule>;

/** Ways in which a user wants answers and work to be done, which stand for later whoever reads them. */
export const STYLES: readonly FactRule[] = [
  ...[`(?=${STOP})`, `(?=${KEEP_SHORT})`, `(?=${ONLY_MAY})`, `(?=${STYLE})`].map((words): FactRule => ({
    ...ORDER,
    pattern: said(`${words}${FOR_NOW}`),
  })),
  { ...ORDER, pattern: said(`(?=${WRITINGS}(?![^.;!]*~(?:for|in|on)~(?:this|that|these|now|today)(?!\\p{L})))`) },
  {
    kind: 'constraint',
    label: 'feedback',
    opens: true,
    value: 'rest',
    pattern: said(
      `(?=(?:use|stick~(?:to|with)|(?:answer|reply|respond|write)~(?:in|with))~${KIND}(?:~${KIND}){0,4}?${IN_THE_WORK}${NOT}~(?:an?~)?${KIND}${FOR_NOW}|prefer~(?!not~)${KIND}(?:~${KIND}){0,2}~(?:over|to)~${KIND}${FOR_NOW})`,
    ),
  },
  {
    ...ORDER,
    saysChange: true,
    pattern: said(
      `(?=(?:please~)?${DO}~[^.;!?]{2,160}?,?~(?:from~now~on|going~forward|from~here~on(?:~out)?)\\s*(?:[.,;!]|$|(?:please|because|since|as)(?!\\p{L})))`,
    ),
  },
];

/** Standing orders of a user to do or not to do something. */
export const INSTRUCTIONS: readonly FactRule[] = [
  ...STYLES,
  {
    ...ORDER,
    pattern: said(`${FOR_LATER}(?=${INSTEAD}~${NO_ORDER}\\p{L})`),
  },
  {
    ...ORDER,
    saysChange: true,
    pattern: said(
      `(?=(?:from~now~on|going~forward|in~the~future|henceforth)\\s*,?~(?:please~|you~should~|always~|never~|only~|use~|do~not~|don[’']t~|add~|include~|write~|answer~|keep~|format~|run~|make~|when~|${DOES}~|${WITH_OBJECT}))`,
    ),
  },
  {
    ...ORDER,
    pattern: said(
      `${FOR_LATER}(?=(?:you~must~(?!(?:have|feel|be|love|like|enjoy|hate|miss|know|think|want|try|see|visit|come|watch|read|hear|meet|taste|check~out|get|go|tell|give|let|admit|agree|understand|forgive|excuse)\\b)|whenever~(?:I|you)~[^,]{3,80},~(?:please~|always~|never~|use~|include~|add~)|(?:you~should~(?:always|never)|make~sure~(?:to|that|you)|be~sure~to|ensure~that|only~use|only~ever|under~no~circumstances|remember~to|avoid~using|it~is~forbidden)~)\\p{L})`,
    ),
  },
  {
    ...ORDER,
    pattern: said(
      `(?=I~(?:don[’']t|do~not)~want~you~to~(?:push|commit|merge|deploy|release|delete|remove|overwrite|install|send|publish|share|use|edit|change|touch|rewrite|rename)~(?!(?:it|that|this|these|those|them|the~last|me|my)(?!\\p{L}))[^.;!]{2,})${FOR_NOW}`,
    ),
  },
  {
    ...LIFT,
    pattern: said(
      '(?:please~)?(?:drop|forget|ignore|remove|lift)~(?:the|my|that)~(?:rule|instruction|constraint|requirement|restriction)~(?:about|on|to|that|of|against)~',
    ),
  },
];

const KEEP = "(?:please~)?(?:remember|keep~in~mind|don[’']t~forget)~that~";
/** Talk of a talk: what was said there is not what is to be kept. */
const NO_TALK =
  '(?![^,.;!]{0,40}~(?:said|says?|told|talked|spoke|discussed|mentioned|claim(?:s|ed)?|thinks?|thought)(?!\\p{L})|the~(?:following|above|below|last|first)(?!\\p{L}))';
/** Reads requests to keep something in mind that no other rule reads. Statements of a user about himself are private to him. */
export const KEPT: readonly FactRule[] = [
  {
    kind: 'personal',
    label: 'user',
    opens: true,
    value: 'rest',
    pattern: said(`${KEEP}${NO_TALK}(?=(?:my|I|I[’'](?:m|ve|d|ll))(?![\\p{L}'’]))`),
  },
  {
    kind: 'constraint',
    label: 'feedback',
    opens: true,
    value: 'rest',
    pattern: said(`${KEEP}${NO_TALK}(?=(?:the|our|we|there|all|every|each|no)(?!\\p{L}))`),
  },
];

const WRONG = "(?:that['’]?s|this~is|it['’]?s)~not~what~I~(?:meant|asked|wanted|said)";
/** Corrections of what the agent got wrong. */
export const CORRECTIONS: readonly FactRule[] = [
  {
    kind: 'correction',
    label: 'feedback',
    opens: true,
    value: 'rest',
    saysChange: true,
    pattern: said(`(?:(?:no|nope|wait|sorry|actually|correction)\\s*[,:–-]+\\s*)*(?=I~meant~|${WRONG}|you~misunderstood~)`),
  },
  {
    kind: 'correction',
    label: 'feedback',
    opens: true,
    value: 'rest',
    saysChange: true,
    pattern: said(
      "(?:(?:no|nope|wait|sorry|actually|correction)\\s*[,:–-]+\\s*)+(?=(?:it['’]?s|it~is|it~should~be|the|my|our|use(?!~(?:the|this|that|those|these|it|an?|my|your)(?!\\p{L})))~[^,.;]{1,60},?~(?:not|instead)(?!\\p{L}))",
    ),
  },
];
