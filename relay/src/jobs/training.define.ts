/** The process that trains heads. training-process.ts starts it, and nothing imports it. */
import { runOrder, type TrainingOrder } from '../domain/fine-tune/training.js';

const parent = process.ppid;

process.once('message', (order: TrainingOrder) => {
  const result = runOrder(order, (share) => {
    // The computation never yields. If the relay has died, this process has another parent.
    if (process.ppid !== parent) process.exit(1);
    process.send?.({ kind: 'progress', share });
  });
  process.send?.({ kind: 'result', result }, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));
