import { parseArtifact, type Artifact } from '@undertone/fine-tune';
import { Fault } from '../fault.js';
import type { BaseModel } from './job.js';

/** One version of a customer's model. */
export interface TunedModelRecord {
  readonly id: string;
  readonly orgId: string;
  readonly jobId: string;
  readonly name: string;
  readonly version: number;
  /** The only vertical that it may become the default of; undefined: of all. */
  readonly vertical: string | undefined;
  readonly artifact: unknown;
  readonly createdAt: Date;
}

/** What requests without a `model` use in a vertical; an empty vertical stands for all others. */
export interface ActiveModel {
  readonly vertical: string;
  /** Undefined: the base model. */
  readonly modelId: string | undefined;
}

export interface ModelBook {
  models(orgId: string): Promise<readonly TunedModelRecord[]>;
  active(orgId: string): Promise<readonly ActiveModel[]>;
  activate(orgId: string, vertical: string, modelId: string | undefined, at: Date): Promise<void>;
  /** Takes the last activation of a vertical back. @returns false where there is none */
  rollBack(orgId: string, vertical: string, at: Date): Promise<boolean>;
}

/** A tuned model in use. */
export interface ModelChoice {
  /** `name@version`. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly tuning: Pick<Artifact, 'labels' | 'head'>;
}

export interface ModelsOptions {
  readonly book: ModelBook;
  /** The network in use. */
  readonly base: () => BaseModel;
  readonly nowMs: () => number;
}

/** Another relay's change is seen after this time. */
const KEPT_MS = 2_000;
const MOST_KEPT = 1_000;

interface Known {
  readonly models: readonly TunedModelRecord[];
  readonly active: readonly ActiveModel[];
  readonly untilMs: number;
}

/** Customers' models: which there are, which one a request uses, which one is the default. */
export class Models {
  readonly #options: ModelsOptions;
  readonly #known = new Map<string, Known>();
  readonly #choices = new WeakMap<TunedModelRecord, ModelChoice>();

  constructor(options: ModelsOptions) {
    this.#options = options;
  }

  async list(
    orgId: string,
  ): Promise<{ models: readonly TunedModelRecord[]; active: readonly ActiveModel[] }> {
    this.forget(orgId);
    return this.#load(orgId);
  }

  /** Whether a model's head stands on the network in use. */
  fits(model: TunedModelRecord): boolean {
    return parseArtifact(model.artifact).baseModel.sha256 === this.#options.base().sha256;
  }

  /**
   * The model of a request.
   * @param wanted `name`, `name@version`, the base model's id, or undefined for the default
   * @returns undefined for the base model
   * @throws Fault `validation_error` naming `model`, the same for another organisation's and for none; `conflict` where it was
   *   trained on another network
   */
  async choose(
    orgId: string,
    wanted: string | undefined,
    vertical: string,
  ): Promise<ModelChoice | undefined> {
    if (wanted === this.#options.base().id) return undefined;
    const { models, active } = await this.#load(orgId);
    if (wanted === undefined) {
      const own =
        active.find((each) => each.vertical === vertical) ?? active.find((each) => each.vertical === '');
      const model = models.find(({ id }) => id === own?.modelId);
      // An operator who changes the network must not take analysis away from everybody who tuned the old one.
      return model === undefined || !this.fits(model) ? undefined : this.#choice(model);
    }
    const model = named(models, wanted);
    if (model === undefined) {
      throw new Fault('validation_error', 'the request has invalid parameters', {
        details: { model: ['is not a model of this organization'] },
      });
    }
    if (!this.fits(model)) {
      throw new Fault('conflict', 'this model was trained on another base model: train it again');
    }
    return this.#choice(model);
  }

  /**
   * Makes a version the default, of its own vertical or of all.
   * @throws Fault `forbidden` for a model that is not there, `conflict` where it does not fit the network
   */
  async activate(orgId: string, name: string, version: number | undefined): Promise<string> {
    const { book, base, nowMs } = this.#options;
    const at = new Date(nowMs());
    if (name === base().id) {
      await book.activate(orgId, '', undefined, at);
      this.forget(orgId);
      return name;
    }
    const { models } = await this.list(orgId);
    const model = named(models, version === undefined ? name : `${name}@${version}`);
    if (model === undefined) throw new Fault('forbidden', 'this model is not one of the organization’s');
    if (!this.fits(model)) {
      throw new Fault('conflict', 'this model was trained on another base model: train it again');
    }
    await book.activate(orgId, model.vertical ?? '', model.id, at);
    this.forget(orgId);
    return nameOf(model);
  }

  /** Goes back to what was the default before. @returns what is the default now. @throws Fault `conflict` */
  async rollBack(orgId: string, vertical: string | undefined): Promise<string> {
    const { book, base, nowMs } = this.#options;
    if (!(await book.rollBack(orgId, vertical ?? '', new Date(nowMs())))) {
      throw new Fault('conflict', 'no model was activated: there is nothing to go back to');
    }
    const { models, active } = await this.list(orgId);
    const now = active.find((each) => each.vertical === (vertical ?? ''));
    const model = models.find(({ id }) => id === now?.modelId);
    return model === undefined ? base().id : nameOf(model);
  }

  /** Something changed. */
  forget(orgId: string): void {
    this.#known.delete(orgId);
  }

  async #load(orgId: string): Promise<Known> {
    const { book, nowMs } = this.#options;
    const known = this.#known.get(orgId);
    if (known !== undefined && known.untilMs > nowMs()) return known;
    const fresh = {
      models: await book.models(orgId),
      active: await book.active(orgId),
      untilMs: nowMs() + KEPT_MS,
    };
    if (this.#known.size >= MOST_KEPT) this.#known.clear();
    this.#known.set(orgId, fresh);
    return fresh;
  }

  #choice(model: TunedModelRecord): ModelChoice {
    const kept = this.#choices.get(model);
    if (kept !== undefined) return kept;
    const { labels, head } = parseArtifact(model.artifact);
    const choice = {
      name: nameOf(model),
      labels: labels.map(({ name }) => name),
      tuning: { labels, head },
    };
    this.#choices.set(model, choice);
    return choice;
  }
}

export const nameOf = ({ name, version }: Pick<TunedModelRecord, 'name' | 'version'>): string =>
  `${name}@${version}`;

/** The newest version where none is named. */
const named = (models: readonly TunedModelRecord[], wanted: string): TunedModelRecord | undefined => {
  const exact = models.find((model) => nameOf(model) === wanted);
  if (exact !== undefined) return exact;
  return models
    .filter(({ name }) => name === wanted)
    .reduce<TunedModelRecord | undefined>(
      (newest, model) => (newest === undefined || model.version > newest.version ? model : newest),
      undefined,
    );
};
