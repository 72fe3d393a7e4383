import { said, type FactRule } from '../fact-rule.ts';

/** The thing in use, by a name: no word for a thing in general, and nothing but a circumstance behind it. */
const NO_NAME =
  "(?![^\\s,.;]*[’']s~)(?!(?:the|an?|my|our|your|this|that|it|its|them|these|those|some|any|no|all|both|each|every|other|another|different|various|several|only|more|too|so|much|many|up|to|just|mostly|mainly|either|what|which|two|three|is|as|for|in|on|at|of|by|with|from|one|same|someone|anything|something)(?![\\p{L}\\p{N}]))";
const OLD = `${NO_NAME}(?<old>\\x60[\\w./@-]{1,40}\\x60|\\p{L}(?:[\\p{L}\\p{N}.+#/-]*[\\p{L}\\p{N}+#])?(?:~[\\p{L}\\p{N}](?:[\\p{L}\\p{N}.+#-]*[\\p{L}\\p{N}+#])?){0,2}?)`;
const END = '(?:\\s*[.,;!]|$|~(?:because|since|and|(?:for|in|on|as)(?![^,.;]*~only(?!\\p{L})))(?!\\p{L}))';
/** Behind the new one. "Now" stands before it, behind it or at the end; without it both may have been used all the time. */
const INSTEAD = `(?=[^,.;]{2,40}?~(?:now~)?instead~of~${OLD}(?:~now)?${END})`;
const BY_ME = { kind: 'decision', label: 'user', attribute: 'using {}', value: 'tool' } as const;
/** Things besides programs that people change: "I switched from coffee to tea". */
const NO_HABIT =
  '(?!(?:(?:decaf|green|black|oat|soy)~)?(?:coffee|tea|milk|water|wine|beer|soda|juice|sugar|honey|butter|margarine|meat|beef|fish|cigarettes|smoking|vaping|running|cycling|swimming|walking|driving|yoga|pilates|glasses|contacts|cars?|bus|train|trains|bikes?)(?!\\p{L}))';
const SAID_NOW = '(?=[^,.;]{0,80}(?<!\\p{L})now(?!\\p{L}))';
const ALONE = '(?![^,.;]{2,40}?~instead~of~)';
const SINCE = "(?:['’]ve|~have)?(?:~(?:now|just|finally|recently|already|also))?";
const USE = '(?:use|deploy~with|build~with|test~with|lint~with)';
const USES = '(?:uses|deploys~with|builds~with)';
/** "The worker uses NATS": what uses it is part of the name, as another may use another. */
const USER =
  '(?<det>the|our)~(?<attr>(?!(?:[\\p{L}\\p{N}-]+~)?(?:competit(?:or|ion)|rival)s?(?!\\p{L}))(?:[\\p{L}\\p{N}-]+~){0,2}?[\\p{L}\\p{N}-]+)';
const BY_US = { kind: 'decision', label: 'project', attribute: 'using {}', value: 'tool' } as const;
const REPLACED = { ...BY_US, attribute: 'using {old}', saysChange: true, isQualified: true } as const;

/** Names with a number that are no program's: "the cache is Level 2". */
const NO_PROGRAM =
  '(?!(?:level|layer|tier|phase|stage|step|version|release|revision|type|class|category|number|no|nr|rank|priority|grade|part|option|plan|generation|gen|server|cluster|instance|shard|replica|zone|rack|room|big|top|gate)[.~]?v?\\d)';
/** "The database is Postgres 16": a name with its version is what is in use there, and nothing behind it says where alone. */
const PRODUCT_OF = `(?<det>the|our)~(?<attr>(?:[\\p{L}\\p{N}-]+~){0,2}?(?:database|db|broker|cache|search~engine|vector~store|runtime))~(?:(?:is|runs)|runs~on)~(?:now~|currently~)?${NO_PROGRAM}(?=(?-i:\\p{Lu})[\\p{L}.+#-]*~v?\\d+(?:\\.\\d+){0,2}(?:~(?:now|again|instead))?\\s*(?:[.,;!](?!\\d)|$|~(?:and|but)~(?:the|our|we)~))`;

/**
 * Programs that are used. Of each there is a statement of its own; one that says what it is used instead of replaces the
 * statement of that one, and one that is no longer used ends it.
 */
export const TOOLS: readonly FactRule[] = [
  { ...REPLACED, pattern: said(`we${SINCE}~(?:replaced|swapped(?:~out)?)~${OLD}~(?:with|by|for)~${NO_NAME}`) },
  {
    ...REPLACED,
    pattern: said(
      `(?:we${SINCE}~(?:switched|migrated|moved|changed)|(?<=^\\s*)(?:switched|migrated))(?:~over)?~from~${OLD}~(?:over~)?to~${NO_NAME}`,
    ),
  },
  {
    ...BY_ME,
    attribute: 'using {old}',
    saysChange: true,
    isQualified: true,
    pattern: said(`I${SINCE}~(?:switched|migrated|changed)(?:~over)?~from~(?:using~)?${NO_HABIT}${OLD}~(?:over~)?to~(?:using~)?${NO_NAME}`),
  },
  {
    ...BY_ME,
    value: 'name',
    pattern: said(
      `(?:I~(?:now~|currently~|still~|also~)?use|(?:I['’]m|I~am)~(?:now~|currently~|still~)?using)~(?!\\p{L}+days?(?!\\p{L}))${NO_NAME}${ALONE}`,
    ),
  },
  {
    ...REPLACED,
    pattern: said(`(?:we~${SAID_NOW}(?:now~)?${USE}|(?:we['’]re|we~are)~${SAID_NOW}(?:now~)?using)~(?:now~)?${NO_NAME}${INSTEAD}`),
  },
  {
    ...REPLACED,
    label: 'owner',
    attribute: '{attr} using {old}',
    pattern: said(`${USER}~${SAID_NOW}(?:now~)?${USES}~(?:now~)?${NO_NAME}${INSTEAD}`),
  },
  {
    ...BY_US,
    isQualified: true,
    ends: true,
    pattern: said(`we~(?:no~longer~${USE}~|don['’]t~${USE}~(?=[^,.;]{2,40}?~any~?more(?!\\p{L})))${NO_NAME}`),
  },
  { ...BY_US, isQualified: true, ends: true, pattern: said(`we${SINCE}~stopped~using~${NO_NAME}`) },
  {
    ...BY_US,
    pattern: said(`(?:we~(?:now~|currently~|still~|also~)?${USE}|(?:we['’]re|we~are)~(?:now~|currently~|still~)?using)~${NO_NAME}${ALONE}`),
  },
  {
    ...BY_US,
    label: 'owner',
    attribute: '{attr} using {}',
    pattern: said(`${USER}~(?:now~|currently~|still~)?${USES}~${NO_NAME}${ALONE}`),
  },
];

/** Read before changes of values, which end at the name. */
export const VERSIONED_PROGRAMS: readonly FactRule[] = [
  { kind: 'value', label: 'project', attribute: '{attr}', value: 'versioned', isQualified: true, pattern: said(PRODUCT_OF) },
];
