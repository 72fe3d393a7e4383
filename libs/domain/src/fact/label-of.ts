import type { FactLabel } from '../unit/unit.ts';
import type { FactRule } from './fact-rule.ts';
import { isMonth } from './month-value.ts';
import { isDay } from './normal-value.ts';
import type { FactSource } from './stated-fact.ts';

/** The speaker's name in lower case, or `user`. */
export function speakerName({ agent, subject, kind }: Pick<FactSource, 'agent' | 'subject' | 'kind'>): string {
  return ((kind === 'user_message' ? agent : undefined) ?? subject ?? 'user').trim().toLowerCase() || 'user';
}

/** Returns true for a fact of the work, which is one for all persons who speak of it to an agent. */
export function isShared(label: FactLabel, { kind, agent }: FactSource): boolean {
  return (label === 'project' || label === 'reference') && kind === 'user_message' && agent === undefined;
}

const word = (inner: string): RegExp => new RegExp(`(?<![\\p{L}\\p{N}])(?:${inner})s?(?![\\p{L}])`, 'iu');
/** Names of things in code. */
const CODE = /`[^`]+`|\p{L}_\p{L}|\p{Ll}\p{Lu}|\p{L}\(\)|\p{L}\/\p{L}/u;
/** Regions of clouds, as no other region is named. */
const CLOUD_REGION = /^`?(?:[a-z]{2}-(?:[a-z]+-)?[a-z]+-\d[a-z]?|[a-z]{2,12}-[a-z]{2,12}\d{1,2}(?:-[a-z])?)`?$/u;
/** Things of a project, whoever they belong to. */
const TECHNICAL = word(
  'app|api|code|server|database|db|repo(?:sitory)?|project|build|test|coverage|latency|response time|quer(?:y|ie)|port|branch|commit|release|sprint|deploy\\w*|pipeline|endpoint|schema|version|bundle|cache|script|config\\w*|docker\\w*|cluster|cpu|website|framework|library version|backend|frontend|dashboard|login|timeout|module|class|bug|feature|\\p{L}*server|\\p{L}*datenbank|\\p{L}*schnittstelle|poort|serveur|base de données|servidor|base de datos|puerto|porta|databas\\p{L}*',
);
/** Things that are a project's where "the" stands before them, and may be a person's where "my" does. */
const SHARED = word(
  'deadline|milestone|launch|sla|slo|uptime|availability target|c[etfop]o|(?:product|project|team|tech|engineering) (?:lead|owner|manager)|roadmap|spec|team|customer|client|budget|meeting|demo|workshop|webinar|conference|interview|rehearsal|training|size|limit|rate|max|maximum|minimum|memory|heap|queue|thread|worker|threshold|quota|retention|retry|retries|interval|batch|cookie|lifetime|ttl|date|lease|fee|key|token|page|file|command|colou?r|font|theme|link|heading|border|background|p\\d\\d|replica|node|pod|shard|container|microservice|(?:plan|tier|subscription|licen[cs]e|package|seat|tarif|abo|lizenz|forfait|abonnement|tarifa|suscripción|licencia) (?:price|preis|prix|precio)|' +
    // Other languages have these; those of German, Dutch and Swedish end compounds.
    '\\p{L}*(?:termin|frist|besprechung|sitzung|budget|zeitlimit|limit|größe|grenze|veröffentlichung|vergadering|deadline|begroting|lancering|möte)|réunion|échéance|date limite|délai|lancement|livraison|reunión|plazo|fecha límite|lanzamiento|entrega|presupuesto|riunione|scadenza|lancio|consegna|bilancio|reunião|prazo|lançamento|orçamento|límite|limite|tiempo de espera|tempo d[ei] (?:attesa|espera)|overleg|oplevering',
);
/** Matches copies of what hands have made, unless it is technical: a program has no adjective before its name. */
const COPIES =
  /^.*?(?<!\p{L})replicas?\s+of\s+(?!(?:the|our|my|this|each|every|all|both)\s)((?:(?-i:Ancient|Old|Classical|Medieval)\s)?(?-i:\p{Ll}+|\p{Lu}\p{Ll}+(?:an|ish|ese|['’]s)|Greek|Gothic|Celtic|Nordic|French|Dutch|Norse|Czech|Swiss|Aztec|Inca|Maya|Ming)\s(?!(?:in|on|at|for|and|or|per|behind|with|by|across|running|is|are|now|instead)\s)(?-i:\p{Ll})[^,.;:!?]*)/iu;
/** Matches things of a household that have the same name: "5 containers of yoghurt", "2 nodes in the garden". */
const OF_A_HOUSEHOLD =
  /(?<!\p{L})(?:(?:pod|shard|container)s?\s+of\s+(?!(?:the|our|my|this|each|every)\s)(?-i:\p{Ll})|(?:replica|node|pod|shard|container)s?\s+(?:in|on)\s+(?:the|our|my)\s+(?:garden|fridge|freezer|kitchen|pantry|cellar|basement|attic|garage|shed|balcony|house|ship|boat)(?!\p{L}))/iu;
/** The same where "the" stands before them; with "our" a family may have them, too. */
const SHARED_BY_NAME = word(
  'go-live|pilot|goal|target|(?:code |feature )?freeze|call|review|planning|retro(?:spective)?|stand-?up|kick-?off|rollout|cutover|maintenance|audit|hackathon|off-?site|upload|download|backup|scheduler|service|gateway|proxy|daemon|runner|monorepo|linter',
);
/** Things that have a number of the user's own: "the order number". */
const OF_A_CUSTOMER = word(
  '(?:order|reservation|booking|confirmation|account|ticket|invoice|customer|member(?:ship)?)~(?:number|id|code)'.replaceAll('~', ' '),
);
/** Things that a person has one of, also where "the" stands before them. */
const OF_A_PERSON = word(
  'rent|salary|wage|mortgage|miete|gehalt|loyer|salaire|alquiler|sueldo|affitto|stipendio|renda|salário|huur|salaris|hyra|lön',
);
const MINE = /^(?:my|i|mein\p{L}*|mon|ma|mes|mi|mis|il mio|la mia|meu|minha|o meu|a minha|mijn|min|mitt|mina|мой|моя|моё|мое)(?![\p{L}])/u;
const OURS =
  /^(?:our|we|unser\p{L}*|notre|nos|nuestr[oa]s?|(?:il )?nostro|(?:la )?nostra|(?:o )?nosso|(?:a )?nossa|ons|onze|vår|vårt|våra|наш|наша|наше)(?![\p{L}])/u;

/** "The price of our menu" is ours. */
const INNER_OWNER = /\s(?:of|for)\s+(my|our)\s/iu;
/** The words before "a budget" say whose it is. */
const OUR_CLAUSE = /(?<![\p{L}])(?:we|our)(?:['’]ve|['’]re)?(?:\s+\p{L}+){0,4}\s+$/iu;

/**
 * Returns the label of a fact: the user's own, which is private, unless the words say that it is the project's. Undefined where it
 * is nobody's ("the probability of rain is 20 %"), or where it is an order that is not the agent's to follow.
 */
export function labelOf(
  rule: FactRule,
  match: RegExpExecArray,
  { attribute, value }: { readonly attribute: string | undefined; readonly value: string | undefined },
  source: FactSource,
): FactLabel | undefined {
  const isInGroup = source.kind === 'user_message' && source.agent !== undefined;
  if (rule.label === 'feedback') return isInGroup ? undefined : 'feedback';
  if (rule.label !== 'owner') return isInGroup && rule.label === 'project' ? undefined : rule.label;
  if (source.kind === 'decision') return 'project';
  // An assistant also drafts what its user might say; only what it says of the work is its own.
  if (source.kind === 'agent_message') return TECHNICAL.test(match.input) || CODE.test(match.input) ? 'project' : undefined;
  const det = match.groups?.['det']?.toLowerCase();
  const owner = (/^the$/u.test(det ?? '') ? INNER_OWNER.exec(match[0])?.[1]?.toLowerCase() : undefined) ?? det ?? match[0].toLowerCase();
  const isMine = MINE.test(owner);
  const isOurs = OURS.test(owner) || (/^an?$/u.test(owner) && OUR_CLAUSE.test(match.input.slice(0, match.index)));
  if (isInGroup) return isMine || isOurs ? 'user' : undefined;
  const isOnDay = value !== undefined && attribute !== undefined && (isDay(value) || isMonth(value));
  // "The pilot date" is the pilot's, and so is "the pilot": the word for a day says nothing of whose it is.
  const words = isOnDay ? attribute : `${match[0]} ${attribute ?? ''}`;
  const isShared = SHARED.test(words);
  const isOfWork = (rule.kind === 'decision' && attribute === undefined) || (isShared && !isOfHousehold(match));
  const isCode = match.input.charAt(match.index + match[0].length) === '`';
  const isRegion = value !== undefined && CLOUD_REGION.test(value) && /(?:^|\s)(?:region|zone)$/u.test(attribute ?? '');
  if (isCode || isRegion || TECHNICAL.test(words) || (isOurs && isOfWork)) return 'project';
  if (isMine || isOurs || /^an?$/u.test(owner) || OF_A_CUSTOMER.test(words)) return 'user';
  if (isShared || SHARED_BY_NAME.test(words)) return 'project';
  // The day of a thing that no project is known to have is its speaker's, as rent is.
  if (isOnDay || OF_A_PERSON.test(words)) return 'user';
  return rule.saysChange === true ? 'project' : undefined;
}

function isOfHousehold({ input, index }: RegExpExecArray): boolean {
  const said = input.slice(index);
  const copied = COPIES.exec(said)?.[1];
  return OF_A_HOUSEHOLD.test(said) || (copied !== undefined && ![TECHNICAL, SHARED, SHARED_BY_NAME].some((words) => words.test(copied)));
}
