import { LEAST_CONFIDENCE, replacementProblem, type JudgedProposal, type UnitDecision } from '@total-recall/domain';
import { candidateAlias, factAlias, type Comparison, type ProposedReplacement } from './reconcile-question.ts';

/**
 * Judges what a model decided about comparisons: it names facts that it was given together, is sure, and the gates of the
 * rules hold. A fact that one decision changed is not part of another; `replaced` has those of earlier questions.
 */
export function judgeReplacements(
  comparisons: readonly Comparison[],
  proposed: readonly ProposedReplacement[],
  replaced = new Set<string>(),
): { readonly decisions: readonly UnitDecision[]; readonly proposals: readonly JudgedProposal[] } {
  const byAlias = new Map(comparisons.map((one, at) => [factAlias(at), { one, at }]));
  const decisions: UnitDecision[] = [];
  const proposals = proposed.map(({ fact: alias, replaces, action, confidence }): JudgedProposal => {
    const named = byAlias.get(alias);
    const earlier = named?.one.earlier.find((_one, place) => candidateAlias(named.at, place) === replaces);
    if (!named || !earlier) return { proposes: action, targets: [], confidence, outcome: 'MISSING_ID' };
    const later = named.one.fact;
    const judged = { proposes: action, targets: [earlier.unit.id, later.unit.id], confidence } as const;
    if (confidence < LEAST_CONFIDENCE) return { ...judged, outcome: 'LOW_CONF' };
    const problem = replacementProblem(earlier, later);
    if (problem) return { ...judged, outcome: problem };
    if (replaced.has(earlier.unit.id) || replaced.has(later.unit.id)) return { ...judged, outcome: 'TOUCHED_CONFLICT' };
    replaced.add(earlier.unit.id);
    const reason = action === 'delete' ? 'ended' : 'later_statement';
    decisions.push({ do: 'supersede', unit: earlier.unit.id, by: later.unit.id, reason, confidence });
    return { ...judged, outcome: 'applied' };
  });
  return { decisions, proposals };
}
