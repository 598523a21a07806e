import type {
  ClientBody,
  Correction,
  CueAction,
  EnrollAgent,
  SessionUpdate,
  Transcript,
} from '@undertone/protocol';

/** What a page tells the relay about the call. It is kept across reconnects until the relay has handled it. */
export abstract class SessionMessages {
  protected abstract send(body: ClientBody): void;

  /** What the agent did with a cue. @param afterMs time since it was shown */
  sendFeedback(cueId: string, action: CueAction, afterMs?: number): void {
    this.send({ kind: 'steering.feedback', value: { cueId, action, afterMs } });
  }

  /** Corrects a directive with a person's judgment. */
  correct(correction: Correction): void {
    this.send({ kind: 'correction', value: correction });
  }

  /** What was said, from the page's own transcription. Times are on the audio clock. */
  transcript(transcript: Transcript): void {
    this.send({ kind: 'transcript', value: transcript });
  }

  /** How this call's agent sounds: an enrolled person's id, or audio and the consent. The `message` `enroll_agent_ack` answers. */
  enrollAgent(order: EnrollAgent): void {
    this.send({ kind: 'enroll_agent', value: order });
  }

  /** Changes settings of the running session. */
  update(update: Partial<SessionUpdate>): void {
    this.send({ kind: 'session.update', value: { features: [], metadata: {}, ...update } });
  }
}
