import { parseArtifact, type Tuning } from '@undertone/fine-tune';
import { Fault } from '../fault.js';
import { VERTICAL_NAMES, type VerticalName } from '../call/verticals/verticals.js';
import type { BaseModel } from './jobs/job.js';

/** One version of a customer's model. */
export interface TunedModelRecord {
  readonly id: string;
  readonly orgId: string;
  readonly jobId: string;
  readonly name: string;
  readonly version: number;
  /** The only vertical for which it may become the default. Undefined: all verticals. */
  readonly vertical: string | undefined;
  /** The readers that its heads are trained on: SHA-256 of their files, in hex. */
  readonly baseSha256: string;
  readonly createdAt: Date;
}

/**
 * The model that requests without a `model` use in a vertical. An empty vertical stands for all verticals
 * that have no model of their own.
 */
export interface ActiveModel {
  readonly vertical: string;
  /** Undefined: the base model. */
  readonly modelId: string | undefined;
}

export interface TunedModelStore {
  /** All versions, newest first, without their artifacts. Those are read one by one. */
  models(orgId: string): Promise<readonly TunedModelRecord[]>;
  /** The artifact of a version. Undefined if it no longer exists. */
  artifact(orgId: string, modelId: string): Promise<unknown>;
  active(orgId: string): Promise<readonly ActiveModel[]>;
  /** Makes all of these the defaults in one step. */
  activate(orgId: string, defaults: readonly ActiveModel[], at: Date): Promise<void>;
  /**
   * Undoes the last activation of a vertical. If that was the empty vertical, it also undoes what was
   * activated together with it.
   * @returns false if there is none
   */
  rollBack(orgId: string, vertical: string, at: Date): Promise<boolean>;
}

/** A tuned model in use. */
export interface ModelChoice {
  /** `name@version`. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly tuning: Tuning;
}

export interface TunedModelsOptions {
  readonly store: TunedModelStore;
  /** The network that is in use. */
  readonly base: () => BaseModel;
  readonly nowMs: () => number;
}

/** A change made by another relay is seen after this time. */
const KEPT_MS = 2_000;
const MOST_KEPT = 1_000;

interface Known {
  readonly models: readonly TunedModelRecord[];
  readonly active: readonly ActiveModel[];
  readonly untilMs: number;
  /** The versions in use so far, by id. They can be cached because a version never changes. */
  readonly choices: ReadonlyMap<string, ModelChoice>;
}

/** A model as its organization sees it. */
export interface ListedModel {
  /** Undefined: the base model. */
  readonly model: TunedModelRecord | undefined;
  /** Whether it was trained on the readers in use. Otherwise it is kept, is used nowhere, and wants training anew. */
  readonly usable: boolean;
  /** The verticals where requests without a `model` use it. */
  readonly activeIn: readonly VerticalName[];
  /** What it was activated for and is still the default of; undefined: every vertical without a default of its own. */
  readonly defaultOf: readonly (VerticalName | undefined)[];
}

/** The models of customers: which exist, which one a request uses, and which one is the default. */
export class TunedModels {
  private readonly options: TunedModelsOptions;
  private readonly known = new Map<string, Known>();

  constructor(options: TunedModelsOptions) {
    this.options = options;
  }

  /** The base model first, then the organization's own models, newest first. */
  async list(orgId: string): Promise<readonly ListedModel[]> {
    const known = await this.refresh(orgId);
    const inUse = VERTICAL_NAMES.map((vertical) => ({ vertical, used: this.default(known, vertical) }));
    return [undefined, ...known.models].map((model) => ({
      model,
      usable: model === undefined || this.fits(model),
      activeIn: inUse.flatMap(({ vertical, used }) => (used?.id === model?.id ? [vertical] : [])),
      defaultOf: known.active.flatMap((own) =>
        own.modelId === model?.id ? [VERTICAL_NAMES.find((vertical) => vertical === own.vertical)] : [],
      ),
    }));
  }

  /**
   * Chooses the model of a request.
   * @param wanted `name`, `name@version`, the base model's id, or undefined for the default
   * @returns undefined for the base model
   * @throws Fault `validation_error` naming `model`, the same for another organization's model and for one
   *   that does not exist; `conflict` if it was trained on another network
   */
  async choose(
    orgId: string,
    wanted: string | undefined,
    vertical: string,
  ): Promise<ModelChoice | undefined> {
    if (wanted === this.options.base().id) return undefined;
    const known = await this.load(orgId);
    if (wanted === undefined) {
      const model = this.default(known, vertical);
      return model && this.choice(model);
    }
    const model = named(known.models, wanted);
    if (model === undefined) throw noSuchModel();
    if (!this.fits(model)) throw outgrown();
    const choice = await this.choice(model);
    // It was deleted after it was listed.
    if (choice === undefined) throw noSuchModel();
    return choice;
  }

  /**
   * Makes a version the default: of the requested vertical, otherwise of its own vertical, otherwise of all
   * verticals that have no default of their own. The base model becomes the default of one vertical, or of
   * every one.
   * @throws Fault `forbidden` for a model that does not exist, `conflict` if it does not fit the network,
   *   `validation_error` for a vertical that it was not made for
   */
  async activate(
    orgId: string,
    name: string,
    { version, vertical }: { readonly version?: number | undefined; readonly vertical?: string | undefined },
  ): Promise<string> {
    const { store, base, nowMs } = this.options;
    const at = new Date(nowMs());
    const { models, active } = await this.refresh(orgId);
    if (name === base().id) {
      const everywhere = ['', ...active.flatMap((own) => (own.modelId === undefined ? [] : own.vertical))];
      const verticals = vertical === undefined ? new Set(everywhere) : [vertical];
      const defaults = [...verticals].map((each) => ({ vertical: each, modelId: undefined }));
      await store.activate(orgId, defaults, at);
      this.forget(orgId);
      return name;
    }
    const model = named(models, version === undefined ? name : `${name}@${version}`);
    if (model === undefined) throw new Fault('not_found', 'the organization has no model of this name');
    if (!this.fits(model)) throw outgrown();
    if (vertical !== undefined && model.vertical !== undefined && model.vertical !== vertical) {
      throw new Fault('validation_error', 'the request has invalid parameters', {
        details: { vertical: [`this model was made for ${model.vertical}`] },
      });
    }
    await store.activate(orgId, [{ vertical: vertical ?? model.vertical ?? '', modelId: model.id }], at);
    this.forget(orgId);
    return nameOf(model);
  }

  /** Restores the previous default. @returns the default after that. @throws Fault `conflict` */
  async rollBack(orgId: string, vertical: string | undefined): Promise<string> {
    const { store, base, nowMs } = this.options;
    if (!(await store.rollBack(orgId, vertical ?? '', new Date(nowMs())))) {
      const message =
        vertical === undefined
          ? 'no model was activated for all verticals, so there is nothing to go back to: name the vertical'
          : `no model was activated for ${vertical}: there is nothing to go back to`;
      throw new Fault('conflict', message);
    }
    const model = this.default(await this.refresh(orgId), vertical ?? '');
    return model === undefined ? base().id : nameOf(model);
  }

  /** Call it after a change. */
  forget(orgId: string): void {
    const known = this.known.get(orgId);
    if (known !== undefined) this.known.set(orgId, { ...known, untilMs: -Infinity });
  }

  /** Whether a model's head was trained on the network in use. */
  private fits({ baseSha256 }: TunedModelRecord): boolean {
    return baseSha256 === this.options.base().sha256;
  }

  /** The model that a vertical uses if a request names none. Undefined for the base model. */
  private default(
    { models, active }: Pick<Known, 'models' | 'active'>,
    vertical: string,
  ): TunedModelRecord | undefined {
    const own =
      active.find((each) => each.vertical === vertical) ?? active.find((each) => each.vertical === '');
    const model = models.find(({ id }) => id === own?.modelId);
    // If an operator changes the network, customers who tuned the old one must still get analyses, from the
    // base model.
    return model !== undefined && this.fits(model) ? model : undefined;
  }

  private async load(orgId: string): Promise<Known> {
    const known = this.known.get(orgId);
    return known !== undefined && known.untilMs > this.options.nowMs() ? known : this.refresh(orgId);
  }

  private async refresh(orgId: string): Promise<Known> {
    const { store, nowMs } = this.options;
    const models = await store.models(orgId);
    const active = await store.active(orgId);
    const before = this.known.get(orgId)?.choices;
    const choices = models.flatMap(({ id }): [string, ModelChoice][] => {
      const choice = before?.get(id);
      return choice === undefined ? [] : [[id, choice]];
    });
    const fresh = { models, active, untilMs: nowMs() + KEPT_MS, choices: new Map(choices) };
    if (this.known.size >= MOST_KEPT) this.known.clear();
    this.known.set(orgId, fresh);
    return fresh;
  }

  /** @returns undefined if it was deleted in the meantime */
  private async choice(model: TunedModelRecord): Promise<ModelChoice | undefined> {
    const { id, orgId } = model;
    const kept = this.known.get(orgId)?.choices.get(id);
    if (kept !== undefined) return kept;
    const artifact = await this.options.store.artifact(orgId, id);
    if (artifact === undefined) return undefined;
    const { labels, heads } = parseArtifact(artifact);
    const choice = {
      name: nameOf(model),
      labels: labels.map(({ name }) => name),
      tuning: { labels, heads },
    };
    const known = this.known.get(orgId);
    if (known !== undefined) {
      this.known.set(orgId, { ...known, choices: new Map(known.choices).set(id, choice) });
    }
    return choice;
  }
}

const noSuchModel = (): Fault =>
  new Fault('validation_error', 'the request has invalid parameters', {
    details: { model: ['is not a model of this organization'] },
  });

const outgrown = (): Fault =>
  new Fault(
    'conflict',
    'this model was trained on another base model and is not used any more: train it again with its recordings',
  );

export const nameOf = ({ name, version }: Pick<TunedModelRecord, 'name' | 'version'>): string =>
  `${name}@${version}`;

/** The newest version if the request names none. */
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
