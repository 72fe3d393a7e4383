export { rotateClusterMaster } from './rotate-cluster-master.ts';
export { checkClusterCertificate } from './check-cluster-certificate.ts';
export { VERIFIED_SERVERS, verifyCluster } from './verify-cluster.ts';
export type { RepairedCluster } from './verify-cluster.ts';
export { kafkaSettings } from './connections.ts';
export { openClusterControl } from './open-cluster-control.ts';
export { openClusterArchive } from './open-cluster-archive.ts';
export type { OpenedArchive } from './open-cluster-archive.ts';
export { prepareCluster } from './prepare-cluster.ts';
export type { PreparedCluster } from './prepare-cluster.ts';
export { createSwitchWhenFilled, followReadModel } from '@total-recall/ingest';
export { isOfEarlierFold, openClusterGenerations } from './open-index-generations.ts';
export type { ClusterGenerations } from './open-index-generations.ts';
export { listParkedWrites } from './list-parked-writes.ts';
export { rebuildIndex } from './rebuild-index.ts';
export type { Rebuilt } from './rebuild-index.ts';
export { openClusterStores } from './open-cluster-stores.ts';
export {
  followClosedSessions,
  followErasedArtifacts,
  followErasures,
  followOwedErasures,
  openLedgerFeed,
  openPastUnits,
} from './follow-ledger.ts';
export { remoteConsolidator } from './remote-consolidator.ts';
export { remoteEraser, remoteRetention } from './remote-eraser.ts';
export { createServicePorts } from './service-ports.ts';
export { createPartitionGauges } from './partition-gauges.ts';
export type { TakenPartitions } from './held-partitions.ts';
export { createPartitionShare } from './partition-share.ts';
export { serverProbes, withRefusal } from '../server-probes.ts';
export { refuseBelowFolded } from './refuse-below-folded.ts';
export { readKeyFile } from './read-key-file.ts';
export { runService } from './run-service.ts';
export type { ServiceProcess } from './run-service.ts';
export { backUpTopics, restoreTopics } from './topic-backup.ts';
export type { TopicBackup } from './topic-backup-files.ts';
