/** The process that trains heads. Started by training-process.ts, imported by nobody. */
import { runOrder, type TrainingOrder } from '../domain/fine-tune/training.js';

const parent = process.ppid;

process.once('message', (order: TrainingOrder) => {
  const result = runOrder(order, (share) => {
    // The computation never yields: a relay that died is noticed by whose child this has become.
    if (process.ppid !== parent) process.exit(1);
    process.send?.({ kind: 'progress', share });
  });
  process.send?.({ kind: 'result', result }, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
