import type { PolicySettings } from '@total-recall/domain';
import type { AppConfig } from '@total-recall/runtime';

export type PolicyConfig = Pick<AppConfig, 'windowTokens' | 'tokenFamily' | 'redaction' | 'artifactThresholdBytes'>;

/** Policy of the process: what holds where no level says otherwise. */
export function policyDefaults(config: PolicyConfig): PolicySettings {
  return {
    windowTokens: config.windowTokens,
    family: config.tokenFamily,
    redaction: config.redaction,
    artifactThresholdBytes: config.artifactThresholdBytes,
  };
}
