/** Beginnings of error lines in languages other than English; a colon follows, or a code and a colon. */
const LINE_STARTS = [
  'fehler|fehlgeschlagen|schwerwiegend|ausnahme',
  'erreur|échec|error fatal|fallo|excepción',
  'errore|fallito|eccezione|erro|falha|exceção',
  'fout|mislukt|fel|misslyckades|undantag',
  'ошибка|сбой|исключение|błąd|niepowodzenie|wyjątek|hata|başarısız',
  'エラー|失敗|例外|错误|失败|异常|오류|실패|예외',
];

/**
 * Messages of the C library for a missing file or permission, and of shells for a missing command, at the end of a
 * line.
 */
const LINE_ENDS = [
  'Datei oder Verzeichnis nicht gefunden|Keine Berechtigung|Kommando nicht gefunden|Befehl nicht gefunden',
  'Aucun fichier ou dossier de ce (?:type|nom)|Permission non accordée|commande introuvable',
  'No existe el (?:archivo|fichero) o el directorio|Permiso denegado|orden no encontrada',
  'File o directory non esistente|Permesso negato|comando non trovato',
  '(?:Arquivo|Ficheiro) ou diretório inexistente|Permissão negada|comando não encontrado',
  'Bestand of map bestaat niet|Toegang geweigerd|Filen eller katalogen finns inte|Åtkomst nekas',
  'Нет такого файла или каталога|Отказано в доступе|команда не найдена',
  'Nie ma takiego pliku ani katalogu|Brak dostępu|Böyle bir dosya ya da dizin yok|Erişim engellendi',
  'そのようなファイルやディレクトリはありません|許可がありません|没有那个文件或目录|权限不够|그런 파일이나 디렉터리가 없습니다|허가 거부',
];

/** Words and numbers in place of an error where there was none. */
const NO_ERROR = String.raw`(?:null|undefined|none|nil|false|n/a|no(?: errors?)?|ok|success|200|0)`;
const NO_ERROR_FIELD = [
  String.raw`(?:${NO_ERROR}(?![\w.])|["']\s{0,8}(?:${NO_ERROR}\s{0,8})?["'])`,
  String.raw`\[\s{0,8}\]`,
  String.raw`\{\s{0,8}(?:\}|["'](?:code|count|total)["']\s{0,8}:\s{0,8}["']?0(?![\w.]))`,
].join('|');

/** Fields by which the object of a tool says that it failed, where one stands first. */
const FIRST_FIELDS = [
  String.raw`["'](?:errors?|error_?(?:code|message|type)|is_?error)["']\s{0,8}:(?!\s{0,8}(?:${NO_ERROR_FIELD}))`,
  String.raw`["'](?:success|succeeded|ok)["']\s{0,8}:\s{0,8}false\b`,
  String.raw`["'](?:status|result|outcome)["']\s{0,8}:\s{0,8}["'](?:error|failed|failure)["']`,
];

/** Matches a result that is an object which says first that the tool failed. */
export const FAILED_OBJECT = new RegExp(String.raw`^\s{0,40}\{\s{0,40}(?:${FIRST_FIELDS.join('|')})`, 'i');

/** Matches the rest of a line behind `Error:` that says that there was none. */
export const SAYS_NO_ERROR = String.raw`\s*(?:(?:["']?${NO_ERROR}["']?|["']{2}|\[\]|\{\})\s*[,.;)]?\s*$|0 (?:errors?|failures?|failed|found|problems?)(?!\p{L}))`;

/** Matches a line that reports a failure in a language other than English. Linear in the text. */
export const FAILED_ELSEWHERE = new RegExp(
  String.raw`^\s{0,40}(?:${LINE_STARTS.join('|')})(?:\s\w{1,16})?\s?[:：]\s?\S|(?:${LINE_ENDS.join('|')})[.。]?\s*$`,
  'imu',
);
