/** Two short tones, made here: no file to load, and no sound before somebody asked for it. */
export class Chime {
  private readonly context = new AudioContext();

  /** Call it in a click: a browser lets a page sound only then. */
  async start(): Promise<void> {
    await this.context.resume();
  }

  ring(): void {
    const { context } = this;
    for (const [index, frequencyHz] of [880, 660].entries()) {
      const beginS = context.currentTime + index * 0.18;
      const tone = new OscillatorNode(context, { frequency: frequencyHz });
      const loudness = new GainNode(context, { gain: 0 });
      // Without a ramp the tone begins and ends with a click.
      loudness.gain.setValueAtTime(0, beginS);
      loudness.gain.linearRampToValueAtTime(0.2, beginS + 0.02);
      loudness.gain.linearRampToValueAtTime(0, beginS + 0.16);
      tone.connect(loudness).connect(context.destination);
      tone.start(beginS);
      tone.stop(beginS + 0.17);
    }
  }

  async stop(): Promise<void> {
    await this.context.close();
  }
}
