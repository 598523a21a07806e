import { ANALYSIS_SAMPLE_RATE_HZ } from '@undertone/prosody';
import type { Baseline } from '../call/emotion/baseline.js';
import { allowsAgentAnalysis } from '../accounts/organization-policy.js';
import { Fault } from '../fault.js';
import { analyzedSample, SampleAccumulator } from '../fine-tune/samples/read-sample.js';
import type { ModelChoice } from '../fine-tune/tuned-models.js';
import { type AnalysisRequest, needsModel, type SettledRequest } from '../recordings/analysis-request.js';
import { isOneSignal, mixed } from '../recordings/channels.js';
import { RecordingChannel } from '../recordings/recording-channel.js';
import { segmentsOf } from '../recordings/recording-segments.js';
import type { RecordingTurn } from '../recordings/recording-turns.js';
import { overlapsBetween } from '../recordings/turn-overlaps.js';
import type { DecodedAudio } from '../recordings/ports.js';
import type { AnalysisOrder, AnalyzerDependencies } from './analysis-order.js';
import { lineOf, onSameLine, type RecordingLine } from './recording-line.js';
import {
  listenFor,
  personOf,
  type RecordingSpeaker,
  type RecordingVoices,
  speakersOf,
  type SpokenStretch,
  withoutGone,
} from './recording-voices.js';
import { type JudgedTurn, withoutMusic, withoutTurns } from './music-turns.js';
import { RecordingCues } from './recording-cues.js';
import { type RecordingReport, type ReportedTurn, reportOfWhole } from './recording-report.js';
import { defined } from '../defined.js';

/** The order with its vertical and, if there is one, the customer's model for it. */
export interface ChosenOrder extends AnalysisOrder {
  readonly request: SettledRequest;
  readonly model: ModelChoice | undefined;
}

type TurnsOrder = ChosenOrder & Pick<Hearing, 'line'>;

/** What a recording's channels are heard with. */
interface Hearing {
  /** The person's usual tone from earlier calls. */
  readonly usual?: Baseline | undefined;
  readonly listener?: SampleAccumulator | undefined;
  readonly line?: RecordingLine | undefined;
  /** Hears what a live call's rules would say. */
  readonly cues?: RecordingCues | undefined;
}

/** What a decoded recording says: who speaks, how each channel and each turn sounds, what it means for its conversation. */
export class RecordingHearing {
  constructor(private readonly dependencies: AnalyzerDependencies) {}

  /** @throws Fault; the order's signal's reason when it is aborted */
  async report(order: ChosenOrder, decoded: DecodedAudio): Promise<RecordingReport> {
    const { payer, request } = order;
    const { channels, durationS } = decoded;
    const separate = channels.length > 1 && !isOneSignal(channels);
    const mono = channels.length > 1 ? mixed(channels) : channels;
    const told = await this.listen(order, separate ? channels : mono);
    const person = told?.alone === true ? personOf(told.speakers[0]) : undefined;
    const usual =
      person && (await this.dependencies.voices?.baseline(payer.organization.id, person.speakerId));
    const listener = request.training === true ? new SampleAccumulator() : undefined;
    const line = await lineOf(this.dependencies.lines, order);
    const isApart = request.diarize && separate && told?.stretches === undefined;
    const cues = this.cuesFor(order, isApart ? channels.length : 1, told, usual);
    const heardWhole = { usual, listener, line, ...(!isApart && { cues }) };
    const [whole] = await this.hear(order, 'whole', mono, request.features, heardWhole);
    if (whole === undefined) throw new Error('a recording has a channel');
    if (needsModel(request.features) && whole.modelFault !== undefined && whole.opinion === undefined) {
      throw new Fault('model_unavailable', 'the model gave no reading of this audio', { retryAfterS: 5 });
    }
    const parts = isApart
      ? await this.hear(order, 'channels', channels, request.features, { line: onSameLine(line), cues })
      : [whole];
    const { turns, voices } = request.diarize
      ? await this.turns({ ...order, line }, separate ? channels : mono, parts, told)
      : { turns: undefined, voices: told };
    if (person !== undefined && whole.opinion !== undefined) {
      await this.dependencies.voices?.keepBaseline(payer.organization.id, person.speakerId, whole.baseline);
    }
    const report: RecordingReport = {
      ...reportOfWhole(order, decoded, whole),
      heard: analyzedSample(listener, mono, durationS),
      segments: segmentsOf(parts),
      turns,
      speakers: await this.stillThere(speakersOf(turns, voices)),
      outdatedPeople: voices?.outdated ?? 0,
      overlaps: turns && (voices?.stretches === undefined ? overlapsBetween(turns) : voices.overlaps),
      ...defined({ cues: cues?.cues }),
      finishedAt: new Date(this.dependencies.nowMs()),
    };
    return this.withPredictions(order, report);
  }

  /** Tells the conversation of the recording, if anybody was heard, and adds what the conversation predicts. */
  private async withPredictions(
    { id, payer, request: { sessionId, features } }: ChosenOrder,
    report: RecordingReport,
  ): Promise<RecordingReport> {
    const isUtterance = report.opinion !== undefined || report.speech !== undefined;
    if (!isUtterance) return report;
    const answer = await this.dependencies.observe({ payer, sessionId, utteranceId: id, report });
    if (answer === undefined) return report;
    const wantsPrediction = sessionId !== undefined && features.includes('prediction');
    return {
      ...report,
      predictions: wantsPrediction ? answer.predictions : undefined,
      kpiPredictions: answer.kpiPredictions,
    };
  }

  /** Sends channels through the inference path of the streams and applies the rules of a call to each. */
  private async hear(
    { id, signal, model }: ChosenOrder,
    part: string,
    channels: readonly Float32Array[],
    features: AnalysisRequest['features'],
    { usual, listener, line, cues }: Hearing = {},
  ): Promise<RecordingChannel[]> {
    const { engine, newId } = this.dependencies;
    const heard = channels.map((_, channel) => new RecordingChannel(channel, () => newId('turn'), usual));
    const learned = await engine({
      id: `${id}/${part}`,
      channels,
      features,
      ...(model !== undefined && { tuning: model.tuning }),
      ...(listener !== undefined && { embeddings: true }),
      ...defined({ known: line?.began }),
      signal,
      onResult: (result) => {
        heard[result.channel]?.advance(result);
        listener?.add(result);
        cues?.hear(result);
      },
    });
    for (const channel of heard) channel.end();
    cues?.end();
    if (learned !== undefined) await line?.learn?.(learned);
    return heard;
  }

  /** Undefined when nobody asks for cues, or nothing that was asked for tells how anybody sounds. */
  private cuesFor(
    { payer, request }: ChosenOrder,
    channels: number,
    voices: RecordingVoices | undefined,
    usual: Baseline | undefined,
  ): RecordingCues | undefined {
    const { cues, subject, vertical, features, language } = request;
    const { policy } = payer.organization;
    if (cues !== true || !needsModel(features)) return undefined;
    return new RecordingCues({
      channels,
      subject: subject ?? policy.defaultSubject,
      vertical,
      features,
      language: language ?? policy.language,
      agentAnalysis: allowsAgentAnalysis(policy),
      stretches: voices?.stretches,
      usual,
      newId: this.dependencies.newId,
    });
  }

  /** Finds out who speaks, when the request asks for it. Recognized people are recorded in the conversation. */
  private async listen(
    { id, payer, request, signal, linkTo }: AnalysisOrder,
    channels: readonly Float32Array[],
  ): Promise<RecordingVoices | undefined> {
    const { voices } = this.dependencies;
    if (voices === undefined) return undefined;
    const orgId = payer.organization.id;
    const { diarize, identify = false, sessionId = linkTo } = request;
    const heard = await listenFor(voices, { orgId, channels, diarize, identify, signal });
    if (sessionId === undefined) return heard;
    for (const speaker of heard?.speakers ?? []) {
      const person = personOf(speaker);
      if (person === undefined) continue;
      const { speakerId, evidenceSeconds } = person;
      await voices.link({ orgId, sessionId, speakerId, evidenceSeconds, speaker: `${id}/${speaker.key}` });
    }
    return heard;
  }

  private async stillThere(
    speakers: readonly RecordingSpeaker[] | undefined,
  ): Promise<readonly RecordingSpeaker[] | undefined> {
    const { voices } = this.dependencies;
    return voices === undefined || speakers === undefined ? speakers : withoutGone(voices, speakers);
  }

  /** The turns in order of time, each with the prosody of its own stretch, and the voices without what is nobody's. */
  private async turns(
    order: TurnsOrder,
    channels: readonly Float32Array[],
    heard: readonly RecordingChannel[],
    voices: RecordingVoices | undefined,
  ): Promise<{ readonly turns: readonly ReportedTurn[]; readonly voices: RecordingVoices | undefined }> {
    if (voices?.stretches !== undefined) {
      const judged: JudgedTurn<ReportedTurn>[] = [];
      for (const stretch of voices.stretches) judged.push(await this.spoken(order, stretch, channels[0]));
      const kept = withoutMusic(judged, heard[0]?.turns ?? []);
      const removed = judged.flatMap(({ turn }) => (kept.includes(turn) ? [] : [turn]));
      return { turns: kept, voices: { ...voices, ...withoutTurns(voices, removed) } };
    }
    const reported: ReportedTurn[] = [];
    const turns = heard.flatMap((channel) => channel.turns).sort((a, b) => a.startMs - b.startMs);
    for (const turn of turns) {
      const [excerpt] = await this.excerpt(order, turn.id, turn, channels[turn.channel], ['prosody']);
      reported.push({ ...turn, prosody: excerpt?.prosody });
    }
    return { turns: reported, voices };
  }

  /** One person's turn on a shared channel. It is analyzed separately, so that it contains nobody else's tone. */
  private async spoken(
    order: TurnsOrder,
    { key, startMs, endMs }: SpokenStretch,
    samples: Float32Array | undefined,
  ): Promise<JudgedTurn<ReportedTurn>> {
    const id = this.dependencies.newId('turn');
    const [heard] = await this.excerpt(order, id, { startMs, endMs }, samples, order.request.features);
    const opinion = heard?.opinion;
    const turn = {
      id,
      startMs,
      endMs,
      channel: 0,
      speaker: key,
      speechMs: endMs - startMs,
      prosody: heard?.prosody,
      ...defined({ emotion: opinion }),
    };
    // Where no model heard it, nothing says that nobody speaks.
    const isUnknown = !needsModel(order.request.features) || heard?.modelFault !== undefined;
    return { turn, hasVoice: isUnknown || opinion !== undefined || (heard?.vocalEvents.length ?? 0) > 0 };
  }

  private async excerpt(
    order: TurnsOrder,
    part: string,
    { startMs, endMs }: Pick<RecordingTurn, 'startMs' | 'endMs'>,
    samples: Float32Array | undefined,
    features: AnalysisRequest['features'],
  ): Promise<RecordingChannel[]> {
    if (samples === undefined) return [];
    const at = (ms: number): number => Math.round((ms * ANALYSIS_SAMPLE_RATE_HZ) / 1000);
    const excerpt = samples.subarray(at(startMs), at(endMs));
    return this.hear(order, part, [excerpt], features, { line: onSameLine(order.line) });
  }
}
