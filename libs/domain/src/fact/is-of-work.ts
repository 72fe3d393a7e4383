/** Matches what only a project's work has: its repository, its checks, its ways to write code and to bring it out. */
const WORK = new RegExp(
  `\`[^\`\\n]+\`|(?<![\\p{L}\\p{N}])(?:${[
    'repos?|repositor(?:y|ies)|monorepo|codebase|lint(?:er|ing)?|eslint|prettier|lockfile|changelog|docstrings?|semicolons?|camelcase|snake_?case|kebab-?case',
    'commit(?:s|ted|ting)?(?!\\s+to\\s+(?!(?:(?:this|the|our)\\s+)?(?:main|master|trunk|repo|branch|codebase)))|force-?push\\p{L}*|push(?:ing)?(?=\\s+(?:(?:directly|straight)\\s+)?(?:to|on|onto)\\s)|rebas(?:e|ing)|merg(?:e|es|ed|ing)(?!\\s+into\\s+(?!main|master|trunk|staging))',
    '(?:to|into|onto|on|auf|sur|a|in|naar|op|till)\\s+(?:main|master|trunk)(?=\\s*(?:[.,;!]|$|branch))|(?:pull|merge)[\\s-]requests?|(?:open|merg|review|clos|approv)(?:e|ing)?\\s+(?:an?\\s+|the\\s+)?prs?|(?:feature|release|shared)\\s+branch(?:es)?|branch(?:es|\\s+names?)',
    'staging|production(?!\\s+of)|prod|deploy\\p{L}*(?!\\s+(?:troops|soldiers|airbags?))|déplo\\p{L}*|despleg\\p{L}+|rollbacks?|hotfix(?:es)?|migrations?|ci|pipelines?|unit\\s+tests?|test\\s+suite|the\\s+tests',
    'dependenc(?:y|ies)|npm|pnpm|docker\\p{L}*|kubernetes|terraform|sql|databases?|schemas?|apis?|endpoints?|feature\\s+flags?|env(?:ironment)?\\s+variables?',
    'use\\s+tabs|(?:two|four|eight|[248])\\s+spaces(?=\\s+for\\s+indent)|(?:single|double)\\s+quotes|type\\s+hints|(?:error|log)\\s+messages|(?:variable|function|class|file)\\s+names|code\\s+reviews?',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** The one who speaks, in the languages that are read: what is for him alone. */
const SPEAKER =
  /(?<![\p{L}\p{N}])(?:i|i['’](?:m|ve|ll|d)|me|my|mine|myself|ich|mir|mich|mein\p{L}*|je|moi|mon|ma|mes|yo|m[ií]|mis|m[ií][oa]s?|conmigo|io|mi[eo]i?|eu|mim|meus?|minhas?|comigo|ik|mij|mijn|jag|mig|min|mitt|mina)(?![\p{L}\p{N}])|(?<=\p{L})(?:-moi|[aeiáéí](?:rme|me))(?!\p{L})(?<!\p{L}(?:time|name|same|some|come|home|theme|scheme|frame|regime|volume|rename|runtime|uptime|downtime|filename|username|hostname))/iu;

/** Talk with the speaker, and what somebody wants to be asked, told or spared. */
const TALK = new RegExp(
  `(?<!\\p{L})(?:${[
    'answer\\p{L}*|repl(?:y|ies|ying)|respon[ds]\\p{L}*|expla\\p{L}+|summar\\p{L}+|talk\\p{L}*|speak\\p{L}*|say\\p{L}*|tell\\p{L}*|told|call|address|greet\\p{L}*|chat\\p{L}*|convers\\p{L}+|tone|polite\\p{L}*|formal\\p{L}*|friendly|emojis?|jok\\p{L}+|remind\\p{L}*|notif\\p{L}+|ping\\p{L}*|bother|interrupt|wake|apolog\\p{L}+|sorry|prais\\p{L}+|bullet|verbose|concise|brief|show|ask\\p{L}*|permission|confirm\\p{L}*|approval|assume|argue|you\\s+think|lectur\\p{L}+|nag|suggest\\p{L}*|recommend\\p{L}*|offer|propos\\p{L}+|translat\\p{L}+|teach|advi[sc]e|help|guess|pretend|know|find\\s+out|hear|learn|hide|yours?|yourself|provid\\p{L}+|give|output|detail\\p{L}*|examples?|snippets?|code\\s+blocks?|highlight',
    'antwort\\p{L}*|erklär\\p{L}*|sprich|sprech\\p{L}*|sag\\p{L}*|frag\\p{L}*|erinner\\p{L}*|zeig\\p{L}*|duz\\p{L}*|siez\\p{L}*|répon\\p{L}+|expliqu\\p{L}+|parl\\p{L}+|dis|demand\\p{L}+|rappell?e\\p{L}*|montr\\p{L}+|tutoi\\p{L}+|explic\\p{L}+|habl\\p{L}+|dime|pregunt\\p{L}+|recu[eé]rd\\p{L}+|muestr\\p{L}+|rispo\\p{L}+|spieg\\p{L}+|chied\\p{L}+|ricord\\p{L}+|mostr\\p{L}+|fal[ae]\\p{L}*|pergunt\\p{L}+|lembr\\p{L}+|antwoord\\p{L}*|vertel\\p{L}*|vraag|herinner\\p{L}*|toon|leg(?=\\s[^.;!]*\\suit(?!\\p{L}))|dein\\p{L}*|ton|tes|votre|vos|tuo[i]?|tua|jouw|din|ditt|svar\\p{L}*|förklar\\p{L}*|fråg\\p{L}*|påminn\\p{L}*|visa',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** What is kept between two, and people of somebody's life. */
const OF_PERSONS =
  /(?<!\p{L})(?:he|she|him|his|hers?|secretly|privately|confidential\p{L}*|between\s+us|mentions?|mentioning|gossip|anyone|anybody|salar(?:y|ies)|wages?|pregnan\p{L}+|sick\p{L}*|ill(?:ness)?|doctors?|dentist|therap\p{L}+|medic\p{L}+|health|birthdays?|wife|husband|girlfriend|boyfriend|kids?|child(?:ren)?|sons?|daughters?|mom|mum|mother|dad|father|sister|brother|diagnos\p{L}+|cancer|divorce\p{L}*|fired|lay-?offs?|laid\s+off|resign\p{L}*|bonus|court|police|debts?|religio\p{L}+|drunk|party|breakfast|lunch|dinner|coffee|sleep)(?!\p{L})/iu;

/** What is said of a person by his name, a way to reach one, and secrets. */
const NAMED =
  /\p{Lu}\p{Ll}+\s+(?:is|was|has|had|gets|hates|likes|wants|needs|thinks|does)(?!\p{L})|\S@\S|\+\d{2}|(?<!\p{L})(?:[Pp]ass(?:word|phrase)|[Tt]oken|[Kk]ey|PIN|[Pp]in|[Ss]ecret)\s*(?:is\s|[=:])?\s*(?=\S*\d)\S{3}/u;

/** Scripts of languages in which words for talk are not listed. */
const UNLISTED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Cyrillic}\p{Script=Hangul}]/u;

/**
 * Returns true for a rule of how to work that all who do the work need: it names what only such work has, and neither its
 * speaker, nor talk with him, nor anybody's life. Where that is not certain it stays with its speaker.
 */
export function isOfWork(sentence: string): boolean {
  return WORK.test(sentence) && ![SPEAKER, TALK, OF_PERSONS, NAMED, UNLISTED].some((words) => words.test(sentence));
}
