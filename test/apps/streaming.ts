/** Starts the call of an app's page and waits until the relay has heard it. */
import type { Page } from 'playwright-core';

interface HeardSession {
  readonly state: { readonly kind: string };
  on(
    type: string,
    listener: (event: { kind?: string; source?: string; emotion?: string; provenance?: string }) => void,
  ): void;
}

export interface Heard {
  /** The first emotion that the panel was told. */
  readonly emotion: string;
  /** Where that was heard: `server` or `edge`. */
  readonly provenance: string;
  /** Who decides what is speech. */
  readonly detector: string;
  /** The height of the panel, px. */
  readonly height: number;
}

/** @param detector waits until this one decides what is speech */
export const hear = async (page: Page, url: string, detector: 'silero' | 'energy'): Promise<Heard> => {
  await page.goto(url, { timeout: 120_000 });
  await page.locator('#start').click();
  const live = () => {
    const panel = document.querySelector('undertone-panel') as { session?: HeardSession } | null;
    return panel?.session?.state.kind === 'live';
  };
  await page.waitForFunction(live, undefined, { timeout: 120_000 });
  const heard = await page.evaluate(
    (wanted) =>
      new Promise<{ emotion: string; provenance: string; detector: string }>((resolve) => {
        const { session } = document.querySelector('undertone-panel') as unknown as { session: HeardSession };
        let emotion: string | undefined;
        let provenance = '';
        let source = 'energy';
        const check = () => {
          if (emotion !== undefined && source === wanted) resolve({ emotion, provenance, detector: source });
        };
        session.on('vad', (event) => {
          if (event.kind === 'source') source = event.source ?? source;
          check();
        });
        session.on('directive', (event) => {
          emotion = event.emotion;
          provenance = event.provenance ?? '';
          check();
        });
      }),
    detector,
  );
  const box = await page.locator('undertone-panel').boundingBox();
  return { ...heard, height: box?.height ?? 0 };
};
