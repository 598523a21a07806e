import { browserEnvironment, type PageEnvironment } from '../capture/page-environment.js';
import { observerPage, type ObserverPage } from '../observe/observer-page.js';

/** What `doctor` needs from the page: all that a session does, and means to look closer. */
export interface CheckedPage extends PageEnvironment, ObserverPage {
  /** The microphones and speakers that the page may know of. */
  enumerateDevices(): Promise<MediaDeviceInfo[]>;
  /** The state of the microphone permission; null when the browser does not report it. */
  microphonePermission(): Promise<PermissionState | null>;
  /** The page's wall clock, ms since the epoch. */
  wallClockMs(): number;
}

/** The real page. */
export const checkedPage = (): CheckedPage => ({
  ...browserEnvironment(),
  ...observerPage(),
  enumerateDevices: () =>
    (navigator as Partial<Navigator>).mediaDevices?.enumerateDevices() ?? Promise.resolve([]),
  async microphonePermission() {
    try {
      return (await navigator.permissions.query({ name: 'microphone' })).state;
    } catch {
      return null; // some browsers do not know this permission
    }
  },
  wallClockMs: () => Date.now(),
});
