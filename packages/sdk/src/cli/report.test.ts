import { describe, expect, it } from 'vitest';
import { formatReport, type Line } from './report.js';
import { describeMessage } from './live-line.js';

const QUALITY = {
  snr_db: 30,
  clipping: 0,
  speech_seconds: 2,
  voiced_seconds: 1,
  narrowband: false,
  out_of_domain: 0.01,
  doubts: [],
  format: 'wav',
  sample_rate: 16_000,
  channels: 1,
  damaged: false,
};

const LINES: readonly Line[] = [
  {
    file: '=cmd.wav',
    result: {
      speech: true,
      emotion: 'angry',
      confidence: 0.712,
      valence: -0.5,
      arousal: 0.61,
      duration: 3.25,
      processed_at: '2026-01-01T00:00:00Z',
      request_id: 'req_1',
      vertical: 'general',
      quality: QUALITY,
    },
  },
  { file: 'b,"c".wav', error: { code: 'undecodable_audio', message: 'no samples' } },
];

describe('formatReport', () => {
  it('draws a table and lists below it why the others failed', () => {
    const table = formatReport(LINES, { format: 'table', color: false });
    expect(table).toMatch(/=cmd\.wav.+3\.3.+angry.+0\.71.+-0\.50.+0\.61/);
    expect(table).not.toContain('uncertain');
    expect(table.endsWith('1 failed:\nb,"c".wav: no samples (undecodable_audio)\n')).toBe(true);
    expect(table).not.toContain('\u001b');
  });

  it('marks labels that are uncertain, and lists who speaks when below the recording', () => {
    const turn = {
      turn_id: 't1',
      speaker: { id: 'a', label: 'Speaker A' },
      channel: 0,
      start: 1.25,
      end: 3,
      emotion: 'sad',
      confidence: 0.31,
      uncertain: false,
      valence: null,
      arousal: 0.1,
      prosody: { pitch: { mean: 201.4 } },
    };
    const lines = LINES.map((line) =>
      'result' in line ? { ...line, result: { ...line.result, uncertain: true, turns: [turn] } } : line,
    ) as unknown as readonly Line[];
    const rows = formatReport(lines, { format: 'table', color: false }).split('\n');
    const at = rows.findIndex((row) => row.includes('=cmd.wav'));
    expect(rows[at]).toContain('angry (uncertain)');
    expect(rows[at + 1]).toMatch(/1\.3 s Speaker A.+1\.8.+sad .+0\.31.+–.+0\.10.+201/);
  });

  it('lists how a recording went when it is asked to, as a table and as CSV', () => {
    const heard = { confidence: 0.5, uncertain: false, valence: 0.1, arousal: 0.2, dominance: 0 };
    const segments = [
      { channel: 0, start: 0.5, end: 4.75, emotion: 'sad', ...heard },
      { channel: 1, start: 5, end: 7, emotion: 'happy', ...heard },
    ];
    const lines = LINES.map((line) =>
      'result' in line ? { ...line, result: { ...line.result, segments } } : line,
    ) as readonly Line[];
    const table = formatReport(lines, { format: 'table', segments: true, color: false });
    expect(table).toMatch(/0\.5 s.+4\.3.+sad .+0\.50.+0\.10.+0\.20/);
    expect(table).toMatch(/5\.0 s channel 2.+2\.0.+happy/);
    expect(formatReport(lines, { format: 'table', color: false })).not.toContain('happy');
    const rows = formatReport(lines, { format: 'csv', segments: true, color: false }).trim().split('\n');
    expect(rows[0]).toMatch(/,error,channel,start,end$/);
    expect(rows[2]).toMatch(/,4\.25,sad,0\.5,.*,0,0\.5,4\.75$/);
    expect(rows).toHaveLength(5);
  });

  it('writes CSV that a spreadsheet neither splits nor executes', () => {
    const rows = formatReport(LINES, { format: 'csv', color: false }).trim().split('\n');
    expect(rows[0]).toBe(
      'file,duration,emotion,confidence,uncertain,valence,arousal,dominance,pitch_mean,speech_rate,state,error',
    );
    expect(rows[1]).toMatch(/^'=cmd\.wav,3\.25,angry,0\.712,/);
    expect(rows[2]).toBe('"b,""c"".wav",,,,,,,,,,,undecodable_audio');
  });

  it('writes JSON with every field that the relay sent', () => {
    const parsed = JSON.parse(formatReport(LINES, { format: 'json', color: false })) as Record<
      string,
      unknown
    >[];
    expect(parsed[0]).toMatchObject({ file: '=cmd.wav', request_id: 'req_1' });
    expect(parsed[1]).toEqual({
      file: 'b,"c".wav',
      error: { code: 'undecodable_audio', message: 'no samples' },
    });
  });
});

describe('describeMessage', () => {
  it('formats a reading with its time, confidence and dimensions', () => {
    const line = describeMessage({
      type: 'directive',
      emotion: 'calm',
      confidence: 0.5,
      valence: 0.25,
      arousal: -0.5,
      audio_end_ms: 65_400,
      speech: true,
    });
    expect(line).toBe('01:05  calm       █████░░░░░ 0.50  valence +0.25  arousal −0.50  dominance   –  ');
  });

  it('leaves out messages that only programs need', () => {
    expect(describeMessage({ type: 'audio.ack', through_sample: 1 })).toBeUndefined();
    expect(describeMessage({ type: 'directive', speech: false })).toBeUndefined();
  });
});
