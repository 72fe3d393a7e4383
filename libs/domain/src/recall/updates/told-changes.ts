/** The thing that is told to have changed, at the beginning of a sentence that says so of the world as it is. */
const THING = String.raw`(?<thing>(?!(?:if|when|once|unless|whether|suppose|should|imagine|wenn|falls|sobald|ob|si|quand|cuando|se|quando|als|indien)\s)[^.!?;:,\n]{3,60}?)`;
/** Its new value, up to the end of the clause. */
const VALUE = String.raw`(?<value>[^.!?;,\n][^!?;,\n]{0,60}?)(?=[.]?\s*$|[.!?;,]\s)`;

/** Sentences by which a thing gets another value without "is": "moved to 18 June", "changed, it is 18 June". */
const CHANGES = [
  String.raw`(?:(?:has|have|was|were|is|are|got)(?: been)? )?(?:moved|changed|switched|raised|lowered|increased|reduced|decreased|bumped|updated|postponed|brought forward|pushed(?: back)?) (?:from [^,.;]{1,30}? )?to ${VALUE}`,
  String.raw`(?:has |have )?(?:changed|moved)(?:[.,;:]| -| –| —)? (?:and |so )?(?:it is|it's|it’s|they are|they're) (?:now )?${VALUE}`,
  String.raw`wurde (?:von [^,.;]{1,30}? )?(?:auf|zu) (?:den |die |das )?(?<value>[^!?;,\n]{1,60}?) (?:verschoben|verlegt|geändert|erhöht|gesenkt|gesetzt|verlängert)(?=[.!,;]|\s*$)`,
  String.raw`hat sich geändert[.,;:]? (?:und )?(?:es|er|sie) (?:ist|lautet) (?:jetzt |nun )?${VALUE}`,
  String.raw`(?:est passée?|a été (?:déplacée?|changée?|reportée?|repoussée?|fixée?)) (?:du [^,.;]{1,30}? )?(?:à |au |en )${VALUE}`,
  String.raw`a changé[.,;:]? (?:et )?c['’]est (?:maintenant )?(?:le )?${VALUE}`,
  String.raw`(?:se )?(?:cambió|movió|pasó|aplazó|retrasó|adelantó) (?:del [^,.;]{1,30}? )?(?:al |a )${VALUE}`,
  String.raw`(?:è stat[oa] (?:spostat|cambiat|rinviat)[oa]|è passat[oa]) (?:dal [^,.;]{1,30}? )?(?:al |alle |a )${VALUE}`,
  String.raw`(?:foi (?:mudad|alterad|adiad)[oa]|mudou|passou) (?:de [^,.;]{1,30}? )?para (?:o |a )?${VALUE}`,
  String.raw`is (?:verplaatst|verzet|gewijzigd|verhoogd|verlaagd) (?:van [^,.;]{1,30}? )?naar ${VALUE}`,
].map((change) => new RegExp(String.raw`(?:^|(?<=[.!?;:,]\s))${THING} ${change}`, 'giu'));

/** Words of which a sentence has one, in lower case, so that most lines need no pattern. */
const HINT =
  /moved|changed|switched|raised|lowered|increased|reduced|decreased|bumped|updated|postponed|brought|pushed|wurde|geändert|passé|changé|été|cambió|movió|pasó|aplazó|retrasó|adelantó|stato|stata|passat|mudou|passou|foi |verplaatst|verzet|gewijzigd|verhoogd|verlaagd/u;

/** Words behind a change, in its sentence, that take it back. */
const TAKEN_BACK =
  /^[^.!?]*?(?<![\p{L}])(?:but|undone|reverted|rolled back|cancell?ed|aber|rückgängig|mais|annulé|pero|però|mas|maar)(?![\p{L}])/iu;

/** A change that a line tells: the thing and the value that it has from then on. */
interface ToldChange {
  readonly thing: string;
  readonly value: string;
}

/** Finds what a line tells to have another value by verbs of change, in seven languages. */
export function toldChanges(line: string): ToldChange[] {
  if (!HINT.test(line.toLowerCase())) return [];
  return CHANGES.flatMap((change) =>
    Array.from(line.matchAll(change), ({ 0: whole, index, groups }) => {
      const isTakenBack = TAKEN_BACK.test(line.slice(index + whole.length));
      return isTakenBack ? [] : [{ thing: groups!['thing']!.trim(), value: groups!['value']!.trim() }];
    }).flat(),
  );
}
