import { register } from './plugin.ts';

/** The entry that OpenClaw loads. */
const plugin = {
  id: 'total-recall',
  name: 'Total Recall',
  description: 'Keeps every session word for word and brings what is relevant into each prompt.',
  register,
};

export default plugin;
