import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeEntry } from '../../../testing/index.ts';
import type { EventKind } from '../../event/event-kind.ts';
import { sketchEvent } from '../sketches/event-sketch.ts';
import { requestClauses } from '../sketches/clauses.ts';
import { decisionTopics, requestTopics, requestWords } from './request-topics.ts';
import { tellingPart } from './telling-part.ts';
import { isCommonWord } from '../../terms/read-terms.ts';
import { wordWeights } from './word-weights.ts';

const plain = wordWeights(undefined);

function said(...events: readonly (readonly [EventKind, string])[]) {
  return events.map(([kind, text], at) => ({ entry: makeEntry(at + 1, kind, 10), sketch: sketchEvent(kind, { text, meta: {} }) }));
}

describe('the decisions of a span', () => {
  it.each([
    ['Use pg directly instead of an ORM, because the team already writes SQL and Prisma added 38 ms', 'Use pg directly instead of an ORM'],
    ['We will not use Redis because the operations team already runs Memcached in production.', 'We will not use Redis'],
    ['Do not upgrade to React 19, because the grid library breaks with it.', 'Do not upgrade to React 19'],
    ['Keep Kafka; RabbitMQ was rejected since it lost messages.', 'Keep Kafka'],
    ['Rejected the idea of sharding by tenant: hot tenants would overload one node.', 'Rejected the idea of sharding by tenant'],
    ['Decision: ship on Friday. The other team waits for the berth table.', 'ship on Friday'],
    ['Transport: NATS for all queues, as Kafka needs a quorum', 'NATS for all queues'],
    ['Freeze the berth API since March', 'Freeze the berth API since March'],
    ['Wir nehmen Postgres, weil das Hafenteam es schon betreibt', 'Wir nehmen Postgres'],
    ['使用缓存。因为数据库太慢', '使用缓存'],
  ])('%j was decided as %j, not for its reason', (text, decided) => {
    expect(decisionTopics(said(['decision', text]), plain)).toEqual([`decided ${decided}`]);
  });
});

describe('the requests of a span', () => {
  it.each([
    ['Please fix the login loop.', '"fix the login loop"'],
    ['Hi there! I would like to book two seats to Oslo for 3 May, thanks', '"book two seats to Oslo for 3 May"'],
    ['<reminder>quiet</reminder>\nRename the harbour table', '"Rename the harbour table"'],
    [
      `<system-reminder>${'Commit nothing to the pier. '.repeat(80)}</system-reminder>\nRename the harbour table`,
      '"Rename the harbour table"',
    ],
    ['Bitte repariere die Anmeldeschleife im Hafenportal', '"repariere die Anmeldeschleife im Hafenportal"'],
    [
      'Hello! My brother gave me this number. It has been a hard winter, and I need to move both moorings to the south pier. It was the storm.',
      '"move both moorings to the south pier"',
    ],
    ['It has been a tough winter at sea. Could you please tell me which of the berths are free?', '"which of the berths are free"'],
    ['Das Wetter war furchtbar. Ich möchte gern den Liegeplatz am Südkai verlängern.', '"Liegeplatz am Südkai verlängern"'],
    ['Yes, please go ahead with the two repairs. The old lantern stays.', '"two repairs"'],
    ['Cancel the mooring of the Swan please, the lantern stays', '"Cancel the mooring of the Swan"'],
    ['I don’t want to lose the southern mooring before the winter', '"don’t want to lose the southern mooring"'],
    ['修复登录循环。', '"修复登录循环"'],
    ['请帮我检查一下，登录页面的重定向循环、还有端口。', '"登录页面的重定向循环"'],
    ['把端口改成8420', '"把端口改成8420"'],
    ['ログインループを修正してください', '"ログインループを修正してください"'],
    ['결제 오류 수정', '"결제 오류 수정"'],
    ['แก้ไขลูปการเข้าสู่ระบบ', '"แก้ไขลูปการเข้าสู่ระ"'],
    ['⠇ Mooring... (esc to interrupt)\nThe quay colours flicker at night', '"quay colours flicker at night"'],
    ['➜ harbour git:(main) ✗ npx berth\n$ npx berth --list\n│ Swan │ Gull │\nRename the harbour table', '"Rename the harbour table"'],
    ['↑880 ↓68k R29394k 22.966 73.5%\nThe quay colours flicker at night', '"quay colours flicker at night"'],
  ])('%j is quoted as %s', (text, quoted) => {
    const span = said(['user_message', text]);
    expect(requestTopics(span, plain)).toEqual([quoted]);
  });

  it.each([
    '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>harbour</command-args>',
    '<local-command-stdout>Set model to harbour</local-command-stdout>',
    '<system-reminder>Rename the harbour table</system-reminder>',
  ])('nobody asks for anything in what a program writes: %s', (text) => {
    const span = said(['user_message', text]);
    expect(requestTopics(span, plain)).toEqual([]);
    expect(span[0]!.sketch.terms).toEqual([]);
  });

  it.each(['好的', '继续', '谢谢你', '네', 'はい', '그래 그럼'])('%j asks for nothing', (text) => {
    expect(requestTopics(said(['user_message', text]), plain)).toEqual([]);
  });

  it('are quoted in as many words as what negates them needs, beside others too', () => {
    const far = 'Never merge the payment branch that the security team rejected';
    expect(requestTopics(said(['user_message', far]), plain)).toEqual([`"${far}"`]);
    const near = 'Fix the login loop without touching the session store that was rejected';
    for (const others of [['Survey the northern quay'], ['Survey the northern quay', 'Paint the harbour crane']]) {
      const quoted = requestTopics(said(...[...others, near].map((text) => ['user_message', text] as const)), plain);
      expect(quoted).toHaveLength(others.length + 1);
      expect(quoted.at(-1)).toMatch(/without .*rejected|loop"$/);
    }
  });

  it('are quoted whatever negates them, and wherever', () => {
    const word = fc.constantFrom(
      'not',
      'never',
      'without',
      'rejected',
      'is',
      'but',
      'instead',
      'of',
      'the',
      'harbour',
      'crane',
      'paint',
      'nicht',
    );
    const text = fc.array(word, { minLength: 1, maxLength: 24 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const span = said(...texts.map((one) => ['user_message', one] as const), ['decision', texts[0]!]);
        for (const topic of [...requestTopics(span, plain), ...decisionTopics(span, plain)]) expect(topic).not.toMatch(/undefined|^""$/);
      }),
    );
  });

  it('in a script without spaces are shorter the more of them there are, and weigh by the rarity of their characters', () => {
    const span = said(
      ['user_message', '检查登录页面的重定向是否正确工作'],
      ['user_message', '修复数据库连接池的泄漏问题并重启'],
      ['user_message', '更新文档里的安装步骤与配置示例吧'],
    );
    expect(requestTopics(span, plain)).toEqual(['"检查登录页面的重定向"', '"修复数据库连接池的泄"', '"更新文档里的安装步骤"']);
    const rarity = { documents: 1_000, frequencies: new Map([['检查登录页面的重定向是否正确工作', 900]]) };
    expect(wordWeights(rarity)('检查登录页面的重定向是否正确工作')).toBeLessThan(
      wordWeights(undefined)('检查登录页面的重定向是否正确工作'),
    );
  });

  it('leaves out what asks for nothing, and quotes the three that tell most, in order', () => {
    const span = said(
      ['user_message', 'yes, go on'],
      ['user_message', 'survey the northern quay'],
      ['agent_message', 'paint the lighthouse'],
      ['user_message', 'ok'],
      ['delegation', 'measure the tide gauge readings'],
      ['objective', 'replace every rotten bollard'],
      ['user_message', 'inspect both cranes'],
    );
    expect(requestTopics(span, plain)).toEqual([
      '"survey the northern quay"',
      '"measure the tide gauge readings"',
      '"replace every rotten bollard"',
    ]);
    expect(requestTopics([], plain)).toEqual([]);
  });

  it('takes of a long request the words in a row that weigh most, those of its start before equal ones', () => {
    const text = 'We have a lot of things here that may or may not be of use to you and then the winch of berth seven broke';
    expect(tellingPart(requestClauses(text), plain, 5)?.part).toBe('winch of berth seven broke');
    expect(tellingPart([], plain, 5)).toBeUndefined();
    expect(tellingPart(requestClauses('of the and'), plain, 5)).toBeUndefined();
  });

  it('keeps contractions and numbers whole, and leaves out hashes', () => {
    expect(requestClauses("Isn't the crane's lift 12,000 kg, or so I'm told?")).toEqual([
      ['Isn’t', 'the', 'crane’s', 'lift', '12,000', 'kg', ',', 'or', 'so', 'I’m', 'told', '?'],
    ]);
    expect(requestClauses('cranes 3 and 4,winch,5 and rope')).toEqual([['cranes', '3', 'and', '4', ',', 'winch', ',', '5', 'and', 'rope']]);
    expect(requestClauses("'quoted' words")).toEqual([['quoted', 'words']]);
    expect(requestClauses('Crane broke in 0f1e2d3c4b5a69788796a5b4c3d2e1f001234567 and 01a0c2d4-77e1-4b8e-9d3f-2c5b6a7d8e9f')).toEqual([
      ['Crane', 'broke', 'in', 'and'],
    ]);
    expect(['it’s', 'I’m', 'doesn’t', 'we’ll', 'crane’s', 'o’clock'].map(isCommonWord)).toEqual([true, true, true, true, false, false]);
  });

  it.each([
    ['Do not delete the staging database while you clean up.', 'not delete the staging database'],
    ["Don't deploy the invoice service on Fridays.", 'Don’t deploy the invoice service'],
    ['dont deploy the invoice service on fridays', 'dont deploy the invoice service'],
    ['Never force-push the release branch, please.', 'Never force-push the release branch'],
    ['You must not print the customer addresses', 'not print the customer addresses'],
    ['Please stop using the legacy billing endpoint.', 'stop using the legacy billing'],
    ['The staging database must not be deleted by anyone', 'staging database must not'],
    ['Deleting the staging database is not allowed', 'staging database is not'],
    ['Whatever else you may be up to tonight, do not delete the staging database', 'not delete the staging database'],
    ['No borres la base de datos de staging.', 'No borres la base'],
    ['Ne supprime pas la base de données', 'Ne supprime pas la base'],
    ['N’utilise jamais la production', 'N’utilise jamais la production'],
    ['Lösche auf dem Server die alten Tabellen der Buchhaltung bis März nicht', 'der Buchhaltung bis März nicht'],
    ['Verwijder op de server de oude tabellen van de boekhouding niet', 'tabellen van de boekhouding niet'],
    ['No --force pushes to the release branch', 'No --force pushes'],
    ['Ta inte bort databasen', 'inte bort databasen'],
    ['Не удаляй базу данных', 'Не удаляй базу данных'],
    ['请不要删除 staging 数据库的表', '请不要删除 staging'],
    ['本番データベースを削除しないでください', 'タベースを削除しない'],
    ['本番環境のデータベースのテーブルは絶対に削除しないでください', 'ルは絶対に削除しない'],
    ['데이터베이스와 백업과 모든 로그 파일을 삭제하지 마세요', '모든 로그 파일을 삭제하지 마세요'],
  ])('%j keeps what negates it: %s', (text, quoted) => {
    expect(tellingPart(requestClauses(text), plain, 5)?.part).toBe(quoted);
  });

  it.each([
    ['No, rename the harbour table', 'rename the harbour table'],
    ['I do not know why but the winch of berth seven broke', 'winch of berth seven broke'],
    ['Rename the harbour table whether or not it is empty', 'Rename the harbour table'],
    ['Fix the login loop, it is not working since the last deploy', 'Fix the login loop'],
  ])('%j is quoted without what negates something else: %s', (text, quoted) => {
    expect(tellingPart(requestClauses(text), plain, 5)?.part).toBe(quoted);
  });

  it.each([
    ['Where is my parcel? It was promised for Tuesday.', 'Where is my parcel'],
    ['Why does the login loop? The cookie was renewed yesterday evening.', 'Why does the login loop'],
    ['Wo bleibt mein Paket? Es wurde für Dienstag versprochen.', 'Wo bleibt mein Paket'],
    ['¿Dónde está mi pedido? Prometieron entregarlo el martes.', '¿Dónde está mi pedido'],
    ['Где моя посылка? Её обещали доставить во вторник.', 'Где моя посылка'],
    ['What do you think? Please rename the harbour table to pier', 'rename the harbour table to pier'],
    ['When you are done, rename the harbour table', 'rename the harbour table'],
    ['Could you please rename the harbour table?', 'rename the harbour table'],
  ])('%j is quoted by what it asks: %s', (text, quoted) => {
    expect(tellingPart(requestClauses(text), plain, 6)?.part).toBe(quoted);
  });

  it.each([
    ['Отмените, пожалуйста, только палатку, остальное оставьте.', 'Отмените пожалуйста только палатку'],
    ['Storniere nur das Zelt, den Rest lass bitte stehen.', 'Storniere nur das Zelt'],
    ['Check the crane, the winch of berth seven and the bollards', 'winch of berth seven'],
  ])('%j is cut at a comma: %s', (text, quoted) => {
    expect(tellingPart(requestClauses(text), plain, 5)?.part).toBe(quoted);
  });

  it('a heading over a long list goes with each of its items', () => {
    const list = Array.from({ length: 30 }, (_, at) => `- item ${at}`).join('\n');
    const clauses = requestClauses(`Never:\n${list}\n\n- delete it`).map((words) => words.join(' '));
    expect(clauses.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_, at) => `Never item ${at}`));
  });

  it.each([
    ['Do not: restart the broker', 'not restart the broker'],
    ['Never:\n- delete the volumes\n- restart the broker', 'Never delete the volumes'],
    ['Niemals:\n* Tabellen löschen', 'Niemals Tabellen löschen'],
    ["Don't: restart the broker", 'Don’t restart the broker'],
    ["Don't:\n\n- delete the volumes\n- restart the broker", 'Don’t delete the volumes'],
    ['## **Do not:**\n- delete the volumes', 'not delete the volumes'],
    ['**Never**: delete the volumes', 'Never delete the volumes'],
    ['prod: never delete the volumes', 'never delete the volumes'],
    ['No: rename the harbour table', 'rename the harbour table'],
    ['If not: rename the harbour table', 'rename the harbour table'],
    ['**If not:** rename the harbour table', 'rename the harbour table'],
    ['**Rules:**\n\n- rename the harbour table', 'rename the harbour table'],
    ['Rules: rename the harbour table', 'rename the harbour table'],
  ])('%j keeps what negates it before a colon: %s', (text, quoted) => {
    expect(tellingPart(requestClauses(text), plain, 6)?.part).toBe(quoted);
  });

  it('tells of a run without spaces that is cut as much as of the whole', () => {
    const clauses = requestClauses('请把测试数据库的端口改成 5544，然后运行测试。');
    const rarity = { documents: 1_000, frequencies: new Map(clauses.flat().map((word) => [word, 1])) };
    expect(tellingPart(clauses, wordWeights(rarity), 5)?.part).toBe('请把测试数据库的端口');
  });

  it('names the words whose rarity it wants to know, at most so many', () => {
    const span = said(['user_message', 'survey the northern quay'], ['user_message', 'inspect both cranes']);
    expect(requestWords(span, 3)).toEqual(['survey', 'inspect', 'northern']);
  });
});

describe('decisions', () => {
  it('are told by their words, without the word itself', () => {
    const span = said(['decision', 'Decided: steel rope over chain for the winch'], ['agent_message', 'decided nothing']);
    expect(decisionTopics(span, plain)).toEqual(['decided steel rope over chain for the winch']);
  });

  it.each([
    ['We decided not to migrate the billing tables to Postgres 17 before March.', 'decided not to migrate the billing tables'],
    ['Decided against Redis as the session store.', 'decided against Redis as the session store'],
    ['We’ve decided against Redis as the session store.', 'decided against Redis as the session store'],
    ['Decision: never retry payments with backoff above 30 seconds.', 'decided never retry payments with backoff above 30 seconds'],
    ['Decided: do not expose port 8443 to the public network.', 'decided not expose port 8443'],
    ['No more manual deployments to the production cluster.', 'decided No more manual deployments to the production cluster'],
    ['We rejected Redis as the session store', 'decided We rejected Redis as the session store'],
    ['Redis as the session store of the portal was rejected', 'decided store of the portal was rejected'],
    ['Instead of chain we take steel rope for every winch of the quay', 'decided Instead of chain we take steel'],
  ])('%j is no decision for its opposite: %s', (text, decided) => {
    expect(decisionTopics(said(['decision', text]), plain)).toEqual([decided]);
  });

  it('are the two newest that no later event supersedes', () => {
    const span = said(
      ['decision', 'Steel rope over chain'],
      ['decision', 'Red paint over tar'],
      ['decision', 'Northern quay over pier'],
      ['decision', 'Hemp rope over steel'],
    );
    const standing = span.map((own, at) => (at === 2 ? { ...own, entry: { ...own.entry, superseded: true } } : own));
    expect(decisionTopics(standing, plain)).toEqual(['decided Red paint over tar', 'decided Hemp rope over steel']);
  });
});
