import type { Payer } from '../billing/payer.js';
import { allowsAgentAnalysis } from '../accounts/organization-policy.js';
import { microCreditsForMs } from '../billing/credits.js';
import type { Hold } from '../billing/wallet.js';
import { recordingHold } from '../billing/recording-hold.js';
import { withHold } from '../billing/with-hold.js';
import type { NewEvent } from '../events/event.js';
import { Fault } from '../fault.js';
import type { LineGrowth } from '../lines/line-book.js';
import { DEFAULT_VERTICAL, isVerticalName } from '../call/verticals/verticals.js';
import { type AnalysisRequest, needsModel, type SettledRequest } from '../recordings/analysis-request.js';
import { mixed } from '../recordings/channels.js';
import { withAudio } from '../recordings/with-audio.js';
import type { DecodedAudio } from '../recordings/ports.js';
import type { AnalysisOrder, AnalyzerDependencies } from './analysis-order.js';
import type { BookOfLines } from './recording-line.js';
import { type ChosenOrder, RecordingHearing } from './recording-hearing.js';
import type { RecordingReport } from './recording-report.js';
import { defined } from '../defined.js';

/** Longest recording of one request: 230 MB of samples when decoded, and about eight seconds of one core. */
const MAX_RECORDING_S = 3_600;

/** One recording from its bytes to its report: policy, place in the queue, audio, credits, analysis. */
export class RecordingAnalyzer {
  private readonly hearing: RecordingHearing;

  constructor(private readonly dependencies: AnalyzerDependencies) {
    this.hearing = new RecordingHearing(dependencies);
  }

  /** What is known of lines. Undefined: nothing is. */
  get lines(): BookOfLines | undefined {
    return this.dependencies.lines;
  }

  /** Runs before anything is done with the audio. @throws Fault `policy_blocked` */
  assertAllowed({ organization }: Payer, { subject }: Pick<AnalysisRequest, 'subject'>): void {
    const { policy } = organization;
    const whose = subject ?? policy.defaultSubject;
    if (whose === 'agent' && !allowsAgentAnalysis(policy)) {
      throw new Fault('policy_blocked', 'the workplace policy forbids analyzing how employees sound');
    }
    if (whose === 'unknown' && policy.workplacePolicy && !policy.noEmployeesRecorded) {
      const message = 'subject unknown needs the declaration that no employees are recorded';
      throw new Fault('policy_blocked', message);
    }
  }

  /** @throws Fault; the signal's reason when it is aborted */
  async analyze(order: AnalysisOrder): Promise<RecordingReport> {
    const { payer } = order;
    this.assertAllowed(payer, order.request);
    const { models, places } = this.dependencies;
    const request = { ...order.request, vertical: await this.verticalOf(order) };
    const model = await models?.choose(payer.organization.id, request.model, request.vertical);
    const chosen = { ...order, request, model };
    return places.run(() => this.run(chosen), order.signal, payer.organization.id);
  }

  /**
   * Hears a recording by itself, for what it teaches about its line: the first pass of a batch. It is not charged, and nothing
   * else comes of it.
   *
   * @param afford whether the organization can pay for so many micro-credits
   * @returns undefined where it teaches nothing
   * @throws Fault; the signal's reason when it is aborted
   */
  async teach(
    order: AnalysisOrder,
    afford: (microCredits: number) => boolean,
  ): Promise<LineGrowth | undefined> {
    const { models, places, lines, engine } = this.dependencies;
    const { payer, signal } = order;
    if (lines === undefined || !needsModel(order.request.features)) return undefined;
    this.assertAllowed(payer, order.request);
    const request = { ...order.request, vertical: await this.verticalOf(order) };
    const model = await models?.choose(payer.organization.id, request.model, request.vertical);
    if (model !== undefined) return undefined;
    return places.run(
      () =>
        this.withRecording({ ...order, request }, async ({ channels, durationS }) => {
          if (!afford(microCreditsForMs(durationS * 1000))) return undefined;
          const began = order.heardOn?.began;
          const now = await engine({
            id: `${order.id}/line`,
            channels: channels.length > 1 ? mixed(channels) : channels,
            features: ['emotion'],
            ...defined({ known: began }),
            signal,
            onResult: () => undefined,
          });
          return now && lines.growth(began, now);
        }),
      signal,
      payer.organization.id,
    );
  }

  /** The request's vertical, else its conversation's, else the default. */
  private async verticalOf({ payer, request, linkTo }: AnalysisOrder): Promise<SettledRequest['vertical']> {
    const { vertical, sessionId = linkTo } = request;
    if (vertical !== undefined) return vertical;
    if (sessionId === undefined) return DEFAULT_VERTICAL;
    const usual = await this.dependencies.verticalOf(payer.organization.id, sessionId);
    return usual !== undefined && isVerticalName(usual) ? usual : DEFAULT_VERTICAL;
  }

  private run(order: ChosenOrder): Promise<RecordingReport> {
    return this.withRecording(order, (audio) => {
      order.signal.throwIfAborted();
      const cost = recordingHold(order.payer, order.id, audio);
      return withHold(this.dependencies.wallet, cost, async (hold) => {
        const report = await this.hearing.report(order, audio);
        const counts = (await order.admit?.(report)) ?? true;
        if (counts) await this.settle(hold, cost.microCredits, order.eventsOf?.(report));
        else await this.dependencies.wallet.release(hold);
        return report;
      });
    });
  }

  private settle(hold: Hold, microCredits: number, events: readonly NewEvent[] = []): Promise<void> {
    const { wallet, settleWithEvents } = this.dependencies;
    if (settleWithEvents === undefined || events.length === 0) return wallet.settle(hold, microCredits);
    return settleWithEvents({ hold, microCredits, events });
  }

  private withRecording<T>(
    { payer, request, signal }: AnalysisOrder,
    work: (audio: DecodedAudio) => Promise<T>,
  ): Promise<T> {
    const { source, diarize } = request;
    const orgId = payer.organization.id;
    const order = { maxSeconds: MAX_RECORDING_S, separateChannels: diarize, signal, orgId };
    return withAudio(this.dependencies, source, order, work);
  }
}
