import { describe, expect, it } from 'vitest';
import { chooseGranularity } from './granularity.ts';

const of = (query: string, more: Partial<Parameters<typeof chooseGranularity>[0]> = {}) =>
  chooseGranularity({ queries: [query], hasIdentifier: false, ...more });

describe('granularity', () => {
  it('follows the form of the query', () => {
    expect(of('which port does the relay use?')).toBe('local');
    expect(of('give me the exact message of the relay')).toBe('exact');
    expect(of('who said "the kiln cracked"?')).toBe('exact');
    expect(of('where did it fail', { hasIdentifier: true })).toBe('exact');
    expect(of('give me an overview of the migration')).toBe('thematic');
    expect(of('what have we discussed so far?')).toBe('thematic');
  });

  it.each([
    'summarize what we decided',
    'Could you give me a short summary?',
    'recap of the first day',
    'what were the main points of the review',
    'how is our progress so far?',
    'which topics were raised in the whole session?',
    'what happened in the last meeting?',
    'what have we discussed',
  ])('takes "%s" for a question about a stretch', (query) => expect(of(query)).toBe('thematic'));

  it.each([
    'progress bar does not render',
    'overall progress bar does not render today',
    'which topic does the consumer read?',
    'summary page shows no totals',
    'what happened to the van?',
    'where is the history of the shell kept?',
    'the theme is too dark',
    'the overall timeout is 30 s',
  ])('takes "%s" for a question about single events', (query) => expect(of(query)).toBe('local'));

  it('takes long quotes as short ones, and reads signs that open one and end none once', { timeout: 5_000 }, () => {
    expect(of(`who said “${'the kiln cracked '.repeat(40)}”?`)).toBe('exact');
    expect(of('“'.repeat(200_000))).toBe('local');
  });

  it('stays with events while debugging', () => {
    expect(of('summary of the migration', { phase: 'debug' })).toBe('local');
    expect(of('summary of the migration', { phase: 'plan' })).toBe('thematic');
  });
});

describe('the form of a question in other languages', () => {
  it.each([
    'Was stand wörtlich in der Fehlermeldung?',
    'Donne-moi le texte intégral de la réponse',
    '¿Qué decía palabra por palabra?',
    'Cosa diceva esattamente il messaggio?',
    'O que dizia exatamente a mensagem?',
    'Wat stond er letterlijk?',
    'Что было сказано дословно?',
    '错误信息原文是什么',
  ])('asks for exact words: %s', (query) => expect(of(query)).toBe('exact'));

  it.each([
    'Gib mir bitte eine kurze Zusammenfassung',
    'Zusammenfassung der Sitzung',
    'Fasse unsere Arbeit zusammen',
    "Fais-moi un résumé de ce qu'on a décidé",
    'Dame un resumen de la sesión',
    '¿Qué hemos hecho hoy?',
    'Fammi un riassunto',
    'Resuma a conversa',
    'Geef me een overzicht',
    'Подведи итог',
    '总结一下',
    'これまでの要約',
  ])('asks for the shape of a stretch: %s', (query) => expect(of(query)).toBe('thematic'));

  it.each([
    'resume the deployment of the gateway',
    'Welche Farbe hat die Zusammenfassung der Karte?',
    'où est le fichier de configuration du port',
    '全文搜索怎么配置',
    'qué puerto usa el servicio',
  ])('asks for neither: %s', (query) => expect(of(query)).toBe('local'));
});
