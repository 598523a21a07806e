import { parseArtifact, type Artifact } from '@undertone/fine-tune';
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
  /** The only vertical that it may become the default of; undefined: of all. */
  readonly vertical: string | undefined;
  /** The network that its head stands on: SHA-256 of its file, hex. */
  readonly baseSha256: string;
  readonly createdAt: Date;
}

/** What requests without a `model` use in a vertical; an empty vertical stands for all that have none of their own. */
export interface ActiveModel {
  readonly vertical: string;
  /** Undefined: the base model. */
  readonly modelId: string | undefined;
}

export interface TunedModelStore {
  /** Newest first, every version; what they learnt is asked for one by one. */
  models(orgId: string): Promise<readonly TunedModelRecord[]>;
  /** What a version learnt; undefined where it is gone. */
  artifact(orgId: string, modelId: string): Promise<unknown>;
  active(orgId: string): Promise<readonly ActiveModel[]>;
  /** Makes all of these the defaults at once. */
  activate(orgId: string, defaults: readonly ActiveModel[], at: Date): Promise<void>;
  /**
   * Takes the last activation of a vertical back, and where that was of the empty one, what was activated together with it.
   * @returns false where there is none
   */
  rollBack(orgId: string, vertical: string, at: Date): Promise<boolean>;
}

/** A tuned model in use. */
export interface ModelChoice {
  /** `name@version`. */
  readonly name: string;
  readonly labels: readonly string[];
  readonly tuning: Pick<Artifact, 'labels' | 'head'>;
}

export interface TunedModelsOptions {
  readonly store: TunedModelStore;
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
  /** Of versions that somebody used, by id: a version never changes. */
  readonly choices: ReadonlyMap<string, ModelChoice>;
}

/** A model as its organization sees it. */
export interface ListedModel {
  /** Undefined: the base model. */
  readonly model: TunedModelRecord | undefined;
  /** It stands on the network in use. */
  readonly usable: boolean;
  /** Where requests without a `model` use it. */
  readonly activeIn: readonly VerticalName[];
}

/** Customers' models: which there are, which one a request uses, which one is the default. */
export class TunedModels {
  private readonly options: TunedModelsOptions;
  private readonly known = new Map<string, Known>();

  constructor(options: TunedModelsOptions) {
    this.options = options;
  }

  /** The base model, then the organization's own, newest first. */
  async list(orgId: string): Promise<readonly ListedModel[]> {
    const known = await this.refresh(orgId);
    const inUse = VERTICAL_NAMES.map((vertical) => ({ vertical, used: this.default(known, vertical) }));
    return [undefined, ...known.models].map((model) => ({
      model,
      usable: model === undefined || this.fits(model),
      activeIn: inUse.flatMap(({ vertical, used }) => (used?.id === model?.id ? [vertical] : [])),
    }));
  }

  /**
   * The model of a request.
   * @param wanted `name`, `name@version`, the base model's id, or undefined for the default
   * @returns undefined for the base model
   * @throws Fault `validation_error` naming `model`, the same for another organization's and for none; `conflict` where it was
   *   trained on another network
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
    // Deleted since it was listed.
    if (choice === undefined) throw noSuchModel();
    return choice;
  }

  /**
   * Makes a version the default: of the vertical that is asked for, else of its own, else of all that have no default of their
   * own. The base model becomes the default of one vertical, or of every one.
   * @throws Fault `forbidden` for a model that is not there, `conflict` where it does not fit the network, `validation_error`
   *   for a vertical that it was not made for
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
    if (model === undefined) throw new Fault('forbidden', 'this model is not one of the organization’s');
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

  /** Goes back to what was the default before. @returns what is the default now. @throws Fault `conflict` */
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

  /** Something changed. */
  forget(orgId: string): void {
    const known = this.known.get(orgId);
    if (known !== undefined) this.known.set(orgId, { ...known, untilMs: -Infinity });
  }

  /** Whether a model's head stands on the network in use. */
  private fits({ baseSha256 }: TunedModelRecord): boolean {
    return baseSha256 === this.options.base().sha256;
  }

  /** What a vertical uses where a request names no model; undefined for the base model. */
  private default(
    { models, active }: Pick<Known, 'models' | 'active'>,
    vertical: string,
  ): TunedModelRecord | undefined {
    const own =
      active.find((each) => each.vertical === vertical) ?? active.find((each) => each.vertical === '');
    const model = models.find(({ id }) => id === own?.modelId);
    // An operator who changes the network must not take analysis away from everybody who tuned the old one.
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

  /** @returns undefined where it was deleted meanwhile */
  private async choice(model: TunedModelRecord): Promise<ModelChoice | undefined> {
    const { id, orgId } = model;
    const kept = this.known.get(orgId)?.choices.get(id);
    if (kept !== undefined) return kept;
    const artifact = await this.options.store.artifact(orgId, id);
    if (artifact === undefined) return undefined;
    const { labels, head } = parseArtifact(artifact);
    const choice = {
      name: nameOf(model),
      labels: labels.map(({ name }) => name),
      tuning: { labels, head },
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
  new Fault('conflict', 'this model was trained on another base model: train it again');

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
