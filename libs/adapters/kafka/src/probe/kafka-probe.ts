import { openConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';

export interface KafkaProbe {
  /** Resolves once the leader of the topic's first partition answers. Errors: `unavailable` at the deadline. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

/** Creates a probe with a minimal request on its own connection, opened on first use. */
export function createKafkaProbe(options: {
  readonly kafka: KafkaSettings;
  readonly topic: string;
  readonly deadlineMs?: number;
}): KafkaProbe {
  const { kafka, topic, deadlineMs = 5_000 } = options;
  const connection = openConnection(kafka);
  return {
    ask: async () => void (await connection.endOffsets(topic, [0], { doing: 'reach the brokers', deadlineMs })),
    close: () => connection.close(),
  };
}
