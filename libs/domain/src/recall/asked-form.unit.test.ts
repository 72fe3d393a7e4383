import { describe, expect, it } from 'vitest';
import { askedForm } from './asked-form.ts';

const holds = (query: string, text: string): boolean | undefined => askedForm(query)?.(text);

describe('the form that a question asks for', () => {
  it.each([
    ['Which file sets the port?', 'the port is set in src/app/server.ts'],
    ['Where is the schedule kept?', 'see ~/notes'],
    ['In welcher Datei steht der Port?', 'Der Port steht in server.ts.'],
    ['Dans quel fichier se trouve le port ?', 'voir config/app/port.yaml'],
    ['¿En qué carpeta están los registros?', 'están en /var/log/app'],
    ['どのファイルにありますか', '設定は app.json です'],
    ['配置在哪个文件里', '在 app.json 中'],
    ['Which option keeps the build quiet?', 'run it with --silent'],
    ['What environment variable turns it off?', 'set TOTAL_RECALL_EMBEDDER to off'],
    ['Какая функция читает файл?', 'читает readQuietly'],
    ['What is the keyboard shortcut for it?', 'press Ctrl+Shift+K'],
    ['Which colour did the border get?', 'the border is #3a3a3a now'],
    ['What is the e-mail of the owner?', 'write to owner@example.org'],
    ['Which link did the report name?', 'https://example.org/a'],
    ['Which commit broke the build?', 'it came with 4be1f09'],
    ['Welcher Befehl startet den Dienst?', 'mit `serve` startet er'],
    ['How long does the lock wait?', 'after 100ms it gives up'],
    ['Wie lange dauert die Reise?', 'sie dauert 3 Stunden'],
    ['多久备份一次', '每 12 小时'],
    ['How much did the bike cost?', 'she paid $310 for it'],
    ['What was the house sold for in the end, and what is its price now?', 'USD 950,000, so 950,000 USD'],
    ['¿Cuánto cuesta la entrada?', 'son 12 €'],
    ['Why was the file read twice?', 'it was read again because the lock had changed'],
    ['Warum wurde umgebaut?', 'wegen der Feuchtigkeit'],
    ['为什么失败', '由于磁盘已满'],
    ['How many of the tokens are there?', 'it has 37 color tokens'],
    ['Wie viele Dateien wurden geändert?', 'es waren 14 kleine Dateien'],
  ])('knows it in %j', (query, text) => {
    expect(holds(query, text)).toBe(true);
    expect(holds(query, 'the rain and the wind')).toBe(false);
  });

  it.each(['When did we meet?', 'My file is gone, what now?', 'How many?'])('asks for none in %j', (query) =>
    expect(askedForm(query)).toBeUndefined(),
  );

  it('reads a reason in the words of the question alone', () => {
    expect(holds('Why was she late?', 'they want the car')).toBe(false);
    expect(holds('Pourquoi est-elle venue tard ?', 'car il pleuvait')).toBe(true);
  });

  it('counts what is asked for and nothing else', () => {
    expect(holds('How many generated models can reason?', '162 models can')).toBe(true);
    expect(holds('How many generated models can reason?', 'in 3 files of the project')).toBe(false);
    expect(holds('How many generated models can reason?', 'models of version 162')).toBe(false);
  });

  it('tells a length from the digits of an id', () => {
    for (const text of [
      'see 1f975693-876d-457b-a649-393859e79bf3.mp3',
      'digest 9c12d45ab0c3d9f1',
      'it came with e12d',
      'order 4b-12d is open',
      'digest 12d45ab0c3',
    ])
      expect(holds('How long may it be?', text), text).toBe(false);
    for (const text of [
      'up to 10-hour files',
      'takes 3-5s',
      '2h30m',
      '約10分かかる',
      'a wait of 100-200 ms',
      '1.5h',
      'für 3-tägige 12 Stunden',
      '(5 min)',
    ])
      expect(holds('How long may it be?', text), text).toBe(true);
  });

  it('tells a path from a call, from a fraction and from the end of a sentence', () => {
    for (const text of ['and/or', 'console.log(value)', 'It ends. Then it goes on', '3.5 of 7'])
      expect(holds('Which file is it?', text), text).toBe(false);
  });
});
