/**
 * Fills the database of a stopped relay with calls, for pictures of the console.
 *
 * Usage: node packages/console/scripts/seed-calls.mjs FOLDER [CALLS, 10000 unless given]
 */
import { openDatabase } from '../../../relay/dist/storage/database/database.js';
import { seedCalls } from './call-seeder.mjs';

const [directory, count = '10000'] = process.argv.slice(2);
if (directory === undefined) throw new Error('which data folder?');
const database = await openDatabase({ kind: 'embedded', directory });
try {
  await seedCalls(database.queries, Number(count));
  process.stdout.write(`${count} calls in ${directory}\n`);
} finally {
  await database.close();
}
