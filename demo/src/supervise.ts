import '@undertone/widget/define';
import { element } from './desk/element.js';
import { connectSettings } from './desk/settings.js';
import { Announcer } from './supervise/announcer.js';
import { CallList } from './supervise/call-list.js';
import { CallWatch } from './supervise/call-watch.js';
import { WatchedCall } from './supervise/watched-call.js';

/** When the page has one column (supervise.css), the chosen call is below the list. */
const ONE_COLUMN = '(max-width: 52rem)';

const panel = document.querySelector('undertone-panel');
if (panel === null) throw new Error('the page has no panel');

const announcer = new Announcer(element('news', HTMLElement));
const tell = (text: string): void => announcer.say(text);

const chosen = (id: string | undefined): void => {
  list.chosen = id;
  // A call that ended or cannot be watched may also be gone from the list.
  if (id === undefined) void calls.look();
};
const watched = new WatchedCall(panel, tell, chosen, (word) => (list.mood = word));
const list = new CallList((call) => {
  watched.watch(call);
  if (window.matchMedia(ONE_COLUMN).matches) element('watched-head', HTMLElement).scrollIntoView();
});
const calls = new CallWatch((view) => list.show(view), tell);

connectSettings(panel);
calls.start();
