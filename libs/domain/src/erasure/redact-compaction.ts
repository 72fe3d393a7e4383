import type { CompactionRecord, ContextCompacted } from '../compaction/compaction-record.ts';
import type { MarkerProfile } from '../compaction/markers/marker-profile.ts';
import type { Manifest, Marker, MarkerRecord } from '../compaction/markers/marker.ts';
import { keptTemplate, markerText, renderMarker } from '../compaction/markers/render-marker.ts';
import type { DerivedFacts, DerivedItem, DerivedTaskState } from '../task-state/derived/derived-task-state.ts';
import type { RepeatsErased } from './erased-speech.ts';

interface RedactOptions {
  readonly saysErased: RepeatsErased;
  readonly countTokens: (text: string) => number;
  readonly erasedOrdinals: ReadonlySet<number>;
  readonly erasedArtifacts: ReadonlySet<string>;
}

/**
 * Removes from a compaction everything that only erased events said. Returns the same object where there is nothing to
 * remove. Evicted and shrunk ids do not change.
 */
export function redactCompaction(record: CompactionRecord, options: RedactOptions): CompactionRecord {
  // Known facts are named by their places; what they say is read from their events.
  if (record.type === 'CompactionStopped' || record.type === 'KnowledgeChosen') return record;
  const markers = record.markers.map((marker) => redactMarker(marker, options));
  const sameMarkers = markers.every((marker, at) => marker === record.markers[at]);
  if (record.type === 'TokensRecounted') return sameMarkers ? record : { ...record, markers };
  const made = record.made.map((own) => redactMade(own, options));
  const taskState = record.taskState && redactDerived(record.taskState, options);
  if (sameMarkers && made.every((own, at) => own === record.made[at]) && taskState === record.taskState) return record;
  const redacted: ContextCompacted = { ...record, markers, made };
  return taskState ? { ...redacted, taskState } : redacted;
}

function redactMarker(marker: Marker, { saysErased, countTokens }: RedactOptions): Marker {
  const topics = marker.topics.filter((topic) => !saysErased(topic));
  const profile = marker.profile && redactProfile(marker.profile, saysErased);
  if (topics.length === marker.topics.length && profile === marker.profile && !saysErased(markerText(marker))) return marker;
  const text = renderMarker(marker.fromTurn, marker.toTurn, topics);
  return {
    ...marker,
    topics,
    text,
    templateVersion: keptTemplate(marker),
    // The text became shorter, so a different count must not enlarge the window.
    tokens: Math.min(marker.tokens, countTokens(text)),
    ...(profile && { profile }),
  };
}

function redactProfile(profile: MarkerProfile, saysErased: RepeatsErased): MarkerProfile {
  const kept = profile.terms.flatMap((term, at) => (saysErased(term) ? [] : [at]));
  const counts = profile.counts?.filter((count) => !saysErased(count));
  if (kept.length === profile.terms.length && counts?.length === profile.counts?.length) return profile;
  const only = <T>(list: readonly T[]): T[] => kept.map((at) => list[at]!);
  const { slices, terms, at, worth } = profile;
  return { slices, terms: only(terms), at: only(at), worth: only(worth), ...(counts && { counts }) };
}

function redactMade(made: MarkerRecord, options: RedactOptions): MarkerRecord {
  const marker = redactMarker(made.marker, options);
  const manifest = redactManifest(made.manifest, options);
  return marker === made.marker && manifest === made.manifest ? made : { ...made, marker, manifest };
}

function redactManifest(manifest: Manifest, { saysErased, erasedArtifacts }: RedactOptions): Manifest {
  const silent = (texts: readonly string[]): readonly string[] => texts.filter((text) => !saysErased(text));
  const { entities, paths, tools, keywords } = manifest.hints;
  const hints = { entities: silent(entities), paths: silent(paths), tools: silent(tools), keywords: silent(keywords) };
  const artifactIds = manifest.artifactIds.filter((id) => !erasedArtifacts.has(id));
  const before = entities.length + paths.length + tools.length + keywords.length + manifest.artifactIds.length;
  const after = hints.entities.length + hints.paths.length + hints.tools.length + hints.keywords.length + artifactIds.length;
  return before === after ? manifest : { ...manifest, artifactIds, hints };
}

/** Drops facts of erased events, and only those lines of the text that state them. */
function redactDerived(derived: DerivedTaskState, { saysErased, countTokens, erasedOrdinals }: RedactOptions): DerivedTaskState {
  const stays = (item: DerivedItem): boolean => !erasedOrdinals.has(item.ordinal) && !saysErased(item.text);
  const standing = (items: readonly DerivedItem[]): DerivedItem[] =>
    items.filter(stays).map(({ earlier, ...item }) => {
      const left = earlier?.filter(({ ordinal }) => !erasedOrdinals.has(ordinal)) ?? [];
      return { ...item, ...(left.length > 0 && { earlier: left }) };
    });
  const { requests, constraints, decisions, files, failures, openCalls } = derived.facts;
  const facts: DerivedFacts = {
    ...derived.facts,
    requests: standing(requests),
    constraints: standing(constraints),
    decisions: standing(decisions),
    files: files.filter(({ path }) => !saysErased(path)),
    failures: failures.filter(
      (failure) => stays(failure) && ![failure.key, ...(failure.operands ?? []), ...(failure.alike ?? [])].some((said) => saysErased(said)),
    ),
    ...(openCalls && {
      openCalls: openCalls.filter(
        ({ ordinal, id, key, label, settles = [], paths = [], operands = [] }) =>
          !erasedOrdinals.has(ordinal) && ![id, key, label, ...settles, ...paths, ...operands].some((said) => saysErased(said)),
      ),
    }),
  };
  const text = derived.text
    .split('\n')
    .filter((line) => !saysErased(line))
    .join('\n');
  const sizes = ({ requests, constraints, decisions, files, failures, openCalls = [] }: DerivedFacts): number =>
    requests.length + constraints.length + decisions.length + files.length + failures.length + openCalls.length;
  if (text === derived.text && sizes(facts) === sizes(derived.facts)) return derived;
  return { facts, text, tokens: Math.min(derived.tokens, countTokens(text)) };
}
