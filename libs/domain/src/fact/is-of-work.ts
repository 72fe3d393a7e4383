/** Matches what only a project's work has: its repository, its checks, its ways to write code and to bring it out. */
const WORK = new RegExp(
  `\`[^\`\\n]+\`|(?<![\\p{L}\\p{N}])(?:${[
    'repos?|repositor(?:y|ies)|monorepo|codebase|lint(?:er|ing)?|eslint|prettier|lockfile|changelog|docstrings?|semicolons?|camelcase|snake_?case|kebab-?case',
    'commit(?:s|ted|ting)?(?!\\s+to\\s+(?!(?:(?:this|the|our)\\s+)?(?:main|master|trunk|repo|branch|codebase)))|force-?push\\p{L}*|push(?:ing)?(?=\\s+(?:(?:directly|straight)\\s+)?(?:to|on|onto)\\s)|rebas(?:e|ing)|merg(?:e|es|ed|ing)(?!\\s+into\\s+(?!main|master|trunk|staging))',
    '(?:to|into|onto|on|auf|sur|a|in|naar|op|till)\\s+(?:main|master|trunk)(?=\\s*(?:[.,;!]|$|branch))|(?:pull|merge)[\\s-]requests?|(?:open|merg|review|clos|approv)(?:e|ing)?\\s+(?:an?\\s+|the\\s+)?prs?|(?:feature|release|shared)\\s+branch(?:es)?|branch(?:es|\\s+names?)',
    'staging|production(?!\\s+(?:of|de|d[eu]s?)(?!\\p{L}))|producción(?!\\s+de)|produzione(?!\\s+d)|produção(?!\\s+d)|productie|produktion(?:en)?|prod|deploy\\p{L}*(?!\\s+(?:troops|soldiers|airbags?))|déplo\\p{L}*|despli?eg\\p{L}+|fusionne[rz]?|mergen|rollbacks?|hotfix(?:es)?|migrations?|ci|pipelines?|unit\\s+tests?|test\\s+suite|the\\s+tests',
    'dependenc(?:y|ies)|npm|pnpm|docker\\p{L}*|kubernetes|terraform|sql|databases?|schemas?|apis?|endpoints?|feature\\s+flags?|env(?:ironment)?\\s+variables?',
    'use\\s+tabs|(?:two|four|eight|[248])\\s+spaces(?=\\s+for\\s+indent)|(?:single|double)\\s+quotes|type\\s+hints|(?:error|log)\\s+messages|(?:variable|function|class|file)\\s+names|code\\s+reviews?',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Words of code and its programs, which are in English whatever language is spoken. */
const OF_CODE = [
  'code codebase repo repos repository repositories monorepo project package packages module modules app service services server servers worker workers cluster queue cache library libraries framework frontend backend client api apis endpoint endpoints route routes schema schemas database databases table tables column columns row rows index indexes query queries sql transaction transactions migration migrations model models config configuration settings file files folder folders directory directories path paths line lines function functions class classes variable variables constant constants interface interfaces types hint hints comment comments docstring docstrings error errors warning warnings exception exceptions message messages name names naming title titles number ticket tickets issue issues version versions dependency dependencies lockfile lockfiles changelog readme docs documentation secret secrets password passwords token tokens key keys credential credentials env environment environments flag flags feature features default defaults indentation indent tab tabs space spaces single double quotes semicolon semicolons camelcase snake_case snakecase kebab-case style formatter linter coverage suite unit integration e2e end-to-end snapshot snapshots fixture fixtures mock mocks',
  'branch branches commit commits committing push pushes pushing force-push force-pushing pull merge merges merged merging rebase rebasing request requests pr prs release releases releasing deploy deploys deployed deploying deployment deployments rollback rollbacks hotfix hotfixes build builds pipeline pipelines ci staging production prod preview sandbox main master trunk',
  'npm pnpm yarn bun node docker kubernetes terraform helm eslint prettier vitest jest playwright cypress typescript javascript python rust go postgres mysql sqlite redis kafka nats git github gitlab make bash',
].join(' ');

/**
 * Words that such a rule is made of, by language. Lists of words that make one private were not enough: "never deploy during
 * chemo" has none that anybody had thought of. All words of a sentence are of one language: "uses" is no English in "nunca uses".
 */
export const WORDS_OF_WORK = {
  code: OF_CODE,
  english: [
    "a an the and or but nor not no never ever always only before after when whenever while until unless without with within in into on onto to from of for by at as if than then each every any all both either this that these those our it its is are be must should shall may can cannot can't do don't does doesn't did will won't has have had been there so because since again also please directly straight instead rather over under between via per against first last next same other another more one two three four eight ten",
    'now going forward henceforth sure ensure remember keep mind you circumstances allowed permitted forbidden required needed',
    'use uses using used run runs running write writes writing written put add adds adding added remove removes delete deletes drop edit change changes changing touch create creates include includes contain contains start starts end ends begin begins follow follows update updates updating bump bumps open opens opening close closes review reviews reviewed approve approves approved check checks skip bypass ignore disable enable prefer avoid prefix prefixed fix fixes break breaks failing fails fail pass passes passing green red generate generated regenerate format formatted lint type typed test tests tested testing log logs logged logging store stores stored install pin pinned hardcode hardcoded overwrite rename move revert reverts sign signed tag tags lock load import imports export exports handle wipe wiped backup backups restore split',
    'unused new old broken shared public private local remote global direct long short small large empty reversible breaking stable imperative lower-case upper-case lowercase uppercase singular plural conventional strict clean squash squashed hard-coded absolute relative parallel',
    'admin admins administrator administrators maintainer maintainers owner owners reviewer reviewers lead leads senior seniors developer developers engineer engineers bot team members',
    'night day morning monday mondays tuesday tuesdays wednesday wednesdays thursday thursdays friday fridays saturday saturdays sunday sundays weekend weekends weekdays',
  ].join(' '),
  german:
    'pushe pusht pushen deployen deployt mergt committen bitte jetzt dienstags mittwochs donnerstags samstags sonntags wochenende wochenenden freitagnachmittag tests nie niemals immer nur direkt auf den die das der dem des im am zu ohne vor nach und oder mit kein keine keinen nicht ein eine einen deploye mergen committe teste freitag freitags freitagen montag montags dürfen darf in produktion produktionen',
  french:
    'mettez mets en mardi mercredi jeudi samedi dimanche week-end directement fusionne fusionnez fusionner revue relecture tests dans branche principale ne pousse poussez jamais toujours sur le la les un une du sans avant après et ou pas déploie déployez déployer vendredi lundi seul seule peut peuvent',
  spanish:
    'jamás nunca lo la las los el al a hagáis hagas haga subas suba directamente en no producción revisión pruebas desplegar desplegad despleguéis despliegues despliegue lunes martes miércoles jueves viernes sábado sábados domingo domingos sin antes después y o siempre',
  italian:
    'non fare mai su sul il la in di a senza prima dopo e o sempre venerdì lunedì martedì mercoledì giovedì sabato domenica produzione deployare deployate rilasciare pushare direttamente revisione no',
  portuguese:
    'nunca jamais sempre não faças façam façais faça a o e os as às à ao aos em na no sem antes sexta sextas sexta-feira sextas-feiras segunda sábado domingo produção diretamente revisão',
  dutch: 'nooit altijd op in naar en of vrijdag vrijdags vrijdagen weekend productie direct rechtstreeks pusht zonder na',
  swedish: 'aldrig alltid på till en utan direkt pusha deploya produktion produktionen granskning fredag fredagar helger',
} as const;

const SPOKEN: readonly ReadonlySet<string>[] = (({ code, ...languages }) =>
  Object.values(languages).map((words) => new Set(`${code} ${words}`.split(' '))))(WORDS_OF_WORK);

/** Names of those who alone may do something: the one place in which a rule of the work has names. */
const ONLY_MAY = /^\s*[Oo]nly\s+\p{Lu}\p{Ll}+(?:\s+and\s+\p{Lu}\p{Ll}+)?\s+(?=(?:may|must|is|are)\s)/u;
/** Names in code; what has digits may be a secret. */
const CODE = /`[^`\n\d]{1,80}`/gu;
const NUMBER = /^\d{1,3}$/u;
const SECRET = /(?<!\p{L})(?:password|token|key|secret|credential)s?(?:\s+(?:is|are)(?!\p{L})|\s*[=:]|(?=.*\d))/iu;

/**
 * Returns true for a rule of how to work that all who do the work need: it names what only such work has, and every other
 * word of it is one of the work, too. Where that is not certain it stays with its speaker.
 */
export function isOfWork(sentence: string): boolean {
  if (!WORK.test(sentence) || SECRET.test(sentence)) return false;
  const said = sentence.replace(CODE, ' ').replace(ONLY_MAY, 'only ').replaceAll('’', "'").toLowerCase();
  const words = (said.match(/[\p{L}\p{M}\p{N}'_+@#-]+/gu) ?? []).filter((word) => !NUMBER.test(word));
  return SPOKEN.some((known) => words.every((word) => known.has(word)));
}
