import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { freePercent } from '../../routes/health/capacity.js';
import { agentAnswer, openAgentPort } from './agent-port.js';

const ask = async (port: number): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += String(part);
  return text;
};

describe('the free share of a relay', () => {
  it('is whole percent, 1 while there is a place, and 0 when there is none', () => {
    expect(freePercent({ sessions: 0, free: 2_000 })).toBe(100);
    expect(freePercent({ sessions: 1_500, free: 500 })).toBe(25);
    expect(freePercent({ sessions: 1_999, free: 1 })).toBe(1);
    expect(freePercent({ sessions: 2_000, free: 0 })).toBe(0);
  });
});

describe('the agent port', () => {
  it('tells the weight of the moment, and to send nobody when the relay is full or leaves', async () => {
    let isUp = true;
    let free = 300;
    const agent = await openAgentPort('127.0.0.1', 0, () => agentAnswer(isUp, { sessions: 100, free }));
    expect(await ask(agent.port)).toBe('ready up 75%\n');
    free = 0;
    expect(await ask(agent.port)).toBe('drain\n');
    free = 300;
    isUp = false;
    expect(await ask(agent.port)).toBe('drain\n');
    await agent.close();
  });

  it('closes while somebody is connected who says nothing, and names a port that is taken', async () => {
    const agent = await openAgentPort('127.0.0.1', 0, () => 'drain\n');
    await expect(openAgentPort('127.0.0.1', agent.port, () => '')).rejects.toThrow(
      'in use by another program',
    );
    const silent = connect({ port: agent.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(silent, 'connect');
    const closed = agent.close();
    silent.destroy();
    await closed;
  });
});
