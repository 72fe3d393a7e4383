import type { FactLabel } from '../unit/unit.ts';
import {
  byImportance,
  chooseFacts,
  DIGEST_HEADINGS,
  DIGEST_LIMITS,
  indexLine,
  sectionsOf,
  wholeLine,
  withLaterValues,
  type DigestFact,
} from './render-digest.ts';

/** A digest with its detail: an index within the bounds, and a page for each label that found no room in it. */
export interface DigestPages {
  /** Markdown without a footer. */
  readonly index: string;
  readonly details: readonly { readonly label: FactLabel; readonly text: string }[];
  /** Facts in the index, and those that stand in the detail alone. */
  readonly facts: number;
  readonly demoted: number;
  /** Facts that somebody may want to forget, so that others find room: said before in the same words, or once and long ago. */
  readonly prunes: readonly { readonly id: string; readonly text: string; readonly why: 'said_before' | 'least_important' }[];
}

const PRUNES = 10;
/** Lines and bytes of the warning, of the links, and of a footer that a file adds. */
const RESERVED = { lines: 10, bytes: 2_048 };

/**
 * Writes the digest as an index and its detail. Pure and idempotent. The least important facts are demoted to the page of
 * their label, which the index links, and facts whose line is cut stand there whole, so nothing is dropped.
 * `pageOf` names the page of a label, as the index links it. Source: 000 §8.5, 004.
 */
export function renderDigestPages(all: readonly DigestFact[], pageOf: (label: FactLabel) => string): DigestPages {
  const facts = withLaterValues(all);
  const kept = chooseFacts(facts, RESERVED);
  const demoted = facts.filter((fact) => !kept.has(fact));
  const inDetail = facts.filter((fact) => !kept.has(fact) || indexLine(fact) !== wholeLine(fact));
  const details = DIGEST_HEADINGS.flatMap(([label, heading]) => {
    const own = inDetail.filter((fact) => fact.label === label);
    return own.length === 0 ? [] : [{ label, heading, own }];
  });
  const links = details.map(({ label, heading, own }) => `- [${heading}](${pageOf(label)}): ${own.length} in full`);
  const warning =
    demoted.length === 0
      ? []
      : [
          '',
          `This page is full (${DIGEST_LIMITS.lines} lines, ${DIGEST_LIMITS.bytes} bytes): ${demoted.length} facts stand in the detail.`,
        ];
  return {
    index: [
      '# What is known',
      ...sectionsOf([...kept], indexLine),
      ...warning,
      ...(links.length > 0 ? ['', '## More', ...links] : []),
      '',
    ].join('\n'),
    details: details.map(({ label, own }) => ({
      label,
      text: ['# What is known in detail', ...sectionsOf(own, wholeLine), ''].join('\n'),
    })),
    facts: kept.size,
    demoted: demoted.length,
    prunes: demoted.length === 0 ? [] : prunesOf(facts, demoted),
  };
}

function prunesOf(facts: readonly DigestFact[], demoted: readonly DigestFact[]): DigestPages['prunes'] {
  const said = new Set<string>();
  const before = facts.toSorted(byImportance).filter((fact) => {
    const words =
      `${fact.subject} ${fact.text}`
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? fact.id;
    const isKnown = said.has(words);
    said.add(words);
    return isKnown && !fact.byPerson;
  });
  const least = demoted.filter(({ byPerson, statements }) => !byPerson && statements === 1).toSorted((a, b) => byImportance(b, a));
  const named = new Set(before.map(({ id }) => id));
  return [
    ...before.map(({ id, text }) => ({ id, text, why: 'said_before' as const })),
    ...least.filter(({ id }) => !named.has(id)).map(({ id, text }) => ({ id, text, why: 'least_important' as const })),
  ].slice(0, PRUNES);
}
