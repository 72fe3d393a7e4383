import { describe, expect, it } from 'vitest';
import { askedAction, askedNumber } from './asked-action.ts';

describe('askedAction', () => {
  it.each([
    ['Which files did you edit?', 'change'],
    ['List the files that were edited', 'change'],
    ['list all files changed so far in this session', 'change'],
    ['What files have I modified?', 'change'],
    ['show me every file we created or updated', 'change'],
    ['what did you edit?', 'change'],
    ['Welche Dateien haben wir bisher geändert?', 'change'],
    ['Was hast du bearbeitet?', 'change'],
    ['quels fichiers avons-nous modifiés ?', 'change'],
    ['¿Qué archivos hemos editado hasta ahora?', 'change'],
    ['quali file abbiamo modificato?', 'change'],
    ['Que arquivos foram alterados?', 'change'],
    ['which files did you delete?', 'remove'],
    ['Which files were removed?', 'remove'],
    ['Welche Dateien hast du gelöscht?', 'remove'],
    ['quels fichiers avons-nous supprimés ?', 'remove'],
    ['¿Qué archivos hemos borrado?', 'remove'],
    ['quali file sono stati rimossi?', 'remove'],
    ['Que arquivos foram apagados?', 'remove'],
    ['Welke bestanden heb je verwijderd?', 'remove'],
    ['Which files did you edit or delete?', 'change'],
    ['Welke bestanden heb je gewijzigd?', 'change'],
    ['which files did you look at?', 'read'],
    ['Welche Dateien hast du gelesen?', 'read'],
    ['What commands were run?', 'run'],
    ['list the commands you executed', 'run'],
    ['Welche Befehle wurden ausgeführt?', 'run'],
    ['Which commands failed?', 'fail'],
    ['what failed?', 'fail'],
    ['which tool calls failed so far', 'fail'],
    ['Was ist fehlgeschlagen?', 'fail'],
    ['quelles commandes ont échoué ?', 'fail'],
    ['can you list the files you edited?', 'change'],
    ['which shell commands were executed?', 'run'],
    ['Liste der geänderten Dateien', 'change'],
    ['Quels fichiers ont été modifiés ?', 'change'],
    ["Qu'est-ce qui a échoué ?", 'fail'],
    ['Quali file sono stati modificati?', 'change'],
    ['¿Qué comandos usaste?', 'run'],
    ['Que comandos usaste no projeto?', 'run'],
    ['Welke gewijzigde bestanden?', 'change'],
    ['what did you change?', 'change'],
    ['What have you changed so far?', 'change'],
    ["Qu'est-ce que tu as changé ?", 'change'],
    ['¿Qué cambiaste?', 'change'],
    ['O que você mudou?', 'change'],
    ['which errors occurred?', 'fail'],
    ['what errors did you run into?', 'fail'],
    ['Which exceptions did we get?', 'fail'],
    ['show me the errors', 'fail'],
    ['list all failures so far', 'fail'],
    ['which commands are failing?', 'fail'],
    ['Welche Fehler sind aufgetreten?', 'fail'],
    ['Welche Fehler gab es bisher?', 'fail'],
    ['quelles erreurs se sont produites ?', 'fail'],
    ['¿Qué errores hubo?', 'fail'],
    ['¿Qué fallos se produjeron?', 'fail'],
    ['quali errori si sono verificati?', 'fail'],
    ['Que erros ocorreram?', 'fail'],
    ['Welke fouten zijn opgetreden?', 'fail'],
  ])('reads %s', (query, action) => {
    expect(askedAction(query)).toBe(action);
  });

  it.each([
    ['Which files did we edit for the login?'],
    ['Why did the command fail?'],
    ['Which test failed?'],
    ['Which file holds the theme colours?'],
    ['List the files in src'],
    ['list the files'],
    ['Who changed the file?'],
    ['When did we edit the file?'],
    ['How do I run a command?'],
    ['Which tool edited the file?'],
    ['what did you read?'],
    ['What tools did you use?'],
    ['What did I write yesterday?'],
    ['did the build fail?'],
    ['What was changed in theme.ts?'],
    ['what changed?'],
    ['Which payments failed?'],
    ['Which commands does the CLI have?'],
    ['edit the file'.repeat(20)],
    ['Warum ist das fehlgeschlagen?'],
    ['Which books have you read?'],
    ['What did she change?'],
    ['what has changed?'],
    ["Qu'est-ce qui a changé ?"],
    ['¿Qué ha cambiado?'],
    ['O que mudou?'],
    ['error'],
    ['errors'],
    ['Fehler'],
    ['command'],
    ['how do we handle errors in the parser'],
    ['what does the error TS2554 mean'],
    ['why did the booking fail'],
    ['error rate of the api'],
    ['is there an error page'],
    ['What is an exception?'],
    ['is there an error?'],
    ['Gab es einen Fehler?'],
    ['qu’est-ce qu’une erreur ?'],
    ['what things have changed?'],
    ['what is the error rate of the api?'],
    ['which errors does the parser report?'],
    ['what caused the error?'],
    ['which errors are not fixed?'],
    ['which error code means a timeout?'],
    ['Welche Fehler habe ich gemacht?'],
    ['Was bedeutet der Fehler?'],
    ['quelles erreurs ai-je faites ?'],
    ['che errori ho fatto?'],
    ['Which file holds the error messages?'],
    ['What tools did Anna use?'],
    [''],
  ])('leaves %s to the search', (query) => {
    expect(askedAction(query)).toBeUndefined();
  });

  it.each([
    ['which files did you not edit?'],
    ["which files didn't you read?"],
    ['which commands did not fail?'],
    ['Welche Dateien hast du nicht geändert?'],
    ["Quels fichiers n'as-tu pas modifiés ?"],
    ['¿Qué archivos no modificaste?'],
    ['¿Qué comandos no usaste?'],
    ['Quali file non hai modificato?'],
    ['Quais arquivos você não editou?'],
    ['Que comandos não usaste?'],
    ['Welke bestanden heb je niet gewijzigd?'],
  ])('leaves %s, which asks for what was not done', (query) => {
    expect(askedAction(query)).toBeUndefined();
  });

  it.each([
    ['Which files will you edit?'],
    ['Which files must I change?'],
    ['which files should have been edited?'],
    ['Which commands should I run?'],
    ['which commands to run'],
    ['which files do you edit?'],
    ['edit the files'],
    ['run the command'],
    ['Welche Dateien werden geändert?'],
    ['Quels fichiers modifier ?'],
  ])('leaves %s, which asks for what is to be done', (query) => {
    expect(askedAction(query)).toBeUndefined();
  });

  it.each([
    ['how many files did you edit?'],
    ['Combien de fichiers as-tu modifiés ?'],
    ['¿Cuántos archivos modificaste?'],
    ['Quanti file hai modificato?'],
    ['Quantos arquivos você editou?'],
    ['Which files did she change?'],
    ['which files did you edit before that?'],
    ['which files did you edit more than once?'],
  ])('leaves %s, which asks for a number, another person or an order', (query) => {
    expect(askedAction(query)).toBeUndefined();
  });
});

describe('askedAction beside words for the first or the last', () => {
  it.each([
    ['what was the   error', 'fail'],
    ['what error did we get  ', 'fail'],
    ['show me the   error', 'fail'],
    [' Fehler', 'fail'],
    ['was war der   Fehler?', 'fail'],
    ['quelle est la   erreur ?', 'fail'],
    ['¿cuál fue el   error?', 'fail'],
    ["qual è stato l'  errore?", 'fail'],
    ['qual foi o   erro?', 'fail'],
    ['wat was de   fout?', 'fail'],
    ['the   failing command', 'fail'],
    ['what was the   error message?', 'fail'],
    ['  command', 'run'],
    ['the   three commands', 'run'],
    ['the   5 files you edited', 'change'],
    ['der   Befehl', 'run'],
  ])('reads %s', (query, action) => {
    expect(askedAction(query, { isOrdered: true })).toBe(action);
  });

  it.each([
    ['what was the   error of the parser?'],
    ['why did the   command fail?'],
    ['how did you fix the   error?'],
    ['what does the   error mean?'],
    ['the   file'],
    ['the   thing'],
    ['who reported the   error?'],
  ])('leaves %s to the search', (query) => {
    expect(askedAction(query, { isOrdered: true })).toBeUndefined();
  });
});

describe('askedNumber', () => {
  it.each([
    ['what was the last command you ran?', ['last'], 3],
    ['last file you edited', ['last'], 3],
    ['what file did you edit last?', ['last'], 3],
    ['the last thing you changed', ['last'], 3],
    ['the first shell command', ['first'], 3],
    ['show me the latest error', ['latest'], 3],
    ['letzter Fehler', ['letzter'], 3],
    ['zeig mir den letzten Fehler', ['letzten'], 3],
    ['welche Datei hast du zuletzt bearbeitet?', ['zuletzt'], 3],
    ['le dernier fichier modifié', ['dernier'], 3],
    ['el último comando que ejecutaste', ['último'], 3],
    ["l'ultimo file modificato", ['ultimo'], 3],
    ['o último comando executado', ['último'], 3],
    ['het laatste bestand', ['laatste'], 3],
    ['welk bestand heb je het laatst gewijzigd?', ['laatst'], 3],
    ['the last three commands', ['last'], 3],
    ['the last 12 commands you ran', ['last'], 12],
    ['die letzten zwei Befehle', ['letzten'], 2],
    ['les cinq dernières commandes', ['dernières'], 5],
    ['los últimos diez comandos', ['últimos'], 10],
  ])('of %s', (query, orderWords, number) => {
    expect(askedNumber(query, orderWords)).toBe(number);
  });

  it.each([
    ['the last commands you ran', ['last']],
    ['which files did you edit last?', ['last']],
    ['die letzten Fehler', ['letzten']],
    ['gli ultimi file modificati', ['ultimi']],
    ['les derniers fichiers', ['derniers']],
    ['which command failed in the last session?', ['last']],
    ['welche Datei hast du in der letzten Sitzung bearbeitet?', ['letzten']],
    ['which command failed?', []],
    ['which 3 files did you edit?', []],
    [`last ${'command '.repeat(100_000)}`, ['last']],
  ])('is none of %s', (query, orderWords) => {
    expect(askedNumber(query, orderWords)).toBeUndefined();
  });
});
