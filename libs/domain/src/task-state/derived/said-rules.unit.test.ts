import { describe, expect, it } from 'vitest';
import { choicesIn, rulesIn } from './said-rules.ts';

const RULES = [
  'From now on, answer in bullet points.',
  'Going forward use the new endpoint.',
  'Ab jetzt antworte auf Deutsch.',
  'Désormais, réponds en français.',
  'A partir de ahora responde en español.',
  "D'ora in poi rispondi in italiano.",
  'Vanaf nu antwoord je in het Nederlands.',
  'Never push to the release branch.',
  'Please never touch the schema of the harbour.',
  'Always answer in metres.',
  "Don't rename the crane module.",
  'Do not edit the generated files.',
  'Keep the layout, do not change the colours of the quay.',
  'Read it with the viewer - do not use a shell for that.',
  'DO NOT MODIFY: tests, fixtures, configuration files',
  'Make sure the log stays empty.',
  'in the list of berths make sure you know to read the tide also when a boat is new',
  'In the README make sure that you name the port.',
  'You must run the linter before each commit.',
  'You must not delete a berth.',
  'We must keep the old endpoint.',
  'It must work without a network.',
  'It must be written in plain C.',
  'The report must be shorter than one page.',
  'Each berth must have a unique number.',
  'Broken themes must NEVER crash the viewer',
  'That should never happen on an empty list.',
  'Your answer MUST contain exactly one table',
  'Only use the standard library.',
  'Under no circumstances restart the ferry.',
  'If the build fails, do not retry it.',
  'Bitte antworte immer auf Deutsch.',
  'Verwende nie die alte Schnittstelle.',
  'Ändere die Tests nicht.',
  'Die Ausgabe muss sortiert sein.',
  'Der Test darf die Datenbank nicht verändern.',
  "N'utilise jamais la base de production.",
  'Réponds toujours en français.',
  'Ne modifie pas les tests.',
  'Le fichier doit être trié par date.',
  'Nunca uses la base de producción.',
  'Responde siempre en español.',
  'La salida debe estar ordenada.',
  'Non usare mai il vecchio modulo.',
  'Rispondi sempre in italiano.',
  'Il file deve essere ordinato.',
  'Nunca use o banco de produção.',
  'Responda sempre em português.',
  'Gebruik altijd de nieuwe module.',
  'De uitvoer moet gesorteerd zijn.',
  'Никогда не трогай базу.',
  'Всегда отвечай по-русски.',
  'Имя должно быть уникальным.',
  'Nigdy nie używaj starej bazy.',
  'Wynik musi zawierać datę.',
  'Använd aldrig den gamla modulen.',
  'Svara alltid på svenska.',
  'Filen måste sorteras efter datum.',
  'لا تستخدم قاعدة البيانات القديمة.',
  'يجب أن تكون الأسماء فريدة.',
  '请不要修改数据库。',
  '必须先运行测试。',
  '必ずテストを書いてください。',
  '本番環境を変更してはいけない。',
  '절대 데이터베이스를 수정하지 마세요.',
  '항상 한국어로 답하세요.',
];

const NO_RULES = [
  'From now on I live in Oslo.',
  'From now on the ferry leaves at nine.',
  'Ab jetzt bin ich Vegetarier.',
  'Désormais je travaille chez Orange.',
  'A partir de ahora vivo en Bilbao.',
  'Look at the parser and make sure that case 122 is handled.',
  'Rename the quay, then make sure the tests pass.',
  "I don't think that the crane component works.",
  "I'm sure the harbour is fine, don't worry about it.",
  "I've never been to Iceland.",
  'I have always liked the sea, and never missed a regatta.',
  'It is fun and always cheers me up.',
  'Tired but content, always admired sailors.',
  'Never mind.',
  'No worries, I will bring the map.',
  'No price mentioned, and it looks good.',
  "I don't sail much.",
  'Always here to help!',
  "Don't forget, you got this!",
  'Make sure you take some time for yourself.',
  'Those old nets must have seen many a storm.',
  'TypeError: sail() argument must be a string',
  "That must have been a lovely trip, don't you think so.",
  "It must've been a hard winter.",
  'That must be exciting for all of you!',
  'You must be so proud of the boat.',
  'I believe there must be some other way.',
  'Your sister must have felt great.',
  'I must say that the quay looks good.',
  'I want to make sure that the ticket is still valid.',
  "I'll make sure to bring the map.",
  'They always make room for us.',
  'Somebody once told me to keep rowing and never give up!',
  "Don't give up on the regatta.",
  "And please don't hesitate to ask.",
  'The two boats near Komo Mai are for sale.',
  'Das muss toll gewesen sein.',
  'Ich war noch nie in Island.',
  'Meine Katze schläft immer hier.',
  'Ich muss morgen früh los.',
  'Das muss sehr anstrengend sein.',
  'Ça doit être super.',
  "Je n'ai jamais vu la mer.",
  'Ne vous inquiétez pas pour ça.',
  'Nunca he estado en Islandia.',
  'Debe haber sido un viaje precioso.',
  'No te preocupes por el barco.',
  'Non sono mai stato in Islanda.',
  'Deve essere stato bellissimo.',
  'Nunca fui à Islândia.',
  'Isso deve ser muito divertido.',
  'Ik ben nooit in IJsland geweest.',
  'Dat moet geweldig zijn geweest.',
  'Я никогда не был в Исландии.',
  'Это, должно быть, было здорово.',
  'Nigdy nie byłem w Islandii.',
  'To musi być bardzo trudne.',
  'Jag har aldrig varit på Island.',
  'Det måste ha varit roligt.',
  'لا تقلق بشأن القارب.',
  '我总是在周末去海边。',
  '不要担心。',
  '私は必ず朝にコーヒーを飲みます。',
  '心配しないでください、大丈夫です。',
  '나는 항상 바다를 좋아했어요.',
  '걱정하지 마세요.',
  'Should I always use tabs?',
];

const CHOICES = [
  'I decided to keep the old crane.',
  "We've decided on two berths.",
  'The team decided against the tunnel.',
  'It was decided to close the quay.',
  'We settled on plain text for the log.',
  "I'll go with the smaller boat.",
  'Going with the smaller boat.',
  'Decision: two berths instead of three.',
  '**Decision:** two berths',
  'Ich habe mich für den kleinen Kran entschieden.',
  'Wir haben beschlossen, den Kai zu schließen.',
  'Entscheidung: zwei Liegeplätze',
  "J'ai décidé de garder la grue.",
  'Nous avons choisi le petit bateau.',
  'He decidido usar el barco pequeño.',
  'Hemos elegido dos muelles.',
  'Ho deciso di tenere la gru.',
  'Decidimos usar dois cais.',
  'Ik heb besloten de kraan te houden.',
  'Мы решили оставить кран.',
  'Zdecydowałem się na mały dźwig.',
  'Jag valde den lilla kranen.',
  '我们决定使用缓存。',
  '小さい船に決めました。',
  '두 개로 결정했습니다.',
];

const NO_CHOICES = [
  'Here are some questions that help you make a decision:',
  'Final decision:',
  'If you have compared both and decided that the big boat is worth it, take it!',
  'If we decided to close the quay, ferries would have to wait.',
  'She decided to move to the coast.',
  'I have not decided to do so.',
  'You decided on the small boat.',
  'Ich habe mich noch nicht für einen Kran entschieden.',
  'Wenn Sie sich entschieden haben, sagen Sie es mir.',
  'Les questions suivantes aident à prendre une décision :',
  'Elle a choisi le petit bateau.',
  'Si he decidido mal, dímelo.',
  'Hai scelto una bella barca.',
  'Você escolheu um bom barco.',
  'Als ik heb besloten, hoor je het.',
  'Если я решил неверно, скажите.',
  'Du valde den lilla båten.',
  '这会帮助你决定去哪里。',
  'あなたが選びました。',
  '이것은 결정에 도움이 됩니다.',
];

describe('what a user and an agent say', () => {
  it.each(RULES)('sets a rule: %s', (text) => {
    expect(rulesIn(text).map((rule) => rule.text)).toEqual([text]);
  });

  it.each(NO_RULES)('sets none: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  it.each(CHOICES)('states a choice: %s', (text) => {
    expect(choicesIn(text).map((choice) => choice.text)).toEqual([text.replaceAll('**', '')]);
  });

  it.each(NO_CHOICES)('states none: %s', (text) => {
    expect(choicesIn(text)).toEqual([]);
  });

  it('is found where it stands', () => {
    const text = '<system-reminder>Never mind.</system-reminder>\nThe crane is old.\n- **Never** move it. Use the ferry.';
    const [rule, ...more] = rulesIn(text);
    expect([rule!.text, more]).toEqual(['Never move it.', []]);
    expect(text.slice(rule!.range.from, rule!.range.to)).toMatch(/^(?:\*\*)?Never\*\* move it\.$/);
  });

  it.each([
    'The error says: "you must never call advance() twice".',
    'The linter complains “functions must not exceed 70 lines. You must never disable this”.',
    'Der Fehler lautet „Sie müssen TOKEN setzen“.',
    'ERROR you must set TOKEN',
    'Look:\n2026-11-17T09:12:33Z WARN must not be null: carrier\nWhat is it?',
    'AssertionError: the index must be positive',
    '> Never touch main.',
  ])('sets no rule in words that a program printed or another wrote: %s', (text) => {
    expect(rulesIn(text)).toEqual([]);
  });

  it('sets one beside such words, in quotes of its own, and behind the word for a warning', () => {
    const texts = ['Rule of the house: "Never commit to main without review".', 'Always say "you must log in first" on that page.'];
    for (const text of [...texts, 'WARNING: never push to main.']) expect(rulesIn(text).map((rule) => rule.text)).toEqual([text]);
    expect(rulesIn('The error says: "must not be null". Never hide it.').map((rule) => rule.text)).toEqual(['Never hide it.']);
  });

  it('is found at the end of a long text as at its beginning, with code between', () => {
    const pasted = `\`\`\`\n${'deliver(parcel);\n'.repeat(4_000)}\`\`\`\n`;
    const text = `Never move the crane.\n${pasted}${'The ferry left. '.repeat(2_000)}\nAlways ask the harbour master.`;
    const rules = rulesIn(text);
    expect(rules.map((rule) => rule.text)).toEqual(['Never move the crane.', 'Always ask the harbour master.']);
    expect(rules.map(({ range }) => text.slice(range.from, range.to))).toEqual(rules.map((rule) => rule.text));
  });

  it('is read in time linear in the text', () => {
    const parts = ['always ', 'must be ', 'bitte die ', 'never, ', 'a '.repeat(140), 'i must have ', 'no no ', 'e e e ', '\n', '. '];
    for (const part of parts) {
      const text = part.repeat(Math.ceil(40_000 / part.length));
      const start = Date.now();
      rulesIn(text);
      choicesIn(text);
      // A hundredth of it on an idle machine; what is not linear takes minutes.
      expect(Date.now() - start).toBeLessThan(10_000);
    }
  });
});
