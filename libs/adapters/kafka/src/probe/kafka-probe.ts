import { openConnection } from '../wire/kafka-connection.ts';
import type { KafkaSettings } from '../wire/kafka-settings.ts';

export interface KafkaProbe {
  /** Resolves once the leader of the first partition of the topic answers. Errors: `unavailable` past the deadline. */
  ask(): Promise<void>;
  close(): Promise<void>;
}

/** Asks the brokers for next to nothing, over a connection of its own that is made with the first question. */
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
