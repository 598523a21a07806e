import type { AudioStream, RemoteParticipant, Track, RemoteTrackPublication, Room } from '@livekit/rtc-node';
import type { GapReason } from '@undertone/protocol';

/** What is heard of the caller. */
export interface TrackHandlers {
  onFrame(samples: Int16Array): void;
  /** There is no sound from now on, and why. */
  onAway(reason: GapReason): void;
  onBack(): void;
  /** The caller left the room. */
  onLeft(): void;
  onFault(cause: unknown): void;
}

/** LiveKit's numbers of `TrackKind.KIND_AUDIO` and `ParticipantKind.AGENT`, which its protocol fixes. */
const KIND_AUDIO = 1;
const AGENT = 4;

/**
 * Follows one caller through a room: the first audio track, the next one when that goes, mute and unmute, leaving and coming back.
 * At most one track is read at a time.
 */
export class CallerTrack {
  private identity: string | undefined;
  private trackSid: string | undefined;
  private reader: ReadableStreamDefaultReader<{ readonly data: Int16Array }> | undefined;

  /** @param read makes the stream of a track's samples */
  constructor(
    private readonly room: Room,
    caller: string | undefined,
    private readonly read: (track: Track) => AudioStream,
    private readonly handlers: TrackHandlers,
  ) {
    this.identity = caller;
  }

  /** Starts with what is subscribed already. */
  open(): void {
    const { room } = this;
    room.on('trackSubscribed', this.subscribed);
    room.on('trackUnsubscribed', this.unsubscribed);
    room.on('trackMuted', this.muted);
    room.on('trackUnmuted', this.unmuted);
    room.on('participantDisconnected', this.left);
    for (const participant of room.remoteParticipants.values())
      for (const publication of participant.trackPublications.values())
        if (publication.track !== undefined) this.subscribed(publication.track, publication, participant);
  }

  close(): void {
    const { room } = this;
    room.off('trackSubscribed', this.subscribed);
    room.off('trackUnsubscribed', this.unsubscribed);
    room.off('trackMuted', this.muted);
    room.off('trackUnmuted', this.unmuted);
    room.off('participantDisconnected', this.left);
    this.stop();
  }

  private readonly subscribed = (
    track: Track,
    publication: RemoteTrackPublication,
    participant: RemoteParticipant,
  ): void => {
    if (this.trackSid !== undefined || (track.kind as number) !== KIND_AUDIO) return;
    if (this.identity === undefined && (participant.info.kind as number) === AGENT) return;
    if ((this.identity ?? participant.identity) !== participant.identity) return;
    // Whoever was heard first is the caller from then on.
    this.identity = participant.identity;
    this.trackSid = publication.sid;
    if (publication.muted === true) this.handlers.onAway('muted');
    else this.handlers.onBack();
    void this.pump(track);
  };

  private readonly unsubscribed = (_: Track, publication: RemoteTrackPublication): void => {
    if (publication.sid !== this.trackSid) return;
    this.stop();
    this.handlers.onAway('device_switch');
    // The caller may have published the next track before this one went.
    const caller = this.room.remoteParticipants.get(this.identity ?? '');
    for (const other of caller?.trackPublications.values() ?? [])
      if (caller !== undefined && other.track !== undefined && other.sid !== publication.sid)
        this.subscribed(other.track, other, caller);
  };

  private readonly muted = ({ sid }: { readonly sid?: string | undefined }): void => {
    if (sid === this.trackSid && sid !== undefined) this.handlers.onAway('muted');
  };

  private readonly unmuted = ({ sid }: { readonly sid?: string | undefined }): void => {
    if (sid === this.trackSid && sid !== undefined) this.handlers.onBack();
  };

  private readonly left = ({ identity }: RemoteParticipant): void => {
    if (identity !== this.identity) return;
    this.stop();
    this.handlers.onAway('offline');
    this.handlers.onLeft();
  };

  private stop(): void {
    this.trackSid = undefined;
    const { reader } = this;
    this.reader = undefined;
    reader?.cancel().catch((cause: unknown) => this.handlers.onFault(cause));
  }

  private async pump(track: Track): Promise<void> {
    try {
      const reader = this.read(track).getReader();
      this.reader = reader;
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.reader !== reader) return;
        this.handlers.onFrame(value.data);
      }
    } catch (cause) {
      this.handlers.onFault(cause);
    }
  }
}
