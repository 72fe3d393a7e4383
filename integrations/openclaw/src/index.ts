import { register } from './plugin.ts';

/** The entry that OpenClaw loads. */
const plugin = {
  id: 'total-recall',
  name: 'Total Recall',
  description: 'Stores every session verbatim and adds what is relevant to each prompt.',
  register,
};

export default plugin;
