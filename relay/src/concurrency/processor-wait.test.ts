import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ProcessorWait } from './processor-wait.js';

it('reads what the kernel counts, each time anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-wait-'));
  const path = join(folder, 'schedstat');
  writeFileSync(path, '3000000 12500000 7\n');
  const wait = new ProcessorWait(path);
  expect(wait.totalMs()).toBe(12.5);
  writeFileSync(path, '3000000 99500000 8\n');
  expect(wait.totalMs()).toBe(99.5);
  wait.close();
  rmSync(folder, { recursive: true });
});

it('is zero where the kernel counts nothing', () => {
  expect(new ProcessorWait('/nowhere/schedstat').totalMs()).toBe(0);
});
