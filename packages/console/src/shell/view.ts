import { LitElement, type PropertyDeclarations } from 'lit';
import { Problem } from '../api/call.js';

/**
 * What every view does: load when it appears, say what went wrong, and let the page's one style sheet in.
 */
export abstract class View extends LitElement {
  static override properties: PropertyDeclarations = {
    announce: { attribute: false },
    problem: { state: true },
    busy: { state: true },
  };

  /** Says aloud what happened, for those who do not see it. */
  declare announce: (text: string) => void;
  declare protected problem: string;
  declare protected busy: boolean;

  constructor() {
    super();
    this.announce = () => undefined;
    this.problem = '';
    this.busy = true;
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.run(() => this.load());
  }

  protected abstract load(): Promise<void>;

  /** Runs one action at a time and shows its failure; a login that ended brings the login form back. */
  protected async run(action: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.problem = '';
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status === 401) this.dispatchEvent(new CustomEvent('signed-out', { bubbles: true }));
      this.problem = error.text;
    } finally {
      this.busy = false;
    }
  }
}
