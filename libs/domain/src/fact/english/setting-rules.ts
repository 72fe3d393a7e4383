import { said, type FactRule } from '../fact-rule.ts';

/** Names that only settings have: of several words in one, or with a word of what programs are set to. */
const NAMED = '[a-z][a-z\\d]*(?:[._-][a-z\\d]+)+';
const KNOWN =
  '[a-z\\d]*(?:timeout|port|retries|ttl|interval|backoff|debounce|throttle|concurrency|replicas|workers|threads|region|loglevel|poolsize|batchsize|cachesize|heartbeat|keepalive)';
/** Secrets, which nobody wants to see listed, and files. */
const NOT = '(?!\\S*(?:key|token|secret|passw|pwd|credential|auth)|\\S*\\.(?:md|txt|[jt]sx?|py|json|ya?ml|toml)(?![\\w.-]))';
/** An amount with its unit, as a colon stands before much else: "Tom: 30". */
const WITH_UNIT = '(?=\\d[\\d.,]*\\s?(?:ms|s|sec|m|min|h|d|kb|mb|gb|tb|k|%)(?![\\p{L}\\d]))';
const ONE = '[^\\s;,]{1,80};?\\s*$';

/**
 * A setting that is the whole of a message, as people note one: "timeout = 30s". One of several lines, or one beside other
 * words, may be pasted from anywhere.
 */
export const SETTINGS: readonly FactRule[] = [
  {
    kind: 'value',
    label: 'project',
    opens: true,
    isAlone: true,
    attribute: '{attr}',
    value: 'setting',
    pattern: said(`${NOT}(?<attr>${NAMED}|${KNOWN})\\s*(?:=\\s*(?=${ONE})|:\\s*${WITH_UNIT}(?=${ONE}))`),
  },
];
