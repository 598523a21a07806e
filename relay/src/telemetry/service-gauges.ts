import { Gauge, type Registry } from 'prom-client';

const MICRO = 1e-6;

/** Figures of what works behind the streams, read at each scrape. */
export interface ServiceFigures {
  readonly decoder: () => {
    readonly running: number;
    readonly queued: number;
    readonly queuedBytes: number;
    readonly crashes: number;
  };
  readonly pool: () => { readonly connections: number; readonly busy: number; readonly waiting: number };
  readonly databaseAnswers: () => boolean;
  /** Undefined while it is not known. */
  readonly backlog: () =>
    | {
        readonly waitingEvents: number;
        readonly pendingDeliveries: number;
        readonly overdueDeliveryS: number;
        readonly openAnalysisJobs: number;
        readonly idleAnalysisJobs: number;
        readonly openFineTuneJobs: number;
        readonly openHolds: number;
        readonly heldMicroCredits: number;
        readonly deadHolds: number;
      }
    | undefined;
}

type LimitedMemory = () => { readonly usedBytes: number; readonly limitBytes: number } | undefined;

/** Adds a gauge for each figure. One that is not known has no sample. */
export const addServiceGauges = (registry: Registry, figures: ServiceFigures): void => {
  const { decoder, pool, databaseAnswers, backlog } = figures;
  const gauge = gaugesOf(registry);
  gauge('decode_running', 'Recordings being decoded', () => decoder().running);
  gauge('decode_queued', 'Recordings that wait to be decoded', () => decoder().queued);
  gauge('decode_queued_bytes', 'Bytes of the recordings that wait', () => decoder().queuedBytes);
  gauge('decode_crashes', 'Decoding processes that ended by themselves', () => decoder().crashes);
  gauge('database_up', '1 while the database answers', () => Number(databaseAnswers()));
  gauge('database_connections', 'Connections to the database', () => pool().connections);
  gauge('database_connections_busy', 'Of them, those in use', () => pool().busy);
  gauge('database_waiting', 'Who waits for a connection', () => pool().waiting);
  // The database's own figures are the same at every relay.
  gauge('webhook_events_waiting', 'Events without deliveries yet', () => backlog()?.waitingEvents);
  gauge('webhook_deliveries_pending', 'Deliveries not done yet', () => backlog()?.pendingDeliveries);
  gauge('webhook_overdue_seconds', 'How late the latest delivery is', () => backlog()?.overdueDeliveryS);
  gauge('analysis_jobs_open', 'Batch jobs not finished', () => backlog()?.openAnalysisJobs);
  gauge('analysis_jobs_idle', 'Of them, those no relay works on', () => backlog()?.idleAnalysisJobs);
  gauge('fine_tune_jobs_open', 'Trainings not finished', () => backlog()?.openFineTuneJobs);
  gauge('wallet_holds_open', 'Open holds', () => backlog()?.openHolds);
  gauge('wallet_held_credits', 'Credits that open holds reserve', () => scaled(backlog()?.heldMicroCredits));
  gauge('wallet_holds_dead', 'Open holds whose time is over', () => backlog()?.deadHolds);
};

/** What is used of the memory that the relay may use, where there is a limit. */
export const addMemoryGauges = (registry: Registry, read: LimitedMemory): void => {
  const gauge = gaugesOf(registry);
  gauge('memory_limit_bytes', 'Memory that the relay may use', () => read()?.limitBytes);
  gauge(
    'memory_used_bytes',
    'What is used of it; at nine tenths new sessions are refused',
    () => read()?.usedBytes,
  );
};

/** Makes gauges. One whose value is not known has no sample. */
const gaugesOf =
  (registry: Registry) =>
  (name: string, help: string, read: () => number | undefined): void => {
    new Gauge({
      name: `undertone_${name}`,
      help,
      registers: [registry],
      collect() {
        const value = read();
        if (value === undefined) this.remove();
        else this.set(value);
      },
    });
  };

const scaled = (microCredits: number | undefined): number | undefined =>
  microCredits === undefined ? undefined : microCredits * MICRO;
