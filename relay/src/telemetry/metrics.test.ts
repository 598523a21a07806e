import { describe, expect, it } from 'vitest';
import { Metrics } from './metrics.js';
import type { ServiceFigures } from './service-gauges.js';

const SERVICE: ServiceFigures = {
  decoder: () => ({ running: 1, queued: 2, queuedBytes: 3, crashes: 4 }),
  pool: () => ({ connections: 5, busy: 6, waiting: 7 }),
  databaseAnswers: () => true,
  backlog: () => ({
    waitingEvents: 8,
    pendingDeliveries: 9,
    overdueDeliveryS: 1.5,
    openAnalysisJobs: 10,
    idleAnalysisJobs: 11,
    openFineTuneJobs: 12,
    openHolds: 13,
    heldMicroCredits: 2_500_000,
    deadHolds: 14,
  }),
};

describe('metrics', () => {
  it('show what is observed', async () => {
    const metrics = new Metrics();
    metrics.observe({
      ...SERVICE,
      droppedLogLines: () => 15,
      memory: () => ({ usedBytes: 16, limitBytes: 17 }),
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
      'undertone_decode_running 1',
      'undertone_decode_queued 2',
      'undertone_decode_queued_bytes 3',
      'undertone_decode_crashes 4',
      'undertone_log_lines_dropped_total 15',
      'undertone_memory_used_bytes 16',
      'undertone_memory_limit_bytes 17',
      'undertone_database_up 1',
      'undertone_database_connections 5',
      'undertone_database_connections_busy 6',
      'undertone_database_waiting 7',
      'undertone_webhook_events_waiting 8',
      'undertone_webhook_deliveries_pending 9',
      'undertone_webhook_overdue_seconds 1.5',
      'undertone_analysis_jobs_open 10',
      'undertone_analysis_jobs_idle 11',
      'undertone_fine_tune_jobs_open 12',
      'undertone_wallet_holds_open 13',
      'undertone_wallet_held_credits 2.5',
      'undertone_wallet_holds_dead 14',
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

  it('say nothing of a backlog that is not known', async () => {
    const metrics = new Metrics();
    let known = SERVICE.backlog();
    metrics.observe({
      ...SERVICE,
      databaseAnswers: () => known !== undefined,
      backlog: () => known,
      openSockets: () => 0,
      sessions: () => 0,
      inference: () => ({ outstandingChunks: 0, oldestMs: 0, restarts: 0 }),
    });
    expect((await metrics.render()).text).toContain('undertone_wallet_holds_open 13');
    known = undefined;
    const { text } = await metrics.render();
    expect(text).toContain('undertone_database_up 0');
    expect(text).not.toMatch(/^undertone_(webhook|wallet|analysis|fine_tune)\w* /mu);
  });

  it('do not mix those of two relays in one process', async () => {
    const [one, two] = [new Metrics(), new Metrics()];
    one.audioAnalysed(5);
    expect((await two.render()).text).toContain('undertone_audio_seconds_total 0');
  });
});
