import { ExportResultCode, type ExportResult } from '@opentelemetry/core';
import type { OpenTelemetryOptions } from './open-telemetry.js';

type Signal = 'traces' | 'metrics';

interface Exporter<Item> {
  export(items: Item, done: (result: ExportResult) => void): void;
}

/** Counts the reports that were taken and lost, and says once that the collector is away and once that it is back. */
export class CollectorWatch {
  private readonly lost = new Set<Signal>();

  constructor(private readonly options: Pick<OpenTelemetryOptions, 'metrics' | 'onLost' | 'onRecovered'>) {}

  /** The exporter itself, watched. */
  over<Item, E extends Exporter<Item>>(signal: Signal, exporter: E): E {
    const send = exporter.export.bind(exporter);
    exporter.export = (items: Item, done: (result: ExportResult) => void): void =>
      send(items, (result) => {
        this.note(signal, result);
        // The report is gone either way. The SDK tells a failure to a log of its own, which nobody reads.
        done(result);
      });
    return exporter;
  }

  private note(signal: Signal, { code, error }: ExportResult): void {
    const { metrics, onLost, onRecovered } = this.options;
    const isLost = code === ExportResultCode.FAILED;
    metrics.reported(signal, isLost ? 'lost' : 'taken');
    const before = this.lost.size;
    if (isLost) this.lost.add(signal);
    else this.lost.delete(signal);
    if (before === 0 && isLost) onLost(reasonOf(error));
    if (before > 0 && this.lost.size === 0) onRecovered();
  }
}

/** The system's or the protocol's code, and no text of the collector: that may quote what was sent. */
const reasonOf = (error: Error | undefined): string => {
  const code = error !== undefined && 'code' in error ? error.code : undefined;
  if (typeof code === 'number') return `HTTP ${code}`;
  return typeof code === 'string' ? code : (error?.name ?? 'unknown');
};
