/** What browser/pages/harness.mjs puts on the page. */
import type * as Undertone from '@undertone/client';
import type * as Ort from 'onnxruntime-web';

declare global {
  var undertone: typeof Undertone;
  var ort: typeof Ort;
  var fetchToken: (query?: string) => Promise<string>;
  /** The session a test has open on the page. */
  var session: Undertone.UndertoneSession;
}
