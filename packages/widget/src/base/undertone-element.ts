import { LitElement, type CSSResultGroup, type PropertyDeclarations, type PropertyValues } from 'lit';
import { wearStyles } from './wear-styles.js';
import { loadStrings } from '../text/strings.js';
import { textsFor, type Texts } from '../text/texts.js';
import { baseStyles } from './base.styles.js';

/**
 * What all elements share: texts in the right language and the design tokens.
 *
 * The language is the element's own `lang`, else that of the nearest ancestor with one, else the document's, else English. Where
 * there are no texts in it, the element speaks English; what it draws says which language it speaks, and which way that runs.
 */
export abstract class UndertoneElement extends LitElement {
  static override properties: PropertyDeclarations = {
    lang: { reflect: true },
  };

  static override styles: CSSResultGroup = baseStyles;

  /** Texts and numbers in this element's language. */
  protected get texts(): Texts {
    return textsFor(this.language);
  }

  /** BCP 47 tag in effect. */
  protected get language(): string {
    const own = this.lang as string | undefined;
    if (own) {
      return own;
    }
    const ancestor = this.parentElement?.closest<HTMLElement>('[lang]');
    return ancestor?.lang || document.documentElement.lang || 'en';
  }

  /** Runs when the element moves into another document, such as that of a separate window. */
  adoptedCallback(): void {
    const { shadowRoot } = this;
    if (shadowRoot !== null) this.dress(shadowRoot);
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    if (this.ownerDocument === document) return super.createRenderRoot();
    const { shadowRootOptions } = this.constructor as typeof LitElement;
    const root = this.shadowRoot ?? this.attachShadow(shadowRootOptions);
    this.dress(root);
    return root;
  }

  private dress(root: ShadowRoot): void {
    wearStyles(root, (this.constructor as typeof LitElement).elementStyles);
  }

  // The host's own attributes are the page's. What is drawn is ours, and may speak another language than the page.
  protected override update(changed: PropertyValues): void {
    super.update(changed);
    const { spoken, direction } = this.texts;
    for (const drawn of this.renderRoot.children) {
      drawn.setAttribute('lang', spoken);
      drawn.setAttribute('dir', direction);
    }
  }

  protected override willUpdate(): void {
    const language = this.language;
    void loadStrings(language)?.then(() => this.requestUpdate());
  }
}
