import type { PolicySettings } from '@total-recall/domain';
import type { CoreConfig } from '@total-recall/runtime';

export type PolicyConfig = Pick<CoreConfig, 'windowTokens' | 'tokenFamily' | 'redaction' | 'artifactThresholdBytes'>;

/** Reads the process's policy from its settings. It applies where no level sets a value. */
export function policyDefaults(config: PolicyConfig): PolicySettings {
  return {
    windowTokens: config.windowTokens,
    family: config.tokenFamily,
    redaction: config.redaction,
    artifactThresholdBytes: config.artifactThresholdBytes,
  };
}
