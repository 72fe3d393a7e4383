import { z } from 'zod';
import { anatomy, anatomyList } from '../anatomy/anatomy.ts';
import { artifactRef } from '../artifact/artifact-ref.ts';
import { compactBody, compactionRecord, compactResult, knowledgeChoice } from '../compaction/compaction.ts';
import { appliedEdits, otherEdit, vendorEdit } from '../compaction/vendor-edits.ts';
import { markerExpansion } from '../compaction/expansion.ts';
import { manifest, marker, markerList, markerManifest } from '../compaction/marker.ts';
import {
  apiKeyView,
  auditEntry,
  auditExport,
  auditHead,
  auditList,
  changedTenant,
  createdKey,
  createdTenant,
  keyList,
  newKey,
  newTenant,
  quotas,
  removedTenant,
  tenantList,
  tenantRemoval,
  tenantView,
} from '../control/control.ts';
import {
  delegated,
  delegation,
  delegationGrant,
  delegationList,
  delegationPacket,
  delegationReport,
  keptReport,
  newDelegation,
  newReport,
  receivedReport,
  reportFinding,
} from '../delegation/delegation.ts';
import { appendBody, appendedEvent, appendResult } from '../event/append.ts';
import { eventBody, eventPage, eventView } from '../event/event-view.ts';
import { attachment, eventMetadata, newEvent, recallReceipt, toolCall } from '../event/new-event.ts';
import { policySettings, retentionRule, policyView, sessionPolicy, windowBudgets } from '../policy/policy.ts';
import { openAnswer, openBody } from '../open/open.ts';
import { recallAnswer, recallBody, recallHit, recallPassage, recallScope } from '../recall/recall.ts';
import { demandFigures, demandReport, evidenceUse, retrieval, retrievalList } from '../recall/demand.ts';
import { importReport } from '../session/import.ts';
import { sessionList, sessionSummary, sessionView, spaceList } from '../session/session.ts';
import { toolDeclarations } from '../session/tools.ts';
import { taskState, taskStateFields, taskStateUpdateBody, taskStateUpdated, taskStateView } from '../task-state/task-state.ts';
import { assembledWindow, callerBlocks, prefetchAnswer, prefetchBody, windowBlock, windowBody } from '../window/window.ts';
import { certificateKey, eraseBody, erasure, erasureCertificate, erasureList } from '../erasure/erasure.ts';
import { expiredInSpace, expiredList } from '../retention/retention.ts';
import { unit, unitList, unitSurface } from '../fact/unit.ts';
import {
  digest,
  entryUndoing,
  fact,
  factCorrection,
  factDecision,
  factList,
  factRemoval,
  ledgerEntry,
  ledgerList,
  newFact,
  profile,
  profileList,
  removedFact,
  sweepResult,
  undoneEntry,
} from '../fact/fact.ts';
import { proposal, reflecting, reflection, restoredSetting } from '../reflection/reflection.ts';
import { hold, holdList, holdRelease, newHold, placedHold } from '../hold/hold.ts';
import { problem } from './problem.ts';

/** Every named schema of the OpenAPI document. */
const NAMED = {
  Problem: problem,
  NewEvent: newEvent,
  Attachment: attachment,
  ToolCall: toolCall,
  EventMetadata: eventMetadata,
  RecallReceipt: recallReceipt,
  AppendRequest: appendBody,
  AppendResult: appendResult,
  AppendedEvent: appendedEvent,
  Event: eventView,
  EventBody: eventBody,
  EventPage: eventPage,
  ArtifactRef: artifactRef,
  CompactionRecord: compactionRecord,
  KnowledgeChoice: knowledgeChoice,
  VendorEdit: vendorEdit,
  OtherEdit: otherEdit,
  AppliedEdits: appliedEdits,
  CompactRequest: compactBody,
  CompactResult: compactResult,
  Marker: marker,
  Manifest: manifest,
  MarkerList: markerList,
  MarkerManifest: markerManifest,
  MarkerExpansion: markerExpansion,
  WindowRequest: windowBody,
  CallerBlocks: callerBlocks,
  WindowBlock: windowBlock,
  AssembledWindow: assembledWindow,
  PrefetchRequest: prefetchBody,
  PrefetchAnswer: prefetchAnswer,
  Anatomy: anatomy,
  AnatomyList: anatomyList,
  RecallRequest: recallBody,
  RecallScope: recallScope,
  RecallHit: recallHit,
  RecallPassage: recallPassage,
  RecallAnswer: recallAnswer,
  OpenRequest: openBody,
  OpenAnswer: openAnswer,
  Retrieval: retrieval,
  EvidenceUse: evidenceUse,
  RetrievalList: retrievalList,
  DemandFigures: demandFigures,
  DemandReport: demandReport,
  ToolDeclarations: toolDeclarations,
  TaskState: taskState,
  TaskStateFields: taskStateFields,
  TaskStateUpdate: taskStateUpdateBody,
  TaskStateUpdated: taskStateUpdated,
  TaskStateView: taskStateView,
  SessionSummary: sessionSummary,
  NewDelegation: newDelegation,
  Delegated: delegated,
  Delegation: delegation,
  DelegationGrant: delegationGrant,
  DelegationPacket: delegationPacket,
  DelegationList: delegationList,
  NewReport: newReport,
  DelegationReport: delegationReport,
  ReportFinding: reportFinding,
  ReceivedReport: receivedReport,
  KeptReport: keptReport,
  Session: sessionView,
  SessionList: sessionList,
  SpaceList: spaceList,
  ImportReport: importReport,
  PolicySettings: policySettings,
  Policy: policyView,
  SessionPolicy: sessionPolicy,
  WindowBudgets: windowBudgets,
  NewKey: newKey,
  ApiKey: apiKeyView,
  CreatedKey: createdKey,
  KeyList: keyList,
  AuditEntry: auditEntry,
  AuditHead: auditHead,
  AuditList: auditList,
  AuditExport: auditExport,
  EraseRequest: eraseBody,
  Erasure: erasure,
  ErasureCertificate: erasureCertificate,
  ErasureCertificateKey: certificateKey,
  ErasureList: erasureList,
  RetentionRule: retentionRule,
  ExpiredInSpace: expiredInSpace,
  ExpiredList: expiredList,
  NewHold: newHold,
  HoldRelease: holdRelease,
  Hold: hold,
  PlacedHold: placedHold,
  HoldList: holdList,
  Fact: fact,
  FactList: factList,
  NewFact: newFact,
  FactCorrection: factCorrection,
  FactDecision: factDecision,
  FactRemoval: factRemoval,
  RemovedFact: removedFact,
  Profile: profile,
  ProfileList: profileList,
  LedgerEntry: ledgerEntry,
  Reflection: reflection,
  Reflecting: reflecting,
  ReflectionProposal: proposal,
  UndoneSetting: restoredSetting,
  LedgerList: ledgerList,
  EntryUndoing: entryUndoing,
  UndoneEntry: undoneEntry,
  SweepResult: sweepResult,
  Digest: digest,
  Unit: unit,
  UnitSurface: unitSurface,
  UnitList: unitList,
  Quotas: quotas,
  Tenant: tenantView,
  NewTenant: newTenant,
  CreatedTenant: createdTenant,
  ChangedTenant: changedTenant,
  TenantRemoval: tenantRemoval,
  RemovedTenant: removedTenant,
  TenantList: tenantList,
} as const satisfies Record<string, z.ZodType>;

export type JsonSchema = Record<string, unknown>;

/** Builds the JSON Schemas of all named schemas in their wire form, with references between them. */
export function componentSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const made = z.toJSONSchema(registry, { io: 'input', target: 'draft-2020-12', uri: (id) => `#/components/schemas/${id}` });
  return Object.fromEntries(Object.entries(made.schemas).map(([id, schema]) => [id, bare(schema as JsonSchema)]));
}

/** Returns the name of a schema, for references to it. */
export function schemaName(schema: z.ZodType): string | undefined {
  return Object.entries(NAMED).find(([, named]) => named === schema)?.[0];
}

/** Builds the JSON Schema of a parameter. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  return bare(z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) as JsonSchema);
}

function bare({ $schema: _schema, $id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
