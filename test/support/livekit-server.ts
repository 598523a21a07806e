/**
 * A room server that speaks LiveKit's protocol (version 15, two peer connections) to the real `@livekit/rtc-node`: its signal messages over a
 * WebSocket, and audio as Opus over WebRTC. It stands in for livekit-server, which no package registry holds. It knows one room, checks no
 * token beyond reading its identity, and forwards audio only.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  JoinResponse,
  ParticipantInfo,
  ParticipantInfo_State,
  SignalRequest,
  SignalResponse,
  SignalTarget,
  TrackInfo,
  TrickleRequest,
} from '@livekit/protocol';
import { AccessToken } from 'livekit-server-sdk';
import { MediaStreamTrack, RTCPeerConnection, RTCRtpCodecParameters, type RTCIceCandidateInit } from 'werift';
import { WebSocketServer, type WebSocket } from 'ws';

type Answer = NonNullable<NonNullable<ConstructorParameters<typeof SignalResponse>[0]>['message']>;

const newPeer = (): RTCPeerConnection =>
  new RTCPeerConnection({
    iceServers: [],
    bundlePolicy: 'max-bundle',
    iceUseIpv6: false,
    iceAdditionalHostAddresses: ['127.0.0.1'],
    codecs: {
      audio: [
        new RTCRtpCodecParameters({
          mimeType: 'audio/opus',
          clockRate: 48_000,
          channels: 2,
          payloadType: 111,
          parameters: 'minptime=10;useinbandfec=1',
        }),
      ],
      video: [new RTCRtpCodecParameters({ mimeType: 'video/VP8', clockRate: 90_000, payloadType: 96 })],
    },
  });

/** One peer connection, and the candidates that came before its description. */
class Peer {
  readonly connection = newPeer();
  private early: RTCIceCandidateInit[] | undefined = [];

  async candidate(init: RTCIceCandidateInit): Promise<void> {
    if (this.early !== undefined) this.early.push(init);
    // Candidates of the lines that are bundled away belong to no transport.
    else await this.connection.addIceCandidate(init).catch(() => undefined);
  }

  async described(): Promise<void> {
    const { early = [] } = this;
    this.early = undefined;
    for (const init of early) await this.candidate(init);
  }
}

interface Published {
  readonly info: TrackInfo;
  media?: MediaStreamTrack;
}

class Member {
  readonly sid: string;
  readonly tracks: Published[] = [];
  private readonly publisher = new Peer();
  private readonly subscriber = new Peer();
  private readonly forwarded = new Set<string>();

  constructor(
    private readonly server: LiveKitServer,
    readonly identity: string,
    readonly socket: WebSocket,
  ) {
    this.sid = server.nextSid('PA');
    this.subscriber.connection.createDataChannel('_reliable');
    this.subscriber.connection.createDataChannel('_lossy');
    this.publisher.connection.ontrack = ({ track }) => {
      const published = this.tracks.find((each) => each.media === undefined);
      if (published === undefined) return;
      published.media = track;
      server.others(this).forEach((other) => other.hear(this, published));
    };
    for (const [peer, target] of [
      [this.publisher, SignalTarget.PUBLISHER],
      [this.subscriber, SignalTarget.SUBSCRIBER],
    ] as const)
      peer.connection.onIceCandidate.subscribe((candidate) => {
        if (candidate === undefined) return;
        const candidateInit = JSON.stringify(candidate.toJSON());
        this.send({ case: 'trickle', value: new TrickleRequest({ candidateInit, target }) });
      });
  }

  get info(): ParticipantInfo {
    const { sid, identity } = this;
    const tracks = this.tracks.map(({ info }) => info);
    return new ParticipantInfo({ sid, identity, state: ParticipantInfo_State.ACTIVE, tracks });
  }

  send(message: Answer): void {
    this.socket.send(new SignalResponse({ message }).toBinary());
  }

  join(): void {
    const otherParticipants = this.server.others(this).map(({ info }) => info);
    this.send({
      case: 'join',
      value: new JoinResponse({
        room: { sid: 'RM_test', name: 'test' },
        participant: this.info,
        otherParticipants,
        subscriberPrimary: true,
        serverInfo: { version: '1.8.0', protocol: 15 },
        pingInterval: 10,
        pingTimeout: 20,
      }),
    });
    void this.offer();
    for (const other of this.server.others(this))
      for (const published of other.tracks) if (published.media !== undefined) this.hear(other, published);
  }

  /** Sends what `from` publishes to this member. */
  hear(from: Member, { info, media }: Published): void {
    if (this.forwarded.has(info.sid) || media === undefined) return;
    this.forwarded.add(info.sid);
    const out = new MediaStreamTrack({ kind: 'audio', id: info.sid });
    const transceiver = this.subscriber.connection.addTransceiver(out, { direction: 'sendonly' });
    transceiver.sender.streamId = `${from.sid}|${info.sid}`;
    media.onReceiveRtp.subscribe((packet) => out.writeRtp(packet));
    void this.offer();
  }

  async receive({ message }: SignalRequest): Promise<void> {
    switch (message.case) {
      case 'addTrack': {
        const { cid, name, type, source } = message.value;
        const info = new TrackInfo({
          sid: this.server.nextSid('TR'),
          name,
          type,
          source,
          mimeType: 'audio/opus',
        });
        this.tracks.push({ info });
        this.send({ case: 'trackPublished', value: { cid, track: info } });
        this.server.tell(this);
        return;
      }
      case 'offer': {
        const { connection } = this.publisher;
        await connection.setRemoteDescription({ type: 'offer', sdp: message.value.sdp });
        await connection.setLocalDescription(await connection.createAnswer());
        // werift refuses lines that it does not use with port 0, and still bundles on them.
        const sdp = connection.localDescription!.sdp.replace(/^(m=\w+) 0 /gm, '$1 9 ');
        this.send({ case: 'answer', value: { type: 'answer', sdp } });
        return this.publisher.described();
      }
      case 'answer':
        await this.subscriber.connection.setRemoteDescription({ type: 'answer', sdp: message.value.sdp });
        return this.subscriber.described();
      case 'trickle': {
        const { candidateInit, target } = message.value;
        const peer = target === SignalTarget.PUBLISHER ? this.publisher : this.subscriber;
        const init = JSON.parse(candidateInit) as RTCIceCandidateInit;
        if (init.candidate) await peer.candidate(init);
        return;
      }
      case 'ping':
        this.send({ case: 'pong', value: BigInt(Date.now()) });
        return;
      case 'pingReq': {
        const { timestamp } = message.value;
        this.send({
          case: 'pongResp',
          value: { lastPingTimestamp: timestamp, timestamp: BigInt(Date.now()) },
        });
        return;
      }
      case 'leave':
        this.socket.close();
        return;
      case 'simulate':
      case 'mute':
      case 'subscription':
      case 'trackSetting':
      case 'updateLayers':
      case 'subscriptionPermission':
      case 'syncState':
      case 'updateMetadata':
      case 'updateAudioTrack':
      case 'updateVideoTrack':
      case 'publishDataTrackRequest':
      case 'unpublishDataTrackRequest':
      case 'updateDataSubscription':
      case 'storeDataBlobRequest':
      case 'getDataBlobRequest':
      case undefined:
        // Nothing of these is needed here.
        return;
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.publisher.connection.close(), this.subscriber.connection.close()]);
  }

  private async offer(): Promise<void> {
    const { connection } = this.subscriber;
    await connection.setLocalDescription(await connection.createOffer());
    this.send({ case: 'offer', value: { type: 'offer', sdp: connection.localDescription!.sdp } });
  }
}

export class LiveKitServer {
  private readonly members = new Map<string, Member>();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private sids = 0;
  private withdrawn: Published[] = [];

  private constructor(private readonly http: Server) {
    http.on('upgrade', (request, socket, head) => {
      // The newer address is refused, as an older server does; the SDK then takes this one.
      if (!request.url?.startsWith('/rtc?')) {
        socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n');
        return;
      }
      const [, claims = ''] = (request.headers.authorization ?? '').split('.');
      const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
      this.sockets.handleUpgrade(request, socket, head, (opened) => this.welcome(sub, opened));
    });
  }

  static async start(): Promise<LiveKitServer> {
    const http = createServer((_, response) => response.writeHead(404).end());
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return new LiveKitServer(http);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.http.address() as AddressInfo).port}`;
  }

  token(identity: string): Promise<string> {
    const token = new AccessToken('key', 'a secret of at least 32 characters', { identity });
    token.addGrant({ roomJoin: true, room: 'test' });
    return token.toJwt();
  }

  nextSid(prefix: string): string {
    this.sids += 1;
    return `${prefix}_${this.sids}`;
  }

  others(member: Member): Member[] {
    return [...this.members.values()].filter((each) => each !== member);
  }

  tell(member: Member): void {
    for (const other of this.others(member))
      other.send({ case: 'update', value: { participants: [member.info] } });
  }

  /** Mutes all that somebody publishes, as a moderator of the room does. */
  mute(identity: string, muted: boolean): void {
    const member = this.members.get(identity)!;
    for (const { info } of member.tracks) {
      info.muted = muted;
      member.send({ case: 'mute', value: { sid: info.sid, muted } });
    }
    this.tell(member);
  }

  /** Takes back what somebody publishes, for all others. */
  withdraw(identity: string): void {
    const member = this.members.get(identity)!;
    this.withdrawn = member.tracks.splice(0);
    this.tell(member);
  }

  /** Publishes it again, as tracks that are new to all others. */
  publishAgain(identity: string): void {
    const member = this.members.get(identity)!;
    for (const { info, media } of this.withdrawn) {
      const again = { info: info.clone(), media: media! };
      again.info.sid = this.nextSid('TR');
      member.tracks.push(again);
      this.tell(member);
      for (const other of this.others(member)) other.hear(member, again);
    }
  }

  async stop(): Promise<void> {
    for (const { socket } of this.members.values()) socket.terminate();
    await Promise.all([...this.members.values()].map((member) => member.close()));
    this.sockets.close();
    this.http.closeAllConnections();
    await new Promise((resolve) => this.http.close(resolve));
  }

  private welcome(identity: string, socket: WebSocket): void {
    const member = new Member(this, identity, socket);
    this.members.set(identity, member);
    socket.on('message', (data) => void member.receive(SignalRequest.fromBinary(data as Buffer)));
    socket.on('close', () => this.gone(member));
    member.join();
    this.tell(member);
  }

  private gone(member: Member): void {
    if (this.members.get(member.identity) !== member) return;
    this.members.delete(member.identity);
    const info = member.info;
    info.state = ParticipantInfo_State.DISCONNECTED;
    for (const other of this.others(member)) other.send({ case: 'update', value: { participants: [info] } });
    void member.close();
  }
}
