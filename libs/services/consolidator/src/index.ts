export { createConsolidator, type ConsolidatorService } from './create-consolidator.ts';
export { type ConsolidatorConfig, type ConsolidatorObserver, RULE_READER, type FactReader } from './consolidator-deps.ts';
export type { ConsolidationModel, ModelObserver } from './model/consolidation-model.ts';
