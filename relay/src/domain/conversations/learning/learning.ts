import type { AlertRule } from '../../alerts/alert-rule.js';
import { checkMetrics, checkRules, rulesWith } from '../../alerts/alert-rule.js';
import { Fault } from '../../fault.js';
import {
  checkDefinitions,
  checkOutcome,
  type KpiDefinition,
  type KpiOutcome,
} from '../../kpis/definition.js';
import {
  freshPredictionScores,
  type PredictionQuality,
  predictionQuality,
  scorePredictions,
} from '../../predictions/prediction-quality.js';
import { exampleOf } from '../../predictions/predictor.js';
import { priorModel } from '../../predictions/models/prior.js';
import { learnVersion, relearnVersion, rollBack } from '../../predictions/models/versions.js';
import { activeLessons } from './active-lessons.js';
import type { Insight } from '../conversation-progress.js';
import { RecentInsights } from './recent-insights.js';
import { learnAnew, RELEARNING } from './relearning.js';
import type {
  InsightSettings,
  LearningStore,
  LessonPage,
  StoredLesson,
  VersionNote,
} from '../conversation-store.js';
import type { ConversationRecord } from '../conversation-record.js';
import { type LearnedVersion, learnerOf, initialVersion } from './learned-model.js';
import { keepNewest } from '../../keep-newest.js';

/** Organizations of which the newest version is kept. */
const MOST_HEADS = 200;

/** At most this many attempts to write a version, because another relay may write one at the same time. */
const ATTEMPTS = 8;

export interface LearningOptions {
  readonly store: LearningStore;
  readonly nowMs: () => number;
  /** Yields the thread to other waiting work. Default: one turn of the event loop. */
  readonly giveWay?: () => Promise<void>;
}

/** Learns from each organization's outcomes: online, in versions, with rollback. No data crosses organizations. */
export class Learning {
  private readonly store: LearningStore;
  private readonly nowMs: () => number;
  /** The newest version of each organization. Whoever asks the store for its number compares it: turns do that once a second. */
  private readonly heads = new Map<string, LearnedVersion>();
  /** Of them, those that cannot be read. */
  private readonly lost = new WeakSet<LearnedVersion>();
  private readonly recent: RecentInsights;

  private readonly giveWay: () => Promise<void>;
  /** For each organization, the end of its queue of work. */
  private readonly lines = new Map<string, Promise<void>>();

  constructor({ store, nowMs, giveWay }: LearningOptions) {
    this.store = store;
    this.nowMs = nowMs;
    this.recent = new RecentInsights((orgId) => this.insight(orgId), nowMs);
    this.giveWay = giveWay ?? (() => new Promise((resolve) => setImmediate(resolve)));
  }

  /** An organization's settings and its newest learned version. */
  async insight(orgId: string): Promise<Insight> {
    const { settings, headNumber } = await this.store.settingsAndHead(orgId);
    return { settings, head: await this.headOf(orgId, headNumber) };
  }

  /** The same for a turn of a call: up to a second old where another relay changed something. */
  recentInsight(orgId: string): Promise<Insight> {
    return this.recent.of(orgId);
  }

  async head(orgId: string): Promise<LearnedVersion> {
    return this.headOf(orgId, await this.store.headNumber(orgId));
  }

  private async headOf(orgId: string, number: number | undefined): Promise<LearnedVersion> {
    if (number === undefined) return initialVersion(orgId);
    const known = this.heads.get(orgId);
    if (known?.version === number) return known;
    const head = (await this.store.version(orgId, number)) ?? this.lostHead(orgId, number);
    this.remember(head);
    return head;
  }

  /** The newest version is always kept, so this one cannot be read: it knows nothing, until all is learned again. */
  private lostHead(orgId: string, version: number): LearnedVersion {
    const head = { ...initialVersion(orgId), version };
    this.lost.add(head);
    return head;
  }

  /** Learns from a conversation that has an outcome. @returns the version that includes it */
  learn(record: ConversationRecord): Promise<number> {
    const { orgId, id } = record;
    return this.inLine(orgId, async () => {
      const mustRelearn = (await this.store.hasLesson(orgId, id)) || this.lost.has(await this.head(orgId));
      if (mustRelearn) return this.relearn(orgId, id, record);
      const { kpis } = await this.store.settings(orgId);
      const lesson = lessonOf(record);
      return this.step(orgId, async (head) => {
        const version = learnVersion(head, lesson, learnerOf(kpis), this.now());
        const scores = scorePredictions(
          (await this.store.scores(orgId)) ?? freshPredictionScores(),
          head.model.predictor,
          priorModel(),
          lesson.example.example,
        );
        return { version, scores, lesson };
      });
    });
  }

  /** Call it after a conversation was corrected. If the model learned from it, it is learned again. */
  async revise(record: ConversationRecord): Promise<void> {
    if (record.progress.outcome === null) return;
    await this.inLine(record.orgId, async () => {
      if (!(await this.store.hasLesson(record.orgId, record.id))) return;
      await this.relearn(record.orgId, record.id, record);
    });
  }

  /**
   * Call it when a conversation's outcome is withdrawn or the conversation is deleted.
   * @param name its name in the history of versions; empty for a deleted conversation
   */
  async forget(orgId: string, sessionId: string, name = sessionId): Promise<void> {
    await this.inLine(orgId, async () => {
      if (!(await this.store.hasLesson(orgId, sessionId))) return;
      await this.relearn(orgId, sessionId, undefined, name);
    });
  }

  private async relearn(
    orgId: string,
    sessionId: string,
    record: ConversationRecord | undefined,
    name = sessionId,
  ): Promise<number> {
    const { kpis } = await this.store.settings(orgId);
    const changed = record === undefined ? undefined : lessonOf(record);
    return this.step(orgId, async (head) => {
      const active = activeLessons(await this.store.notes(orgId), head.version);
      const lessons = this.lessons(orgId, active, { sessionId, changed });
      const { scores, ...learned } = await learnAnew(orgId, lessons, kpis, this.giveWay);
      const version = relearnVersion(head, { ...learned, sessionId: name, createdAt: this.now() });
      return { version, scores, ...(changed === undefined ? { forget: sessionId } : { lesson: changed }) };
    });
  }

  /** The lessons of the newest version in order, with one of them replaced or left out. */
  private async *lessons(
    orgId: string,
    active: ReadonlySet<string>,
    { sessionId, changed }: { sessionId: string; changed: StoredLesson | undefined },
  ): AsyncGenerator<StoredLesson> {
    let after: string | undefined;
    do {
      const page: LessonPage = await this.store.lessons(orgId, after, RELEARNING.page);
      for (const lesson of page.lessons) {
        if (!active.has(lesson.sessionId)) continue;
        if (lesson.sessionId !== sessionId) yield lesson;
        else if (changed !== undefined) yield changed;
      }
      after = page.next;
    } while (after !== undefined);
    if (changed !== undefined && !active.has(sessionId)) yield changed;
  }

  /** @throws Fault `not_found` for a version that never existed or is no longer kept */
  async rollBack(orgId: string, to: number): Promise<LearnedVersion> {
    return this.inLine(orgId, async () => {
      const target = to === 0 ? initialVersion(orgId) : await this.store.version(orgId, to);
      if (target === undefined) throw new Fault('not_found', 'there is no such version to go back to');
      const version = await this.step(orgId, (head) =>
        Promise.resolve({ version: rollBack(head, target, this.now()) }),
      );
      return { ...target, version };
    });
  }

  notes(orgId: string): Promise<readonly VersionNote[]> {
    return this.store.notes(orgId);
  }

  async quality(orgId: string): Promise<{ version: number; outcomes: number; quality: PredictionQuality }> {
    const { version, outcomes } = await this.head(orgId);
    const scores = (await this.store.scores(orgId)) ?? freshPredictionScores();
    return { version, outcomes, quality: predictionQuality(scores) };
  }

  async kpis(orgId: string): Promise<readonly KpiDefinition[]> {
    return (await this.store.settings(orgId)).kpis;
  }

  /**
   * Defines a new KPI, or redefines an existing one.
   * @throws Fault `conflict` when a new one has the name of another; `forbidden` when there is none to redefine;
   *   `validation_error` when there are too many
   */
  async defineKpi(orgId: string, definition: KpiDefinition, how: 'new' | 'anew'): Promise<void> {
    await this.change(orgId, (settings) => {
      const place = settings.kpis.findIndex(({ name }) => name === definition.name);
      if (place < 0 && how === 'anew') throw noSuchKpi();
      if (place >= 0 && how === 'new') {
        throw new Fault('conflict', 'the organization has a KPI of this name', {
          details: { name: ['is in use'] },
        });
      }
      const kpis =
        place < 0
          ? [...settings.kpis, definition]
          : settings.kpis.map((kpi, i) => (i === place ? definition : kpi));
      checkDefinitions(kpis);
      return withKpis(settings, kpis);
    });
  }

  /** Removes a KPI with its alert thresholds. @throws Fault `forbidden` for a KPI that the organization does not have */
  async removeKpi(orgId: string, name: string): Promise<void> {
    await this.change(orgId, (settings) => {
      const kpis = settings.kpis.filter((kpi) => kpi.name !== name);
      if (kpis.length === settings.kpis.length) throw noSuchKpi();
      return withKpis(settings, kpis);
    });
  }

  /** @throws Fault `validation_error` */
  async checkKpis(orgId: string, values: Readonly<Record<string, unknown>>): Promise<KpiOutcome> {
    return checkOutcome(await this.kpis(orgId), values);
  }

  /** @param rules null for the default rules. @throws Fault `validation_error` */
  async setAlerts(orgId: string, rules: readonly AlertRule[] | null): Promise<void> {
    if (rules !== null) checkRules(rules);
    await this.change(orgId, (settings) => {
      if (rules !== null) checkMetrics(rules, settings.kpis);
      return { ...settings, alerts: rules };
    });
  }

  private async change(orgId: string, decide: (settings: InsightSettings) => InsightSettings): Promise<void> {
    await this.store.changeSettings(orgId, decide);
    this.recent.forget(orgId);
  }

  private remember(version: LearnedVersion): void {
    keepNewest(this.heads, version.organizationId, version, MOST_HEADS);
  }

  /** Runs an organization's work one after another in this process. Otherwise work during a long relearning would make it start over. */
  private inLine<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    const done = (this.lines.get(orgId) ?? Promise.resolve()).then(work);
    const settled = done.then(
      () => undefined,
      () => undefined,
    );
    this.lines.set(orgId, settled);
    void settled.then(() => {
      if (this.lines.get(orgId) === settled) this.lines.delete(orgId);
    });
    return done;
  }

  /** Writes the version after the newest. If another relay wrote one first, tries again on top of it. */
  private async step(
    orgId: string,
    next: (head: LearnedVersion) => Promise<Parameters<LearningStore['write']>[0]>,
  ): Promise<number> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const step = await next(await this.head(orgId));
      if (!(await this.store.write(step))) continue;
      this.remember(step.version);
      this.recent.forget(orgId);
      return step.version.version;
    }
    throw new Fault('overloaded', 'too many outcomes arrive at once', { retryAfterS: 1 });
  }

  private now(): string {
    return new Date(this.nowMs()).toISOString();
  }
}

const withKpis = ({ alerts }: InsightSettings, kpis: readonly KpiDefinition[]): InsightSettings => ({
  kpis,
  alerts: alerts === null ? null : rulesWith(alerts, kpis),
});

/** A name is looked for among the organization's own KPIs alone, so this tells nothing of others. */
const noSuchKpi = (): Fault => new Fault('not_found', 'the organization has no KPI of this name');

const lessonOf = ({ orgId, id, progress }: ConversationRecord): StoredLesson => ({
  organizationId: orgId,
  sessionId: id,
  example: {
    example: exampleOf(progress.trajectory, progress.outcome?.targets ?? {}),
    kpis: progress.outcome?.kpis ?? {},
  },
});
