import type {
  ClientBody,
  Correction,
  CueAction,
  EnrollAgent,
  SessionUpdate,
  Transcript,
} from '@undertone/protocol';

/** The messages of a page to the relay about the call. They are kept across reconnects until the relay has handled them. */
export abstract class SessionMessages {
  protected abstract send(body: ClientBody): void;

  /** Reports what the agent did with a cue. @param afterMs time since it was shown */
  sendFeedback(cueId: string, action: CueAction, afterMs?: number): void {
    this.send({ kind: 'steering.feedback', value: { cueId, action, afterMs } });
  }

  /** Corrects a directive with a person's judgment. */
  correct(correction: Correction): void {
    this.send({ kind: 'correction', value: correction });
  }

  /** Sends spoken words from the page's own transcription. Times are on the audio clock. */
  transcript(transcript: Transcript): void {
    this.send({ kind: 'transcript', value: transcript });
  }

  /** Gives the voice of this call's agent: an enrolled person's id, or audio and the consent. The message `enroll_agent_ack` answers. */
  enrollAgent(order: EnrollAgent): void {
    this.send({ kind: 'enroll_agent', value: order });
  }

  /** Changes settings of the running session. */
  update(update: Partial<SessionUpdate>): void {
    this.send({ kind: 'session.update', value: { features: [], metadata: {}, ...update } });
  }
}
