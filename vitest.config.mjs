import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['undertone-source', 'node'] };
const ssr = { resolve: { conditions: ['undertone-source', 'node'] } };

/** What runs against the built relay. */
const system = {
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: 120_000,
  hookTimeout: 120_000,
};

export default defineConfig({
  test: {
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          globalSetup: ['relay/src/storage/testing/templates.ts'],
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/*/examples/**/*.test.ts',
            'relay/src/**/*.test.ts',
            'relay/lab/**/*.test.ts',
          ],
          testTimeout: 30_000,
          // A third of their time is waiting for processes, databases and timers.
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...system,
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // They mostly wait for sound to pass at the speed of sound: two at a time cost no more processor than one.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...system,
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{contract,firefox,webkit,installed,pipecat}/**', '**/node_modules/**'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...system,
          name: 'apps',
          include: ['test/installed/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          ...system,
          name: 'firefox',
          include: ['test/firefox/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
      {
        test: {
          ...system,
          name: 'webkit',
          include: ['test/webkit/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...system,
          name: 'pipecat',
          include: ['test/pipecat/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 6 },
        },
      },
    ],
  },
});
