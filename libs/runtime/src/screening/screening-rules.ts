/**
 * A rule for one kind of secret or personal data. Patterns are linear: bounded repeats, and starts that cannot overlap.
 * If a pattern has a group named `secret`, only that part is masked. `check` makes the final decision on a match.
 */
export interface ScreeningRule {
  readonly name: string;
  readonly category: 'secret' | 'personal';
  /** Forms that it recognises, as the documentation lists them. */
  readonly finds: string;
  /** A text without any of these is not searched. Compared in lower case. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
  readonly check?: (match: string) => boolean;
}

const secret = (name: string, finds: string, hints: readonly string[], pattern: RegExp): ScreeningRule => ({
  name,
  category: 'secret',
  finds,
  hints,
  pattern,
});
const DIGITS = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const;

/** Applied in this order. What a rule masked is invisible to later ones. */
export const SCREENING_RULES: readonly ScreeningRule[] = [
  secret('private_key', 'private keys in PEM, also cut short', ['private key'], privateKeys()),
  // A name and a secret, as the service itself hands them out; the proxy takes them in the path of a URL.
  secret(
    'total_recall_api_key',
    'API keys of this service, anywhere: alone, in a URL, in a header',
    ['tr_'],
    /(?<![A-Za-z0-9_])tr_[a-z0-9]{16}_[A-Za-z0-9_-]{43,64}/g,
  ),
  secret('aws_access_key', '`AKIA...`, `ASIA...`', ['akia', 'asia'], /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  secret(
    'aws_secret_key',
    '`secret_access_key` with 40 characters',
    ['secret_access_key', 'secretaccesskey'],
    /secret_?access_?key["']?\s{0,4}[:=]\s{0,4}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
  ),
  secret(
    'github_token',
    '`ghp_...`, `gho_...`, `ghu_...`, `ghs_...`, `ghr_...`, `github_pat_...`',
    ['gh', 'github_pat_'],
    /(?<![A-Za-z0-9_])(?:gh[opusr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})/g,
  ),
  secret('gitlab_token', '`glpat-...`', ['glpat-'], /(?<![A-Za-z0-9_-])glpat-[A-Za-z0-9_-]{20,64}/g),
  secret('slack_token', '`xoxb-...` and its kin', ['xox'], /(?<![A-Za-z0-9-])xox[abeoprs]-[A-Za-z0-9-]{10,250}/g),
  secret(
    'slack_webhook',
    'URLs of `hooks.slack.com/services`',
    ['hooks.slack.com'],
    /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/]{20,100}/g,
  ),
  secret('model_api_key', '`sk-...` with a digit', ['sk-'], /(?<![A-Za-z0-9_-])sk-(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{20,250}/g),
  secret('google_api_key', '`AIza...`', ['aiza'], /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}/g),
  secret(
    'payment_api_key',
    '`sk_live_...`, `sk_test_...`, `rk_live_...`, `rk_test_...`',
    ['k_live_', 'k_test_'],
    /(?<![A-Za-z0-9_])[rs]k_(?:live|test)_[A-Za-z0-9]{16,250}/g,
  ),
  secret(
    'registry_token',
    '`npm_...`, `hf_...`, `pypi-...`',
    ['npm_', 'hf_', 'pypi-'],
    /(?<![A-Za-z0-9_-])(?:npm_[A-Za-z0-9]{36}|hf_[A-Za-z0-9]{30,100}|pypi-[A-Za-z0-9_-]{50,250})/g,
  ),
  secret(
    'jwt',
    'JSON Web Tokens',
    ['eyj'],
    /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.eyJ[A-Za-z0-9_-]{4,16384}\.[A-Za-z0-9_-]{8,2048}/g,
  ),
  secret(
    'authorization_header',
    'the value of an `Authorization` header',
    ['authorization'],
    /authorization["']?\s{0,4}[:=]\s{0,4}["']?(?:bearer|basic|token|apikey)\s{1,4}(?<secret>[A-Za-z0-9._~+/=-]{8,8192})/gi,
  ),
  secret(
    'bearer_token',
    '`Bearer` with 20 characters or more and a digit',
    ['bearer'],
    /(?<![A-Za-z0-9])bearer\s{1,4}(?<secret>(?=[A-Za-z._~+/=-]{0,64}\d)[A-Za-z0-9._~+/=-]{20,8192})/gi,
  ),
  secret(
    'url_password',
    'the password in `scheme://user:password@host`',
    ['://'],
    /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/"'<>]{0,256}:(?<secret>[^\s@/"'<>]{1,256})@/gi,
  ),
  secret(
    'assigned_secret',
    '`NAME=value` in capitals, where the name has `API_KEY`, `SECRET`, `PASSWORD`, `PASSWD` or `TOKEN`, or ends in `PASS` or `_PWD`; 8 characters or more, in quotes also with blanks',
    ['key', 'secret', 'pass', 'pwd', 'token'],
    /(?<![A-Za-z0-9_])[A-Z0-9_]{0,64}(?:(?:API_KEY|APIKEY|SECRET|PASSWORD|PASSWD|TOKEN)(?:_[A-Z0-9_]{1,32})?|(?<![A-Z0-9])PASS|(?<=_)PWD)=(?:"(?<secret>(?![<{%])[^"\\\r\n$]{8,512})"|'(?<secret>(?![<{%])[^'\\\r\n$]{8,512})'|["']?(?<secret>[^\s"'$&;,()<>[\]]{8,512}))/g,
  ),
  // Matches any case and spaces, as in settings, JSON and code. An unquoted value must not look like a name or a call, a
  // quoted one with blanks not like what a form says.
  secret(
    'assigned_password',
    '`password`, `passphrase`, `api_key`, `client_secret`, `access_token`, `private_key` and their kin with a value in settings, JSON, code or a URL: in quotes also with blanks, else with a digit or a special character',
    ['passw', 'passphrase', 'secret', 'api', 'token', 'private'],
    /(?:password|passwd|passphrase|secret[_-]?key|client[_-]?secret|api[_-]?key|(?:access|auth|refresh)[_-]?token|private[_-]?key)\\{0,3}["']?[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}(?:\\{0,3}["'](?!(?:string|required|password|undefined)["'\\]|(?:confirm|enter|forgot|incorrect|invalid|must|new|password|please|repeat|the|wrong|your)\s|[,;)+][^"'\\\r\n]{0,256}\s)(?<secret>(?![$<{%\s])(?:(?!\[redacted:)[^"'\\\t\r\n]){5,256})\\{0,3}["']|(?=[^\s"'\\,;&]{0,64}[\d!@#%^*+~])(?<secret>(?![/~=])[^\s"'\\,;&<>()[\]{}$.]{6,256})(?=[\s,;&"'\\]|$))/gi,
  ),
  {
    ...secret(
      'assigned_token',
      '`token`, `pass` and `pwd` with a value of 8 characters or more that has letters and digits: `token=...`, `"token": "..."`',
      ['token', 'pass', 'pwd'],
      /(?<![A-Za-z0-9])(?:token|pass|pwd)(?:\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,4}\\{0,3}["'](?<secret>(?![/$<{%[])(?=[^\s"'\\]{0,64}\d)(?=[^\s"'\\]{0,64}[a-z])[^\s"'\\]{8,1024})\\{0,3}["']|=(?=[^\s"'\\,;&]{0,64}\d)(?=[^\s"'\\,;&]{0,64}[a-z])(?<secret>(?![/~=])[^\s"'\\,;&<>()[\]{}$.]{8,1024})(?=[\s,;&"'\\]|$))/gi,
    ),
    check: (match) => !/[:=]\W{0,12}(?:[a-z]{1,32}_)?(?:token|pass|pwd)\d{0,4}\W{0,4}$/i.test(match),
  },
  secret(
    'account_key',
    '`AccountKey`, `SharedAccessKey` and `access_key` with 30 characters of base64 or more',
    ['key'],
    /(?:account|access)[_-]?key["']?[ \t]{0,4}[:=][ \t]{0,4}["']?(?<secret>(?=[A-Za-z+/]{0,64}\d)[A-Za-z0-9+/]{30,512}={0,2})(?![A-Za-z0-9+/_.(-])/gi,
  ),
  {
    name: 'credit_card',
    category: 'personal',
    finds: 'payment card numbers with the right check digit',
    hints: DIGITS,
    pattern: /(?<![\d.,_-]|\d )[3-6]\d{3}(?:[ -]?\d){9,15}(?![\d_-])/g,
    check: passesLuhn,
  },
  {
    name: 'iban',
    category: 'personal',
    finds: 'bank account numbers (IBAN) with the right check digits',
    hints: DIGITS,
    pattern: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?(?![A-Za-z0-9])/g,
    check: passesMod97,
  },
  {
    name: 'social_security_number',
    category: 'personal',
    finds: '`123-45-6789` (USA)',
    hints: ['-'],
    pattern: /(?<![\w-])(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}(?![\w-])/g,
  },
  {
    name: 'email',
    category: 'personal',
    finds: 'e-mail addresses',
    hints: ['@'],
    pattern:
      /(?<![A-Za-z0-9._%+-])[A-Za-z0-9._%+-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9])/g,
  },
  {
    name: 'phone',
    category: 'personal',
    finds: 'phone numbers with `+` and a country code, and of the USA in groups',
    hints: ['+', '(', '-'],
    pattern:
      /(?<![\w.+-])(?:\+[1-9]\d{0,2}[ ./-]?(?:\(\d{1,4}\)[ ./-]?)?\d{1,5}(?:[ ./-]\d{2,10}){1,4}|\+[1-9]\d{9,13}|\(\d{3}\) ?\d{3}[.-]\d{4}|\d{3}-\d{3}-\d{4})(?![\w-])/g,
    check: isPhoneLike,
  },
];

/**
 * Matches keys between their lines BEGIN and END, and such as are cut short: then only what looks like the body of a key,
 * so that a text which names the line loses nothing behind it. A body is lines of base64 and headers of PEM, with line ends
 * real or escaped, in quotes of their own, or all in one line.
 */
function privateKeys(): RegExp {
  const name = '[A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----';
  const lineEnd = String.raw`(?:[ \t]{0,8}(?:[\r\n]|\\{1,4}[rn])){1,8}`;
  // The number of a line, and a sign of a quote, of a comment or of a change.
  const margin = String.raw`(?:[ \t]{0,8}\d{1,6}(?:→|[:\t]))?[ \t]{0,16}(?:[>#*|+-][ \t]?)?`;
  const header = String.raw`(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID):[^\r\n"'\\;]{0,200}`;
  const base64 = '[A-Za-z0-9+/=]';
  const wholeLine = String.raw`${base64}{1,20000}(?=[ \t]{0,8}(?:[\r\n\\"',]|$))`;
  // Before a blank it may be a word of a sentence, which has no capitals or digits within.
  const noWord = `(?=[A-Za-z]?[a-z]{0,64}[A-Z0-9+/=])${base64}{8,20000}`;
  const quoted = String.raw`["'][ \t]{0,8}[+.,&\\]?\s{1,64}["']${base64}{40,20000}`;
  const sameLine = String.raw`[ \t]{0,4}${base64}{40,20000}`;
  const body = `(?:${sameLine}|${lineEnd}${margin}(?:${header}|${wholeLine}|${noWord})|(?:${lineEnd})?${quoted}){1,1000}`;
  return new RegExp(`-----BEGIN ${name}(?:(?:[^-]|-(?!----)){0,20000}-----END ${name}|${body})`, 'g');
}

/** Tells an international phone number from an added date, a fraction and a few small numbers. */
function isPhoneLike(text: string): boolean {
  if (!text.startsWith('+')) return true;
  const digits = text.replace(/\D/g, '').length;
  return digits >= 9 && digits <= 16 && !/^\+(?:(?:19|20)\d\d-[01]\d-[0-3]\d|\d+\.\d+$)/.test(text);
}

/** Verifies the check digit of payment card numbers. */
export function passesLuhn(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Verifies the check digits of international bank account numbers (ISO 13616). */
export function passesMod97(text: string): boolean {
  const compact = text.replaceAll(' ', '');
  if (compact.length < 15 || compact.length > 34) return false;
  let rest = 0;
  for (const char of compact.slice(4) + compact.slice(0, 4)) {
    const value = Number.parseInt(char, 36);
    rest = (value > 9 ? rest * 100 + value : rest * 10 + value) % 97;
  }
  return rest === 1;
}
