/** Who is on which line of a recorded call (RFC 7865, urn:ietf:params:xml:ns:recording:1). */
import { SaxesParser } from 'saxes';
import { SiprecError } from './siprec-error.js';

export interface Participant {
  /** Address of record, `sip:alice@example.com`. */
  readonly aor: string;
  /** As the border controller knows it. */
  readonly name?: string;
}

const RECORDING = 'urn:ietf:params:xml:ns:recording:1';

/**
 * Labels of the lines and who speaks on them.
 * @throws SiprecError 400 when it is no XML, or declares a document type, which metadata never needs
 */
export const speakersOf = (metadata: string): ReadonlyMap<string, Participant> => {
  const participants = new Map<string, { aor: string; name?: string }>();
  /** Stream ids by label, and who sends which stream. */
  const labels = new Map<string, string>();
  const senders = new Map<string, string>();
  const path: { readonly name: string; readonly id: string }[] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (cause) => {
    throw new SiprecError(400, `the metadata cannot be read: ${cause.message}`, { cause });
  });
  parser.on('doctype', () => {
    throw new SiprecError(400, 'the metadata must not declare a document type');
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('opentag', ({ local, uri, attributes }) => {
    const of = (name: string): string => attributes[name]?.value ?? '';
    const name = uri === RECORDING ? local : '';
    const own = name === 'participantsessionassoc' ? '' : of(`${name}_id`);
    const id = name === 'participantstreamassoc' ? of('participant_id') : own;
    path.push({ name, id });
    text = '';
    const within = path.at(-2);
    if (name === 'nameID' && within?.name === 'participant') participants.set(within.id, { aor: of('aor') });
  });
  parser.on('closetag', () => {
    const closed = path.pop();
    const within = path.at(-1);
    const said = text.trim();
    text = '';
    if (closed === undefined || within === undefined) return;
    if (closed.name === 'label' && within.name === 'stream') labels.set(said, within.id);
    if (closed.name === 'send' && within.name === 'participantstreamassoc') senders.set(said, within.id);
    const participant =
      closed.name === 'name' && within.name === 'nameID'
        ? participants.get(path.at(-2)?.id ?? '')
        : undefined;
    if (participant !== undefined && said !== '') participant.name = said;
  });
  parser.write(metadata.trimStart()).close();
  return new Map(
    [...labels].flatMap(([label, stream]) => {
      const participant = participants.get(senders.get(stream) ?? '');
      return participant === undefined ? [] : [[label, participant] as const];
    }),
  );
};
