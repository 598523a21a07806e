import { expect, it } from 'vitest';
import { recordingFile } from './microphone.js';

it.each([
  ['audio/webm;codecs=opus', 'microphone.webm', 'audio/webm'],
  ['audio/ogg; codecs=opus', 'microphone.ogg', 'audio/ogg'],
  ['audio/mp4; codecs=mp4a', 'microphone.m4a', 'audio/mp4'],
])('makes of a recording of %s a file %s', async (recorded, name, type) => {
  const parts = ['one', 'two'].map((text) => new Blob([text], { type: recorded }));
  const file = recordingFile(parts);
  expect([file.name, file.type, await file.text()]).toEqual([name, type, 'onetwo']);
});
