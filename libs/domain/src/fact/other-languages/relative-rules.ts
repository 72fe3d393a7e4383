import { said, type FactRule } from '../fact-rule.ts';
import { NO_PLACE } from '../no-place.ts';

/** "My sister", with the person as `attr`, and "lives in" up to the place. */
interface RelativeWords {
  readonly my: string;
  readonly persons: string;
  readonly livesIn: string;
}

const RELATIVE_WORDS: readonly RelativeWords[] = [
  {
    my: 'meine?',
    persons:
      'schwester|bruder|mutter|vater|mama|papa|frau|mann|freundin|freund|partnerin|partner|tochter|sohn|oma|opa|tante|onkel|cousine|cousin|schwiegermutter|schwiegervater|eltern|großeltern|geschwister|kinder',
    livesIn: '(?:wohn(?:t|en)|leb(?:t|en))(?:~(?:jetzt|inzwischen|mittlerweile|nun))?~in~',
  },
  {
    my: 'm(?:a|on|es)',
    persons:
      'sœur|soeur|frère|mère|père|maman|papa|femme|mari|copine|copain|compagne|compagnon|fille|fils|grand-mère|grand-père|tante|oncle|cousine?|parents|grands-parents|enfants|belle-mère|beau-père',
    livesIn: '(?:habite(?:nt)?|vi(?:t|vent))(?:~(?:maintenant|désormais))?~(?:à|au|en|aux)~',
  },
  {
    my: 'mis?',
    persons:
      'herman[oa]|madre|padre|mamá|papá|mujer|marido|esposa|esposo|novi[oa]|pareja|hij[oa]|abuel[oa]|tí[oa]|prim[oa]|padres|abuelos|hijos|suegr[oa]',
    livesIn: '(?:ahora~)?viven?(?:~ahora)?~en~',
  },
  {
    my: '(?:(?:l[ae]|i)~)?mi(?:a|o|ei|e)',
    persons:
      'sorella|fratello|madre|padre|mamma|papà|moglie|marito|fidanzat[oa]|compagn[oa]|figli[oa]|nonn[oa]|zi[oa]|cugin[oa]|genitori|nonni|suocer[oa]',
    livesIn: '(?:ora~)?(?:viv(?:e|ono)|abita(?:no)?)(?:~ora)?~(?:a|in|ad)~',
  },
  {
    my: '(?:(?:o|a|os|as)~)?(?:meus?|minhas?)',
    persons: 'irmãos?|irmã|mãe|pai|mulher|marido|esposa|namorad[oa]|filh[oa]s?|avó|avô|ti[oa]|prim[oa]|pais|avós|sogr[oa]',
    livesIn: '(?:agora~)?(?:viv(?:e|em)|moram?)(?:~agora)?~(?:em|no|na)~',
  },
  {
    my: 'mijn',
    persons: 'zus|broer|moeder|vader|mama|papa|vrouw|man|vriendin|vriend|partner|dochter|zoon|oma|opa|tante|oom|nicht|neef|ouders|kinderen',
    livesIn: '(?:woont|wonen)(?:~(?:nu|inmiddels))?~in~',
  },
  {
    my: 'min|mina|mitt',
    persons:
      'syster|bror|mamma|pappa|mor|far|fru|man|flickvän|pojkvän|sambo|partner|dotter|son|mormor|farmor|morfar|farfar|moster|faster|morbror|farbror|kusin|föräldrar',
    livesIn: 'bor(?:~nu)?~i~',
  },
];

/** Excludes a second place: somebody who lives in two has no one home. */
const NO_OTHER = '(?![\\p{L}\\p{M}’-]+(?:~(?-i:\\p{Lu})[\\p{L}\\p{M}’-]+)?~(?:und|oder|et|ou|y|o|e|en|of|och|eller)~(?-i:\\p{Lu}))';

/** Reads where those live who are near to somebody, as a fact of his own: none replaces another without a word of change. */
export const RELATIVE_HOMES: readonly FactRule[] = RELATIVE_WORDS.map(({ my, persons, livesIn }): FactRule => ({
  kind: 'personal',
  label: 'user',
  isWhole: true,
  isPlace: true,
  attribute: '{attr} home',
  value: 'name',
  pattern: said(`(?:${my})~(?<attr>(?:${persons})(?:~(?-i:\\p{Lu}\\p{Ll}+))?)~${livesIn}(?!${NO_PLACE})${NO_OTHER}`),
}));
