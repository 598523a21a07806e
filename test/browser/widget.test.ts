/** The widget's script-tag bundle on a page of its own: one tag and one script are the whole integration. */
import { Resampler } from '@undertone/prosody';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CALL_SID,
  chunksOf,
  TwilioCall,
} from '../../relay/src/stream/wires/telephony/testing/twilio-call.js';
import { launchChromium, watchConduct, type Misconduct } from '../support/chromium.js';
import { recordMicrophone } from '../support/microphone.js';
import { paced } from '../support/pace.js';
import { encodePcm } from '../support/pcm.js';
import { RelayProcess } from '../support/relay-process.js';
import { angryAndSad, someSpeech, speechRate } from '../support/speech.js';
import { openSocket } from '../support/stream-socket.js';

let relay: RelayProcess;
let browser: Browser;
let page: Page;
let misconduct: Misconduct;

beforeAll(async () => {
  relay = await RelayProcess.start({ env: { UNDERTONE_DEMO: 'on' } });
  browser = await launchChromium({ microphone: (await recordMicrophone(await angryAndSad(2), 300)).path });
  page = await browser.newPage();
  misconduct = watchConduct(page, relay.url);
  await page.addInitScript(() => {
    const devices = navigator.mediaDevices;
    const open = devices.getUserMedia.bind(devices);
    window.microphones = [];
    devices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      window.microphones.push(...stream.getTracks());
      return stream;
    };
  });
  await page.goto(`${relay.url}/embed.html`);
});

afterAll(async () => {
  await browser.close();
  await relay.stop();
});

const panel = () => page.locator('undertone-panel');

describe('the panel as a script tag', () => {
  it('analyzes nothing, and says so, until its button is pressed', async () => {
    await panel().getByText('Analysis off').first().waitFor();
    await panel().getByText('Tell the customer before you start.').waitFor();
  });

  it('fetches a token, opens the microphone and shows the mood, and the voice among the details', async () => {
    await panel().getByRole('button', { name: 'Start analysis' }).click();
    await panel().getByText('Analysis on').first().waitFor();
    await panel()
      .getByRole('img', { name: /^Tension/ })
      .waitFor();
    await panel().getByRole('button', { name: 'Details' }).click();
    await panel()
      .getByRole('img', { name: /^Pitch/ })
      .waitFor();
  });

  it('stops on request and leaves the page clean', async () => {
    await panel().getByRole('button', { name: 'Stop analysis' }).click();
    await panel().getByText('Call ended').first().waitFor();
    await panel().getByRole('button', { name: 'Start analysis' }).waitFor();
    await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0);
    expect(misconduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
  });
});

describe('the panel during starts, moves and removal', () => {
  const openMicrophones = () =>
    page.evaluate(() => window.microphones.filter((track) => track.readyState === 'live').length);

  it('opens one microphone when it is started twice at once', async () => {
    const outcomes = await page.evaluate(async () => {
      const panel = document.querySelector<EmbeddedPanel>('undertone-panel')!;
      const both = await Promise.allSettled([panel.start(), panel.start()]);
      return both.map((one) => (one.status === 'fulfilled' ? 'live' : (one.reason as { code: string }).code));
    });
    expect(outcomes).toEqual(['aborted', 'live']);
    expect(await openMicrophones()).toBe(1);
  });

  it('opens no microphone when its privacy is a word that it does not know', async () => {
    const opened = await page.evaluate(() => window.microphones.length);
    const outcome = await page.evaluate(async () => {
      const panel = document.querySelector<EmbeddedPanel>('undertone-panel')!;
      await panel.stop();
      panel.setAttribute('privacy', 'feature');
      const refused = await panel.start().catch((error: unknown) => {
        const { code, message } = error as Error & { code: string };
        return { code, message };
      });
      panel.removeAttribute('privacy');
      await panel.start();
      return refused;
    });
    expect(outcome).toEqual({ code: 'invalid_option', message: 'privacy must be features' });
    // The one of the start without the attribute.
    expect(await page.evaluate(() => window.microphones.length)).toBe(opened + 1);
  });

  it('says that it stopped, and shows the code, when its button is pressed with a wrong attribute', async () => {
    const reported = page.waitForEvent('pageerror');
    await page.evaluate(() => {
      const wrong = document.createElement('undertone-panel');
      wrong.id = 'wrong';
      wrong.setAttribute('token-endpoint', '/demo/token');
      wrong.setAttribute('subject', 'agnt');
      document.body.append(wrong);
    });
    const wrong = page.locator('#wrong');
    await wrong.getByRole('button', { name: 'Start analysis' }).click();
    await wrong.getByText('Code: invalid_option').first().waitFor();
    expect((await reported).message).toContain('sources[0].subject must be one of');
    await page.evaluate(() => document.querySelector('#wrong')!.remove());
  });

  it('continues when it is moved in the page', async () => {
    await page.evaluate(async () => {
      const place = document.createElement('main');
      document.body.append(place);
      place.append(document.querySelector('undertone-panel')!);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    });
    await panel().getByText('Analysis on').first().waitFor();
    await panel()
      .getByRole('img', { name: /^Tension/ })
      .waitFor();
    expect(await openMicrophones()).toBe(1);
  });

  it('releases everything when it is removed, also during a start', async () => {
    await page.evaluate(() => document.querySelector('undertone-panel')!.remove());
    await expect.poll(openMicrophones).toBe(0);
    const outcome = await page.evaluate(async () => {
      const panel = document.createElement('undertone-panel') as EmbeddedPanel;
      panel.setAttribute('token-endpoint', '/demo/token');
      document.body.append(panel);
      const started = Promise.allSettled([panel.start()]);
      panel.remove();
      const [one] = await started;
      return one.status === 'fulfilled' ? 'live' : (one.reason as { code: string }).code;
    });
    expect(outcome).toBe('aborted');
    expect(await openMicrophones()).toBe(0);
    await expect.poll(() => page.workers().length, { timeout: 20_000 }).toBe(0);
  });

  it('says that the access is not valid when the page’s server refuses a token with 401', async () => {
    await page.route('**/refused', (route) => route.fulfill({ status: 401, body: '{}' }));
    await page.evaluate(() => {
      const panel = document.createElement('undertone-panel');
      panel.setAttribute('token-endpoint', '/refused');
      document.body.append(panel);
    });
    await panel().getByRole('button', { name: 'Start analysis' }).click();
    await panel().getByText('The access for this call is not valid.').first().waitFor();
    await expect.poll(openMicrophones).toBe(0);
  });
});

/** Speech as a telephone carries it. */
const telephoneSpeech = async (seconds: number): Promise<Buffer> => {
  const speech = await someSpeech(seconds);
  const narrow = new Float32Array(speech.length);
  const written = new Resampler(speechRate, 8_000).process(speech, narrow);
  return encodePcm(narrow.subarray(0, written), 'mulaw');
};

describe('the panel of a desktop whose calls come by telephone', () => {
  it('[RT112] shows the call that it names by the id at the vendor, from its voice to its end', async () => {
    const desktop = await browser.newPage();
    const conduct = watchConduct(desktop, relay.url);
    const { token } = await relay.token({ scopes: ['stream.write'] });
    const [codes, socket] = await Promise.all([
      telephoneSpeech(8),
      openSocket(`${relay.wsUrl}/v1/telephony/twilio`),
    ]);
    const call = new TwilioCall();
    socket.send(call.connected());
    socket.send(call.start(['inbound'], { token, agent: 'u-7' }));
    const watch = () => relay.request('GET', `/v1/sessions/${CALL_SID}/watch`);
    await expect.poll(async () => (await watch()).status, { timeout: 10_000 }).toBe(200);
    // The customer's server holds the API key, and the page has only the name of the call.
    await desktop.route('**/desktop/calls/*', async (route) => {
      const name = new URL(route.request().url()).pathname.split('/').at(-1);
      const { status, json } = await relay.request('GET', `/v1/sessions/${name}/watch`);
      await route.fulfill({ status, json });
    });
    await desktop.goto(`${relay.url}/embed.html`);
    // As a string: Vitest would rewrite the import of a function for Node.
    await desktop.evaluate(`(async () => {
      const { observe } = await import('/undertone/undertone-observe.js');
      const answer = async () => (await fetch('/desktop/calls/${CALL_SID}')).json();
      const { session_id } = await answer();
      const observer = observe({ getToken: async () => (await answer()).token });
      document.querySelector('undertone-panel').session = observer.watch(session_id);
    })()`);
    const shown = desktop.locator('undertone-panel');
    const mood = shown.getByRole('img', { name: /^Tension/ }).waitFor({ timeout: 20_000 });
    const chunks = chunksOf('inbound', codes);
    await paced(chunks.length, 20, (at) => socket.send(call.media(chunks[at]!)));
    await mood;
    socket.send(call.stop());
    await shown.getByText('Call ended').first().waitFor({ timeout: 20_000 });
    expect(conduct).toEqual({ consoleErrors: [], pageErrors: [], foreignRequests: [] });
    await desktop.close();
  }, 60_000);
});

type EmbeddedPanel = HTMLElementTagNameMap['undertone-panel'] & {
  start(): Promise<void>;
  stop(): Promise<void>;
};

declare global {
  interface Window {
    microphones: MediaStreamTrack[];
  }
}
