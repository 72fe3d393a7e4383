import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeFindings, screenText } from './screen-text.ts';
import { passesLuhn, passesMod97, SCREENING_RULES } from './screening-rules.ts';

// Parts are joined here so that no scanner takes the examples for real secrets.
const x = (...parts: string[]) => parts.join('');
const EXAMPLES: readonly (readonly [string, string, string])[] = [
  ['private_key', x('-----BEGIN RSA PRIV', 'ATE KEY-----\nMIIEpA\nDEK-Info: AES-128-CBC\n-----END RSA PRIV', 'ATE KEY-----'), 'MIIEpA'],
  ['private_key', x('-----BEGIN PRIV', 'ATE KEY-----\\nMIIcutoff'), 'MIIcutoff'],
  ['total_recall_api_key', x('tr_', 'h4k2m9q0w8e7r6t5', '_', 'Ab1-'.repeat(10), 'x_Z'), 'Ab1-'],
  ['total_recall_api_key', x('http://localhost:8420/proxy/tr_', 'h4k2m9q0w8e7r6t5', '_', 'Ab1-'.repeat(10), 'x_Z/v1/messages'), 'Ab1-'],
  ['total_recall_api_key', x('x-total-recall-key: tr_', 'h4k2m9q0w8e7r6t5', '_', 'Ab1-'.repeat(10), 'x_Z'), 'Ab1-'],
  ['total_recall_api_key', x('Authorization: Bearer tr_', 'h4k2m9q0w8e7r6t5', '_', 'Ab1-'.repeat(10), 'x_Z'), 'Ab1-'],
  ['aws_access_key', x('AKIA', 'IOSFODNN7EXAMPLE'), 'IOSFODNN7EXAMPLE'],
  ['aws_secret_key', x('aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/', 'bPxRfiCYEXAMPLEKEY'), 'bPxRfi'],
  ['github_token', x('ghp_', 'a1'.repeat(18)), 'a1a1'],
  ['gitlab_token', x('glpat-', 'abcDEF123456_7890xyz'), 'abcDEF'],
  ['slack_token', x('xoxb-', '1234567890-abcdef'), '1234567890'],
  ['slack_webhook', x('https://hooks.slack.com/services/', 'T00000000/B00000000/XXXX'), 'T00000000'],
  ['model_api_key', x('sk-', 'proj-abcdefghij0123456789'), '0123456789'],
  ['google_api_key', x('AIza', 'SyA1234567890abcdefghijklmnopqrstuv'), '1234567890'],
  ['payment_api_key', x('sk_', 'live_4242abcd4242abcd'), '4242abcd'],
  ['registry_token', x('npm_', 'b2'.repeat(18)), 'b2b2'],
  ['jwt', x('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxIn0.', 'c2lnbmF0dXJl'), 'c2lnbmF0dXJl'],
  ['authorization_header', x('Authorization: Basic ', 'dXNlcjpwYXNz'), 'dXNlcjpwYXNz'],
  ['bearer_token', x('curl -H "x: Bearer ', 'abcdefghijklmnop1234567"'), 'abcdefghijklmnop1234567'],
  ['url_password', x('postgres://admin:', 'hunter2!@db.internal/app'), 'hunter2!'],
  ['assigned_secret', x('export STRIPE_SECRET=', 'correcthorse'), 'correcthorse'],
  ['assigned_password', x('password = ', 'hunter22'), 'hunter22'],
  ['assigned_password', x('passwd: ', 'tr0ub4dor'), 'tr0ub4dor'],
  ['assigned_password', x('secret_key="', 'correct-horse"'), 'correct-horse'],
  ['assigned_password', x('{"dbPassword": "', 'correcthorse"}'), 'correcthorse'],
  ['assigned_password', x('{\\"password\\":\\"', 'correcthorse\\"}'), 'correcthorse'],
  ['assigned_password', x("clientSecret => '", "s3cret'"), 's3cret'],
  ['assigned_password', x('GET /login?password=', 'hunter22&user=x'), 'hunter22'],
  ['assigned_secret', x('PASSWORD="', 'correct horse"'), 'horse'],
  ['assigned_secret', x("PASSWORD='", "correcthorse battery'"), 'battery'],
  ['assigned_secret', x('DB_PASS=', 'swordfish99'), 'swordfish99'],
  ['assigned_secret', x('DB_PWD=', 'swordfish99'), 'swordfish99'],
  ['assigned_password', x('"password": "', 'correct horse battery"'), 'horse'],
  ['assigned_password', x("password: 'correct ", "horse battery'"), 'horse'],
  ['assigned_password', x('{\\"password\\": \\"correct ', 'horse battery\\"}'), 'horse'],
  ['assigned_token', x('token=', 'abc123def456'), 'abc123'],
  ['assigned_token', x('/login?user=x&token=', 'abc123def456&page=2'), 'abc123'],
  ['assigned_token', x('db_pass=', 'swordfish99'), 'swordfish99'],
  ['assigned_token', x('{"token": "', 'abc123def456"}'), 'abc123'],
  ['account_key', x('AccountName=x;AccountKey=', 'aB3/+xYz'.repeat(10), 'aB3/+x==;EndpointSuffix=y'), 'aB3'],
  ['account_key', x('SharedAccessKey=', 'aB3/+xYz'.repeat(5), 'aB='), 'aB3'],
  ['credit_card', x('4111 1111 ', '1111 1111'), '4111'],
  ['iban', x('DE89 3704 0044 ', '0532 0130 00'), '3704'],
  ['social_security_number', '123-45-6789', '6789'],
  ['email', 'ann.example+tag@mail.example.org', 'ann.example'],
  ['phone', '+49 30 1234 5678', '1234'],
  ['phone', '(212) 555-0147', '0147'],
  ['phone', '+49 170 1234567', '1234567'],
  ['phone', '+49 (0)89 123456', '123456'],
  ['phone', '+49 89/123456-78', '123456'],
  ['phone', '+44 (0) 20 7946 0958', '7946'],
  ['phone', '+1.212.555.0147', '0147'],
  ['phone', '+43 6641234567', '6641234567'],
];

const BEGIN = x('-----BEGIN PRIV', 'ATE KEY-----');
const END = x('-----END PRIV', 'ATE KEY-----');
const MASK = '[redacted:private_key]';

describe('screening', () => {
  it.each(EXAMPLES)('masks %s in %s', (rule, example, hidden) => {
    const text = `before ${example} after`;
    const masked = screenText(text, 'mask');
    expect(masked.findings).toEqual([{ rule, count: 1, action: 'mask' }]);
    expect(masked.text).toContain(`[redacted:${rule}]`);
    expect(masked.text).not.toContain(hidden);
    expect(masked.text).toMatch(/^before .*(after)?$/s);
    expect(screenText(text, 'mark')).toEqual({ text, findings: [{ rule, count: 1, action: 'mark' }] });
    expect(screenText(text, 'off')).toEqual({ text, findings: [] });
  });

  it('has an example of every rule', () => {
    expect(new Set(EXAMPLES.map(([rule]) => rule))).toEqual(new Set(SCREENING_RULES.map(({ name }) => name)));
  });

  it.each([
    'commit 3f786850e387550fdab836ed7e6dc881de23001b at 2026-05-12T10:11:12.123Z',
    'order 4111111111111112 has a wrong check digit',
    'version 1.2.3-4567-8901',
    'const token = getToken(request);',
    'import { x } from "@scope/name"; // user@host is no address',
    'the risk-based-approach-to-everything-we-do',
    'http://localhost:8420/v1/events?limit=10',
    'TOKEN=$GITHUB_TOKEN',
    'password = getPassword(user1)',
    'password: string; passwordHash: string',
    'const password = process.env.DB_PASSWORD1;',
    'password = request.form["password1"]',
    '"password": "string"',
    'password: "${DB_PASSWORD}"',
    '<input type="password" name="password1">',
    'passwd: files systemd',
    'secret_key = settings',
    'the password: it has 8 characters',
    'api_key: <your key>',
    'password: /run/secrets/db1',
    'if (password === other1) return',
    'tr_first_second and tr_0123456789abcdef_short',
    'token=${TOKEN} pass=$PASS',
    'token=token',
    'token=user_token2, pass=user_pass1',
    'token=next max_tokens=12345678 tokens=abc123def456',
    '"password": "", "user": "somebody"',
    "password: '', user: 'somebody'",
    'password: string',
    '"password": "Enter your password"',
    '"password": "The password is too short"',
    'PASSWORD="$DB_PASSWORD and more" PASSWORD="${DB_PASSWORD} and more"',
    'pass=3 fail=0',
    'pass=120/120 fail=0',
    'PASS: test_login1',
    '"pass": "42 of 50"',
    'OLDPWD=/home/somebody PWD=/home/somebody COMPASS=northwest1',
    'token = parse(x)',
    'token=parse1(x) pass=compute12(y)',
    'const token = request.headers.token1;',
    'access_key: somebodys_name_of_a_long_key_1',
    'accountKey: someAccountKeyOfTheSettings',
    '"token": "hello"',
    '+2024-01-02 10:11',
    '+2024-01-02 some text',
    '+1.234567 and +12 345',
    'sum +10 200 300',
    'a bearer of good-news-for-everyone-here',
    '0x00000000000000000000000000000000',
    '2026-11-21',
    '10.0.0.1:8080',
  ])('leaves %s alone', (text) => {
    expect(screenText(text, 'mask')).toEqual({ text, findings: [] });
  });

  it.each([
    [
      'code that names the line',
      `const HEAD = '${BEGIN}';\nexport function load() {}`,
      `const HEAD = '${BEGIN}';\nexport function load() {}`,
    ],
    ['a sentence about the line', `${BEGIN}\nThen comes the body.`, `${BEGIN}\nThen comes the body.`],
    ['a key before code', `${BEGIN}\nMIIEvQIB\nADANBgkq\nexport function load() {}`, `${MASK}\nexport function load() {}`],
    ['a key in quotes', `key = "${BEGIN}\\nMIIEvQIB\\nADAN"; load();`, `key = "${MASK}"; load();`],
    ['a key in quotes of each line', `"${BEGIN}\\n" +\n  "${'MIIEvQIB'.repeat(8)}\\n" +\n  x`, `"${MASK}\\n" +\n  x`],
    ['a key in numbered lines', ` 1→${BEGIN}\n 2→MIIEvQIB\n 3→ADANBgkq\n`, ` 1→${MASK}\n`],
    ['a key with headers', `${BEGIN}\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,00\r\n\r\nMIIEvQIB`, MASK],
    ['a key in one line', `KEY=${BEGIN} ${'MIIEvQIB'.repeat(8)} ${'ADANBgkq'.repeat(8)} and more`, `KEY=${MASK} and more`],
    ['a key before another block', `${BEGIN}\nMIIEvQIB\n-----BEGIN CERTIFICATE-----\nMIID`, `${MASK}\n-----BEGIN CERTIFICATE-----\nMIID`],
    ['a whole key with words in it', `${BEGIN}\nMIIE (cut here) vQIB\n${END}\nafter`, `${MASK}\nafter`],
  ])('masks of %s nothing but the key', (_, text, masked) => {
    expect(screenText(text, 'mask').text).toBe(masked);
  });

  it('keeps what surrounds a password in a URL', () => {
    expect(screenText('see https://bob:s3cret@host.example/path', 'mask').text).toBe(
      'see https://bob:[redacted:url_password]@host.example/path',
    );
  });

  it('masks what another finding stood before', () => {
    const exampleOf = (name: string): string => EXAMPLES.find(([rule]) => rule === name)![1];
    const { text, findings } = screenText(`${exampleOf('iban')} ${exampleOf('credit_card')}`, 'mask');
    expect(text).toBe('[redacted:iban] [redacted:credit_card]');
    expect(findings.map(({ rule, count }) => [rule, count])).toEqual([
      ['credit_card', 1],
      ['iban', 1],
    ]);
  });

  it('has nothing more to mask in what it masked', () => {
    const piece = fc.oneof(
      fc.constantFrom(...EXAMPLES.map(([, example]) => example)),
      fc.string({ maxLength: 20 }),
      fc.constantFrom(' ', '\n', '"'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = screenText(pieces.join(' '), 'mask');
        expect(screenText(once.text, 'mask')).toEqual({ text: once.text, findings: [] });
      }),
    );
  });

  it.each([
    ['one letter', 'a'.repeat(1_000_000)],
    ['emails cut short', 'a.'.repeat(500_000) + '@'],
    ['at signs', 'a@'.repeat(300_000)],
    ['key starts', '-----BEGIN PRIVATE KEY-----'.repeat(30_000)],
    ['a key without end', `${BEGIN}\n${'MIIEvQIB'.repeat(120_000)}`],
    ['a key of many lines without end', `${BEGIN}${`\nMIIEvQIB`.repeat(100_000)}`],
    ['key starts before words', `${BEGIN}\n${'a'.repeat(200)} `.repeat(4_000)],
    ['key starts before blanks', `${BEGIN}${'\n '.repeat(200)}`.repeat(2_000)],
    ['token starts', 'eyJ-'.repeat(200_000)],
    ['dotted token starts', `${'eyJaaaaaaaa.'.repeat(50_000)}`],
    ['digits', '4 '.repeat(300_000)],
    ['dashes', '4-'.repeat(300_000)],
    ['schemes', 'a://a:'.repeat(100_000)],
    ['capitals', 'SECRET_'.repeat(100_000)],
    ['bearers', 'bearer '.repeat(100_000)],
    ['sk', 'sk-'.repeat(300_000)],
    ['plus', '+1 '.repeat(200_000)],
    ['ibans', 'DE89 '.repeat(100_000)],
    ['dots', 'a@b.'.repeat(200_000)],
    ['assignments', 'password='.repeat(100_000)],
    ['assignments of spaces', 'password = '.repeat(100_000)],
    ['an assignment without end', `password="${'a1'.repeat(500_000)}`],
    ['quotes cut short', `PASSWORD="${'a b '.repeat(250_000)}`],
    ['assignments of quotes', 'password="a b '.repeat(60_000)],
    ['short names', 'token='.repeat(150_000)],
    ['long values of short names', `token=${'a1'.repeat(500_000)}`],
    ['names of keys', 'accountkey='.repeat(80_000)],
    ['groups of digits', '+49 (0)89 '.repeat(90_000)],
    ['labels', `a@${'b-'.repeat(300_000)}`],
  ])('stays linear on %s', (_, text) => {
    // A quadratic pattern would take minutes here and hit the test's time limit.
    expect(screenText(text, 'mask').text.length).toBeGreaterThan(0);
  });

  it('adds findings up', () => {
    expect(
      mergeFindings([
        [{ rule: 'email', count: 1, action: 'mark' }],
        [
          { rule: 'email', count: 2, action: 'mark' },
          { rule: 'jwt', count: 1, action: 'mark' },
        ],
      ]),
    ).toEqual([
      { rule: 'email', count: 3, action: 'mark' },
      { rule: 'jwt', count: 1, action: 'mark' },
    ]);
  });

  it('checks digits', () => {
    expect(passesLuhn('4111111111111111')).toBe(true);
    expect(passesLuhn('4444444444444444')).toBe(false);
    // Doubled digits above nine, at odd and even lengths.
    for (const card of ['5555 5555 5555 4444', '378282246310005', '6011 0009 9013 9424']) {
      expect(passesLuhn(card)).toBe(true);
      expect(passesLuhn(`${card.slice(0, -1)}${(Number(card.at(-1)) + 1) % 10}`)).toBe(false);
    }
    expect(passesMod97('GB82 WEST 1234 5698 7654 32')).toBe(true);
    expect(passesMod97('GB82 WEST 1234 5698 7654 33')).toBe(false);
  });
});
