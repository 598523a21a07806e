import { describe, expect, it } from 'vitest';
import { scriptedFrames } from './fixtures/scripted-frames.js';
import { testMetadata } from './fixtures/test-metadata.js';
import { EmbeddingProjection } from './embedding-projection.js';
import { FramePool } from './frame-pool.js';
import { VoiceGallery } from './voice-gallery.js';

const metadata = testMetadata();

/** A gallery whose voices have heard 60 frames of these speakers each. */
function galleryOf(...speakers: readonly number[]): VoiceGallery {
  const gallery = new VoiceGallery(metadata);
  for (const [n, speaker] of speakers.entries()) grow(gallery, gallery.open(), speaker, 60, n + 1);
  return gallery;
}

function grow(gallery: VoiceGallery, voice: number, speaker: number, frames: number, seed = 9): void {
  const heard = scriptedFrames([{ speakers: [speaker], frames }], 0.2, seed);
  gallery.grow(voice, heard, { from: 0, to: frames });
}

function embeddingOf(speaker: number): Float32Array {
  const pool = new FramePool(metadata);
  pool.add(scriptedFrames([{ speakers: [speaker], frames: 40 }], 0.2, 77));
  return EmbeddingProjection.of(metadata).project(pool.statistics());
}

describe('the voices of a live stream', () => {
  it('keeps the voices of different people apart however long they grow', () => {
    const gallery = galleryOf(0, 1, 2);
    for (let n = 0; n < 5; n += 1) grow(gallery, n % 3, n % 3, 200);
    expect(gallery.size).toBe(3);
    expect([0, 1, 2].map((voice) => gallery.current(voice))).toEqual([0, 1, 2]);
  });

  it('goes on under the earlier number when a second voice turns out to be the same person', () => {
    const gallery = galleryOf(0, 1);
    const third = gallery.open();
    grow(gallery, third, 0, 30);
    expect(gallery.current(third)).toBe(third);
    grow(gallery, third, 0, 30);
    expect(gallery.current(third)).toBe(0);
    expect(gallery.size).toBe(2);
    const likeness = gallery.compare(embeddingOf(0));
    expect(likeness[0]).toBeGreaterThan(0.9);
    expect(likeness[third]).toBe(-2);
  });

  it('gives the number of a voice that was another only where no number is left', () => {
    const gallery = galleryOf(0, 1, 0);
    expect([gallery.size, gallery.current(2)]).toEqual([2, 0]);
    expect(gallery.open(4)).toBe(3);
    expect(gallery.open(4)).toBe(2);
    expect(gallery.current(2)).toBe(2);
    expect(gallery.size).toBe(4);
  });

  it('takes the last two voices for one only where they are as near as `singleAbove` asks', () => {
    const reluctant = new VoiceGallery({
      ...metadata,
      diarization: { ...metadata.diarization, singleAbove: 50 },
    });
    for (const seed of [1, 2]) grow(reluctant, reluctant.open(), 0, 60, seed);
    expect(reluctant.size).toBe(2);
    expect(galleryOf(0, 0).size).toBe(1);
  });

  it('measures how far a window is from the nearest voice there still is', () => {
    const gallery = galleryOf(0, 0, 1);
    expect(gallery.nearest(embeddingOf(0), 2)).toBeGreaterThan(0);
    expect(gallery.nearest(embeddingOf(3), 2)).toBeLessThan(0);
    expect(new VoiceGallery(metadata).nearest(embeddingOf(0), 2)).toBe(-Infinity);
  });
});
