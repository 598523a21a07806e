/**
 * Preloaded into a relay and each of its threads by `npm run bench:memory`. At SIGUSR2 every thread collects its garbage and tells what is
 * left; the main thread prints it as one line. With UNDERTONE_PROBE_SNAPSHOTS, each also writes what its heap holds, by class.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { BroadcastChannel, isMainThread, threadId } from 'node:worker_threads';

/** How long threads may take to collect. */
const COLLECT_MS = 4_000;
const folder = process.env.UNDERTONE_PROBE_SNAPSHOTS;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');

/** Bytes of the heap by class, from a snapshot. */
function bytesByClass(path) {
  const { snapshot, nodes, strings } = JSON.parse(readFileSync(path, 'utf8'));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ['type', 'name', 'self_size'].map((field) => fields.indexOf(field));
  const sums = new Map();
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = types[type][nodes[at + type]];
    const key = kind === 'object' || kind === 'native' ? strings[nodes[at + name]] : `(${kind})`;
    const sum = sums.get(key) ?? { bytes: 0, count: 0 };
    sums.set(key, { bytes: sum.bytes + nodes[at + size], count: sum.count + 1 });
  }
  return Object.fromEntries(sums);
}

let rounds = 0;

function measure() {
  collect();
  collect();
  const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
  rounds += 1;
  if (folder !== undefined) {
    const path = writeHeapSnapshot(`${folder}/thread-${threadId}.heapsnapshot`);
    writeFileSync(`${folder}/thread-${threadId}-${rounds}.json`, JSON.stringify(bytesByClass(path)));
    rmSync(path);
  }
  return { thread: threadId, heapUsed, heapTotal, external, arrayBuffers };
}

const channel = new BroadcastChannel('undertone memory probe');
channel.unref();
if (isMainThread) {
  const answers = [];
  channel.onmessage = ({ data }) => answers.push(data);
  process.on('SIGUSR2', () => {
    const residentBefore = process.memoryUsage.rss();
    answers.length = 0;
    channel.postMessage('measure');
    answers.push(measure());
    setTimeout(() => {
      const line = { probe: [...answers], residentBefore, residentAfter: process.memoryUsage.rss() };
      process.stdout.write(`${JSON.stringify(line)}\n`);
    }, COLLECT_MS);
  });
} else {
  channel.onmessage = ({ data }) => {
    // What the other threads answer comes here too.
    if (data === 'measure') channel.postMessage(measure());
  };
}
