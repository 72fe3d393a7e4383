import { said, type FactRule } from '../fact-rule.ts';

/** Words by which programs are set, written as one ("poolsize", "maxRetries") or in parts ("pool_size"). */
const FIRST =
  '(?:max|min|default|total|https?|tcp|grpc|db|server|client|admin|request|response|connect(?:ion)?|read|write|idle|retry|poll(?:ing)?|flush|queue|worker|thread)';
const SIZED = '(?:pool|batch|cache|buffer|queue|page|heap|chunk|block|window|fetch)';
const COUNTED = `(?:timeout|port|retries|ttl|interval|backoff|debounce|throttle|concurrency|replicas|workers|threads|heartbeat|keepalive|connections|${SIZED}[._-]?size|(?:rate|memory|mem|cpu|heap|upload|request|connection)[._-]?limit)`;
const UNIT = '(?:[._-]?(?:ms|millis|secs?|seconds|minutes|mins|hours|days|[kmg]b|bytes)|[._-][smh])?';
/** Parts of a longer name before these; `self` and the like stand in code alone. */
const PARTS = '(?!(?:self|this|cls|super)[._])(?:[a-z][a-z\\d]*[._-]){0,6}';
/** Names of settings that take a number, and of those that take one of a few words. */
const NUMBER = `${PARTS}${FIRST}{0,2}${COUNTED}${UNIT}`;
const WORD = `${PARTS}(?:region|log(?:ging)?[._-]?level)`;
/** Secrets and what is told of a person, which nobody wants to see listed, and files. */
const NOT =
  '(?!\\S*(?:key|token|secret|pass|pwd|credential|auth|card|cookie|jwt|private|cert|iban)|(?:[^\\s=:]*[._-])?(?:pin|seed|pem|codes?|dsn|ssn|tax|otp|totp)[\\s=:._-]|\\S*\\.(?:md|txt|[jt]sx?|py|json|ya?ml|toml)(?![\\w.-]))';
/** An amount with its unit, as a colon stands before much else: "Tom: 30". */
const WITH_UNIT = '(?=\\d[\\d.,]*\\s?(?:ms|s|sec|m|min|h|d|kb|mb|gb|tb|k|%)(?![\\p{L}\\d]))';
/** Words that only a region or a level of a log is: "region: Bavaria" is no setting. */
const REGION = '(?=[a-z]{2,12}(?:-[a-z]{2,12}){0,3}-?\\d{1,2}[a-z]?;?\\s*$)';
const LEVEL = '(?=(?:trace|debug|info|notice|warn(?:ing)?|error|fatal);?\\s*$)';
/** Values: no operators, brackets and quotes, which code has, and no addresses, in which a password may stand. */
const AMOUNT = '(?:\\d[\\d.,_-]*(?:[a-z]{1,8}|%)?(?:/[a-z]{1,8})?|on|off|none|auto|unlimited|infinite|disabled|never)';
const NAME = '[a-z][a-z\\d]*(?:-[a-z\\d]+){0,4}';
const END = ';?\\s*$';

/**
 * A setting that is the whole of a message, as people note one: "timeout = 30s". One of several lines, or one beside other
 * words, may be pasted from anywhere.
 */
export const SETTINGS: readonly FactRule[] = [
  `${NUMBER})\\s*(?:=\\s*|:\\s*${WITH_UNIT})(?=${AMOUNT}${END})`,
  `${WORD})\\s*=\\s*(?=${NAME}${END})`,
  `${PARTS}region)\\s*:~${REGION}`,
  `${PARTS}log(?:ging)?[._-]?level)\\s*:~${LEVEL}`,
].map((setting) => ({
  kind: 'value',
  label: 'project',
  opens: true,
  isAlone: true,
  attribute: '{attr}',
  value: 'setting',
  pattern: said(`${NOT}(?<attr>${setting}`),
}));
