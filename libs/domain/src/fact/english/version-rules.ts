import { said, type FactRule } from '../fact-rule.ts';
import { I_HAVE } from './english-words.ts';

/** Programs that are known by the first number of their version alone. */
const VERSIONED =
  '(?:node(?:\\.?js)?|python|java|jdk|php|ruby|go|kotlin|swift|postgres(?:ql)?|mysql|mariadb|redis|mongodb|elasticsearch|opensearch|kafka|angular|react|vue|svelte|next(?:\\.js)?|nuxt|django|rails|laravel|symfony|spring~boot|ubuntu|debian|fedora|eslint|webpack|vite|jest|vitest|typescript|tailwind|ios|android)';
const MAJOR = '(?=v?\\d{1,3}(?:\\s*(?:[.,;!](?!\\d)|$)|~(?:and|now|but|so|since|because|on|in|this|last|yesterday|today)(?!\\p{L})))';

const VERSION = { kind: 'value', label: 'project', attribute: '{attr} version', value: 'exact' } as const satisfies Partial<FactRule>;
const CHANGE = { ...VERSION, saysChange: true } as const satisfies Partial<FactRule>;

/** Versions of programs. */
export const VERSIONS: readonly FactRule[] = [
  {
    ...CHANGE,
    pattern: said(
      `${I_HAVE}~(?:upgraded|updated|migrated|bumped|moved|switched|downgraded)~(?:our~|my~|the~)?(?<attr>\\p{L}[\\p{L}\\p{N}.#+-]*(?:~\\p{L}[\\p{L}\\p{N}.#+-]*)?)(?:~from~(?:version~)?(?<old>v?\\d[\\w.]*))?~to~(?:version~)?(?=v?\\d+(?:\\.\\d+)+)`,
    ),
  },
  {
    ...CHANGE,
    isQualified: true,
    pattern: said(
      `(?:${I_HAVE}~(?:upgraded|updated|migrated|bumped|moved|switched|downgraded)|(?<=^\\s*)(?:upgraded|updated|migrated|bumped|downgraded))~(?:our~|the~)?(?<attr>${VERSIONED})(?:~from~(?:version~)?(?<old>v?\\d[\\w.]*))?~to~(?:version~)?${MAJOR}`,
    ),
  },
  {
    ...CHANGE,
    isQualified: true,
    pattern: said(
      `${I_HAVE}~(?:(?:upgraded|updated|migrated|moved|switched|downgraded)~to|standardi[sz]ed~on|settled~on)~(?<attr>${VERSIONED})~(?:version~)?(?:(?=v?\\d+(?:\\.\\d+)+)|${MAJOR})`,
    ),
  },
  {
    ...CHANGE,
    isQualified: true,
    pattern: said(
      `${I_HAVE}~(?:upgraded|updated|migrated|moved|switched|downgraded)~from~(?<attr>${VERSIONED})~(?:version~)?(?<old>v?\\d[\\d.]*)~to~(?:${VERSIONED}~)?(?:version~)?${MAJOR}`,
    ),
  },
  {
    ...VERSION,
    isQualified: true,
    pattern: said(
      `we(?:(?:['’]re|~are)(?:~(?:now|still|currently))?~on|~(?:(?:now|still|currently)~)?(?:use|run))~(?<attr>${VERSIONED})~(?:version~)?${MAJOR}`,
    ),
  },
  {
    ...VERSION,
    pattern: said(
      `(?:the|our)~(?:project|repo|repository|app|build|package|library|service|code|codebase|site|api|backend|frontend)~(?:(?:is~)?(?:now~|still~)?(?:pinned~to|locked~to|on)|(?:now~)?(?:uses|runs~on|requires|targets|needs))~(?<attr>\\p{L}[\\p{L}\\p{N}+#-]*(?:\\.js)?)~(?=v?\\d+(?:\\.\\d+)+(?!\\p{L}))`,
    ),
  },
];
