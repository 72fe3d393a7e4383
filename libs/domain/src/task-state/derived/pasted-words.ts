/** Lines of logs and of what programs print when they fail, and lines marked as quoted. "WARNING:" a person writes as well. */
const PASTED_LINE =
  /^[ \t]*(?:>|\[?\d{4}-\d\d-\d\d[T ]\d|\[?\d\d:\d\d:\d\d|\[?(?:ERROR|WARN|INFO|DEBUG|TRACE|FATAL)\]?(?::|[ \t])|E {2,}\S|npm (?:ERR!|error|warn)|Caused by:|Traceback |at \S+\(|(?:\w+\.)*\w*(?:Error|Exception): |(?:error|warning)(?:\[\w+\])?: ).*$/gm;
const QUOTED = /"[^"\n]{12,600}"|“[^“”\n]{12,600}”|„[^„“”\n]{12,600}[“”]|«[^«»\n]{12,600}»/gu;
/** Things that print, in the words in front of a quote: what they print is no word of the one who quotes it. */
const PRINTED =
  /(?<!\p{L})(?:errors?|exceptions?|warnings?|failures?|logs?|output|compiler|linter|console|stack ?trace|traceback|stderr|stdout|assertion|\p{L}*fehler(?:meldung)?|meldung|ausgabe|protokoll|erreur|sortie|mensaje de error|fallo|salida|registro|errore|uscita)(?!\p{L})[^"“„«\n]{0,60}$/iu;
const BEFORE_CHARS = 100;

/**
 * Blanks the words of a message that a program printed or another wrote: log lines, lines marked as quoted, and quotes of
 * errors. The length and the line breaks stay, so that places in the text stay valid. Linear in its length.
 */
export function withoutPasted(text: string): string {
  const lines = text.replace(PASTED_LINE, blank);
  return lines.replace(QUOTED, (quote, at: number) =>
    PRINTED.test(lines.slice(Math.max(0, at - BEFORE_CHARS), at)) ? blank(quote) : quote,
  );
}

const blank = (words: string): string => ' '.repeat(words.length);
