// Made from the routes and their schemas by `npm run client:types`: change those, not this file.
import type { NewDelegation, Delegated, DelegationList, NewReport, KeptReport } from './wire-delegations.ts';
import type {
  FactList,
  NewFact,
  FactCorrection,
  FactDecision,
  FactRemoval,
  RemovedFact,
  ProfileList,
  Reflection,
  Reflecting,
  LedgerList,
  EntryUndoing,
  UndoneEntry,
  SweepResult,
  Digest,
  UnitList,
} from './wire-facts.ts';
import type {
  EraseRequest,
  Erasure,
  ErasureCertificateKey,
  ErasureList,
  ExpiredList,
  NewHold,
  HoldRelease,
  Hold,
  PlacedHold,
  HoldList,
} from './wire-erasures.ts';
import type {
  NewKey,
  ApiKey,
  CreatedKey,
  KeyList,
  AuditList,
  AuditExport,
  Tenant,
  NewTenant,
  CreatedTenant,
  ChangedTenant,
  TenantRemoval,
  RemovedTenant,
  TenantList,
} from './wire-tenants.ts';
import type {
  MarkerManifest,
  AnatomyList,
  OpenRequest,
  OpenAnswer,
  RetrievalList,
  DemandReport,
  ToolDeclarations,
  Session,
  SessionList,
  SpaceList,
  ImportReport,
  PolicySettings,
  Policy,
} from './wire-records.ts';
import type {
  AppendRequest,
  AppendResult,
  EventPage,
  CompactRequest,
  CompactResult,
  MarkerList,
  MarkerExpansion,
  WindowRequest,
  AssembledWindow,
  PrefetchRequest,
  PrefetchAnswer,
  RecallRequest,
  RecallAnswer,
  TaskStateUpdate,
  TaskStateUpdated,
  TaskStateView,
} from './wire-answers.ts';
import type { Event } from './wire-types.ts';

/** Parameters, body and reply of each route. */
export interface WireCalls {
  listSpaces: {
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: undefined;
    readonly reply: SpaceList;
  };
  listSessions: {
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: undefined;
    readonly reply: SessionList;
  };
  getSession: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Session;
  };
  appendEvents: {
    readonly query: {};
    readonly body: AppendRequest;
    readonly reply: AppendResult;
  };
  listEvents: {
    readonly query: { readonly fromOrdinal?: number; readonly limit?: number };
    readonly body: undefined;
    readonly reply: EventPage;
  };
  assembleWindow: {
    readonly query: {};
    readonly body: WindowRequest;
    readonly reply: AssembledWindow;
  };
  prefetch: {
    readonly query: {};
    readonly body: PrefetchRequest;
    readonly reply: PrefetchAnswer;
  };
  compactSession: {
    readonly query: {};
    readonly body: CompactRequest;
    readonly reply: CompactResult;
  };
  getTaskState: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: TaskStateView;
  };
  putTaskState: {
    readonly query: {};
    readonly body: TaskStateUpdate;
    readonly reply: TaskStateUpdated;
  };
  importSession: {
    readonly query: {
      readonly format?: string;
      readonly agent?: string;
      readonly subject?: string;
      readonly systemAs?: 'persona' | 'system_note';
    };
    readonly body: Uint8Array | string;
    readonly reply: ImportReport;
  };
  recall: {
    readonly query: {};
    readonly body: RecallRequest;
    readonly reply: RecallAnswer;
  };
  open: {
    readonly query: {};
    readonly body: OpenRequest;
    readonly reply: OpenAnswer;
  };
  getEvent: {
    readonly query: { readonly session?: string };
    readonly body: undefined;
    readonly reply: Event;
  };
  getArtifact: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Uint8Array;
  };
  listMarkers: {
    readonly query: { readonly topic?: string; readonly session?: string; readonly limit?: number };
    readonly body: undefined;
    readonly reply: MarkerList;
  };
  getManifest: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: MarkerManifest;
  };
  expandMarker: {
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: undefined;
    readonly reply: MarkerExpansion;
  };
  listAnatomy: {
    readonly query: { readonly limit?: number; readonly beforeTurnId?: string };
    readonly body: undefined;
    readonly reply: AnatomyList;
  };
  listRetrievals: {
    readonly query: { readonly session?: string; readonly limit?: number; readonly before?: string };
    readonly body: undefined;
    readonly reply: RetrievalList;
  };
  getDemand: {
    readonly query: {
      readonly by?: 'all' | 'day' | 'session';
      readonly session?: string;
      readonly from?: string;
      readonly to?: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly reply: DemandReport;
  };
  getTools: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: ToolDeclarations;
  };
  consolidate: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: SweepResult;
  };
  listFacts: {
    readonly query: {
      readonly label?: 'user' | 'feedback' | 'project' | 'reference';
      readonly subject?: string;
      readonly attribute?: string;
      readonly text?: string;
      readonly history?: 'true' | 'false';
      readonly asOf?: string;
      readonly validAt?: string;
      readonly atEntry?: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly reply: FactList;
  };
  rememberFact: {
    readonly query: {};
    readonly body: NewFact;
    readonly reply: FactDecision;
  };
  getProfile: {
    readonly query: {
      readonly label?: 'user' | 'feedback' | 'project' | 'reference';
      readonly subject?: string;
      readonly attribute?: string;
      readonly asOf?: string;
      readonly validAt?: string;
      readonly atEntry?: string;
    };
    readonly body: undefined;
    readonly reply: ProfileList;
  };
  correctFact: {
    readonly query: {};
    readonly body: FactCorrection;
    readonly reply: FactDecision;
  };
  forgetFact: {
    readonly query: {};
    readonly body: FactRemoval;
    readonly reply: RemovedFact;
  };
  listLedger: {
    readonly query: { readonly limit?: number; readonly cursor?: string; readonly says?: 'true' | 'false'; readonly subject?: string };
    readonly body: undefined;
    readonly reply: LedgerList;
  };
  undoEntry: {
    readonly query: {};
    readonly body: EntryUndoing;
    readonly reply: UndoneEntry;
  };
  listUnits: {
    readonly query: {
      readonly query?: string;
      readonly kind?: 'fact' | 'episode' | 'topic' | 'insight';
      readonly under?: string;
      readonly subject?: string;
      readonly speculative?: 'true' | 'false';
      readonly atEntry?: string;
      readonly limit?: number;
      readonly cursor?: string;
    };
    readonly body: undefined;
    readonly reply: UnitList;
  };
  getReflection: {
    readonly query: { readonly from?: string };
    readonly body: undefined;
    readonly reply: Reflection;
  };
  reflect: {
    readonly query: {};
    readonly body: Reflecting;
    readonly reply: Reflection;
  };
  getDigest: {
    readonly query: { readonly subject?: string };
    readonly body: undefined;
    readonly reply: Digest;
  };
  delegateSubtask: {
    readonly query: {};
    readonly body: NewDelegation;
    readonly reply: Delegated;
  };
  listDelegations: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: DelegationList;
  };
  reportSubtask: {
    readonly query: {};
    readonly body: NewReport;
    readonly reply: KeptReport;
  };
  getTenantPolicy: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Policy;
  };
  putTenantPolicy: {
    readonly query: {};
    readonly body: PolicySettings;
    readonly reply: Policy;
  };
  getSpacePolicy: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Policy;
  };
  putSpacePolicy: {
    readonly query: {};
    readonly body: PolicySettings;
    readonly reply: Policy;
  };
  getSessionPolicy: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Policy;
  };
  putSessionPolicy: {
    readonly query: {};
    readonly body: PolicySettings;
    readonly reply: Policy;
  };
  listKeys: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: KeyList;
  };
  createKey: {
    readonly query: {};
    readonly body: NewKey;
    readonly reply: CreatedKey;
  };
  revokeKey: {
    readonly query: { readonly keepAdmin?: 'true' | 'false' };
    readonly body: undefined;
    readonly reply: ApiKey;
  };
  rotateKey: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: CreatedKey;
  };
  listAudit: {
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: undefined;
    readonly reply: AuditList;
  };
  exportAudit: {
    readonly query: { readonly limit?: number; readonly cursor?: string };
    readonly body: undefined;
    readonly reply: AuditExport;
  };
  erase: {
    readonly query: {};
    readonly body: EraseRequest;
    readonly reply: Erasure;
  };
  listErasures: {
    readonly query: { readonly limit?: number };
    readonly body: undefined;
    readonly reply: ErasureList;
  };
  getErasure: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Erasure;
  };
  getCertificateKey: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: ErasureCertificateKey;
  };
  getTenant: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Tenant;
  };
  listTenants: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: TenantList;
  };
  createTenant: {
    readonly query: {};
    readonly body: NewTenant;
    readonly reply: CreatedTenant;
  };
  changeTenant: {
    readonly query: {};
    readonly body: ChangedTenant;
    readonly reply: Tenant;
  };
  removeTenant: {
    readonly query: {};
    readonly body: TenantRemoval;
    readonly reply: RemovedTenant;
  };
  placeHold: {
    readonly query: {};
    readonly body: NewHold;
    readonly reply: PlacedHold;
  };
  listHolds: {
    readonly query: { readonly limit?: number; readonly released?: 'true' | 'false' };
    readonly body: undefined;
    readonly reply: HoldList;
  };
  getHold: {
    readonly query: {};
    readonly body: undefined;
    readonly reply: Hold;
  };
  getExpired: {
    readonly query: { readonly space?: string };
    readonly body: undefined;
    readonly reply: ExpiredList;
  };
  releaseHold: {
    readonly query: {};
    readonly body: HoldRelease;
    readonly reply: Hold;
  };
}
