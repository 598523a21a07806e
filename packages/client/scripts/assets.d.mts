/** Copies worklet, worker and voice-activity assets into `folder`; returns the files written. */
export function copyClientAssets(folder: string): Promise<string[]>;
