export { createConsolidator, type ConsolidatorService } from './create-consolidator.ts';
export {
  CONSOLIDATOR_DEFAULTS,
  type ConsolidatorConfig,
  type ConsolidatorDeps,
  type ConsolidatorObserver,
  RULE_READER,
  type FactReader,
} from './consolidator-deps.ts';
export { MODEL_BUDGETS, type ConsolidationModel, type ModelObserver } from './model/consolidation-model.ts';
