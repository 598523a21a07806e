// @ts-check
/**
 * The thread in which PGlite runs. In the main thread, a long query would delay timers and sockets. Plain
 * JavaScript, so that the same file is the worker's entry from the sources and from the build.
 */
import { constants, platform, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { collectGarbage } from '../../memory/collect-garbage.mjs';
import { PreparedStatements } from './prepared-statements.mjs';

if (parentPort === null) throw new Error('pglite-worker.mjs runs in a worker thread only');
const port = parentPort;
/** @type {{ directory: string }} */
const { directory } = workerData;

// Each result has a waiting caller; a checkpoint has none. Urgent queries go first here (pglite-turns.ts). On
// Linux the priority applies to this thread only.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

/**
 * Postgres' default of 128 MB is touched as a whole at the start, and is taken from this process. For what does not fit there is
 * the system's own cache of files: with 4 MB, checkpoints and a ledger take as much processor time as with 16.
 */
const SHARED_BUFFERS = 'shared_buffers=4MB';
const startParams = [...PGlite.defaultStartParams, '-c', SHARED_BUFFERS];

const database = await PGlite.create(directory, { startParams }).catch((/** @type {unknown} */ error) => {
  port.postMessage({ kind: 'failed', error: describe(error) });
  return undefined;
});

if (database !== undefined) {
  const statements = new PreparedStatements(database, () => performance.now());
  // One after the other, because a statement is prepared and run in two steps.
  let turn = Promise.resolve();
  port.on('message', (request) => {
    turn = turn.then(() => answer(database, statements, request));
  });
  port.postMessage({ kind: 'ready' });
}

/**
 * @param {PGlite} database
 * @param {PreparedStatements} statements
 * @param {{ kind: 'query', id: number, sql: string, parameters: unknown[], begins: boolean } | { kind: 'script', id: number, sql: string } | { kind: 'tidy', id: number } | { kind: 'close', id: number }} request
 */
async function answer(database, statements, request) {
  try {
    if (request.kind === 'close') {
      await database.close();
      port.postMessage({ kind: 'result', id: request.id, rows: [], affectedRows: 0 });
      port.close();
      return;
    }
    if (request.kind === 'tidy') {
      await collectGarbage();
      port.postMessage({ kind: 'result', id: request.id, rows: [], affectedRows: 0 });
      return;
    }
    if (request.kind === 'script') {
      await statements.forget();
      await database.exec(request.sql);
      port.postMessage({ kind: 'result', id: request.id, rows: [], affectedRows: 0 });
      return;
    }
    if (request.begins) await statements.query('begin', []);
    const { rows, affectedRows } = await statements.query(request.sql, request.parameters);
    port.postMessage({ kind: 'result', id: request.id, rows, affectedRows });
  } catch (error) {
    port.postMessage({ kind: 'error', id: request.id, error: describe(error) });
  }
}

/**
 * Structured cloning keeps only an error's message, so the SQLSTATE and the constraint are sent with it.
 * @param {unknown} error
 */
function describe(error) {
  if (!(error instanceof Error)) return { message: String(error) };
  const { code, constraint, detail } = /** @type {Record<string, unknown>} */ (
    /** @type {unknown} */ (error)
  );
  return {
    message: error.message,
    ...(typeof code === 'string' && { code }),
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof detail === 'string' && { detail }),
  };
}
