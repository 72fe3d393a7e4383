import type { DelegationPacket, DelegationReport } from './delegation.ts';

/** Indents what follows a line break, so that no text passes for a finding or a heading that the service wrote. */
function indented(text: string): string {
  return text.split(/\r\n|[\n\r\v\f\x85\u2028\u2029]/u).join('\n    ');
}

/** Renders what the planner reads of a subtask that it handed over. `refs` are the short names of the key events. */
export function renderDelegation(packet: DelegationPacket, refs: readonly string[]): string {
  return [`Delegated ${packet.subtaskId} to session ${packet.session}: ${indented(packet.objective)}`, ...partsOf(packet, refs)].join('\n');
}

/** Renders the objective that the executor's session begins with. Its constraints are events of their own. */
export function renderObjective(packet: DelegationPacket, refs: readonly string[]): string {
  return [`Subtask ${packet.subtaskId}: ${indented(packet.objective)}`, ...partsOf({ ...packet, constraints: [] }, refs)].join('\n');
}

/** Renders a report, the short names of its evidence behind each finding. */
export function renderReport(report: DelegationReport, refOf: (eventId: string) => string): string {
  const findings = report.keyFindings.map(({ text, provenance }) => `- ${indented(text)} (${provenance.map(refOf).join(', ')})`);
  const artifacts = report.artifactIds.length === 0 ? [] : [`Artifacts: ${report.artifactIds.join(', ')}`];
  return [
    `Report on ${report.subtaskId} by session ${report.session}, ${report.status}: ${indented(report.summary)}`,
    ...findings,
    ...artifacts,
  ].join('\n');
}

function partsOf(
  {
    constraints,
    acceptanceCriteria,
    relevantArtifactIds,
    planNodeRef,
  }: Pick<DelegationPacket, 'constraints' | 'acceptanceCriteria' | 'relevantArtifactIds' | 'planNodeRef'>,
  refs: readonly string[],
): string[] {
  return [
    ...listed('Constraints:', constraints),
    ...listed('It is done when:', acceptanceCriteria),
    ...(refs.length === 0 ? [] : [`Evidence to open: ${refs.join(', ')}`]),
    ...(relevantArtifactIds.length === 0 ? [] : [`Artifacts to open: ${relevantArtifactIds.join(', ')}`]),
    ...(planNodeRef === undefined ? [] : [`Place in the plan: ${indented(planNodeRef)}`]),
  ];
}

const listed = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [heading, ...lines.map((line) => `- ${indented(line)}`)];
