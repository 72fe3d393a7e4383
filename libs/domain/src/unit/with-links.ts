import { MOST_LINKS, SPECULATIVE, STORED_LINK_TYPES, type StoredLinkType, type UnitLink } from './unit-link.ts';
import type { AnyUnit } from './unit.ts';

/** A link with the unit that it leads to. */
interface Ranked {
  readonly link: UnitLink;
  readonly to: AnyUnit;
}

/**
 * Returns the links of a unit with some more, each type within its bound. What a link may not lead to is left out: the unit itself,
 * a unit that is not there, a later one (`temporal`), one that is not current when the link is made (`semantic`), or one of
 * another kind (`sibling`); a speculative one leads from an episode to another. Undefined where nothing is added. Source: 003 §3.2, B.1.
 */
export function withLinks(
  unit: AnyUnit,
  more: readonly UnitLink[],
  find: (id: string) => AnyUnit | undefined,
): readonly UnitLink[] | undefined {
  const own = unit.links ?? [];
  const has = new Set(own.map(({ type, to }) => `${type} ${to}`));
  const isNew = ({ type, to }: UnitLink): boolean => !has.has(`${type} ${to}`) && has.add(`${type} ${to}`) !== undefined;
  const added = more.filter((link) => isAllowed(unit, link, find(link.to)) && isNew(link));
  if (added.length === 0) return undefined;
  const kept: UnitLink[] = [];
  for (const type of STORED_LINK_TYPES) {
    const ranked = [...own, ...added].flatMap((link): Ranked[] => {
      const to = link.type === type ? find(link.to) : undefined;
      return to ? [{ link, to }] : [];
    });
    const most = MOST_LINKS[type];
    const best = ranked.length > most ? ranked.sort((a, b) => RANK[type](unit, a, b) || (a.link.to < b.link.to ? -1 : 1)) : ranked;
    kept.push(...best.slice(0, most).map(({ link }) => link));
  }
  return kept;
}

function isAllowed(unit: AnyUnit, { type }: UnitLink, to: AnyUnit | undefined): boolean {
  if (!to || to.id === unit.id || !isOneAudience(unit, to)) return false;
  if (type === 'temporal') return to.knownAt <= unit.knownAt;
  if (type === SPECULATIVE) return kindOf(to) === 'episode' && kindOf(unit) === 'episode' && to.status.is === 'current';
  if (type === 'sibling') return kindOf(to) === kindOf(unit);
  return type === 'version' || to.status.is === 'current';
}

/** A unit that everybody sees never leads to one that is private, nor that of one person to that of another. */
export function isOneAudience(from: Pick<AnyUnit, 'audience'>, to: Pick<AnyUnit, 'audience'>): boolean {
  return to.audience === undefined || to.audience === from.audience;
}

const kindOf = (unit: AnyUnit): string => ('kind' in unit ? unit.kind : 'fact');
const apart = ({ knownAt }: AnyUnit, { to }: Ranked): number => Math.abs(to.knownAt - knownAt);

function byWeight(_: AnyUnit, a: Ranked, b: Ranked): number {
  return (b.link.weight ?? 0) - (a.link.weight ?? 0);
}

/** Order in which links of one type are kept. */
const RANK: Readonly<Record<StoredLinkType, (unit: AnyUnit, a: Ranked, b: Ranked) => number>> = {
  version: () => 0,
  sibling: (unit, a, b) => apart(unit, a) - apart(unit, b),
  temporal: (_, a, b) => b.to.knownAt - a.to.knownAt,
  semantic: byWeight,
  [SPECULATIVE]: byWeight,
};
