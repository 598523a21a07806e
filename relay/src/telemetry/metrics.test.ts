import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.js';

describe('metrics', () => {
  it('show what is observed', async () => {
    const metrics = new Metrics();
    metrics.observe({
      openSockets: () => 3,
      sessions: () => 2,
      inference: () => ({ outstandingChunks: 4, oldestMs: 1_500, restarts: 1 }),
    });
    metrics.answered('GET', '/healthz', 200, 5);
    metrics.refused('unauthorized');
    metrics.streamEvent('sessions_opened');
    metrics.streamClosed(4401);
    metrics.audioAnalysed(1.5);
    metrics.resultSent(20);
    metrics.stalled('/v1/analyze', 120);
    metrics.held('/v1/analyze', 20);
    metrics.held('/v1/analyze', 21);
    metrics.delayed(3);
    const { contentType, text } = await metrics.render();
    expect(contentType).toContain('text/plain');
    for (const line of [
      'undertone_open_sockets 3',
      'undertone_active_streams 2',
      'undertone_inference_outstanding_chunks 4',
      'undertone_inference_oldest_chunk_seconds 1.5',
      'undertone_inference_worker_restarts 1',
      'undertone_http_request_seconds_count{method="GET",route="/healthz",status="200"} 1',
      'undertone_connections_refused_total{reason="unauthorized"} 1',
      'undertone_stream_events_total{event="sessions_opened"} 1',
      'undertone_stream_closes_total{code="4401"} 1',
      'undertone_audio_seconds_total 1.5',
      'undertone_result_latency_seconds_count 1',
      'undertone_stall_seconds_sum{route="/v1/analyze"} 0.12',
      'undertone_io_held_seconds_bucket{route="/v1/analyze",le="0.02"} 1',
      'undertone_io_held_seconds_bucket{route="/v1/analyze",le="+Inf"} 2',
      'undertone_io_delay_seconds_bucket{le="0.005"} 1',
    ]) {
      expect(text).toContain(line);
    }
  });

  it('do not mix those of two relays in one process', async () => {
    const [one, two] = [new Metrics(), new Metrics()];
    one.audioAnalysed(5);
    expect((await two.render()).text).toContain('undertone_audio_seconds_total 0');
  });
});
