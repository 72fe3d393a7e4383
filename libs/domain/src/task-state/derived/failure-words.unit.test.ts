import { describe, expect, it } from 'vitest';
import { failureLine, hasFailed } from './failed-result.ts';

describe('failed results in other languages than English', () => {
  it.each([
    'cat: kran.ts: Datei oder Verzeichnis nicht gefunden',
    'Fehler: die Winde klemmt',
    'bash: grue: commande introuvable',
    'ERREUR 42 : le port est pris',
    'ls: no se puede acceder: No existe el archivo o el directorio',
    'Ошибка: порт занят',
    'błąd: brak pliku',
    '错误：端口被占用',
    'エラー: ポートは使用中です',
    '오류: 포트가 사용 중입니다',
  ])('takes %j for one, and for the line that says what went wrong', (line) => {
    const text = `$ make crane\n${line}\nfin de la page\n`;
    expect(hasFailed(text, false)).toBe(true);
    expect(failureLine(text)).toBe(line);
  });

  it.each([
    'Der Fehler von gestern ist behoben',
    'No hubo ningún error',
    'Les erreurs sont rares : deux en mai',
    'Der Test ist nicht fehlgeschlagen',
  ])('does not take %j for one', (line) => {
    expect(hasFailed(line, false)).toBe(false);
  });
});

it('reads a line of counts, however long its numbers are', () => {
  const line = `FAILED (a=${`${'1'.repeat(30)}=`.repeat(12)}1`;
  expect(failureLine(`ValueError: no port\n${line}`)).toBe(line);
  expect(failureLine('ValueError: no port\nFAILED (failures=1, expected failures=2)')).toBe('ValueError: no port');
});
