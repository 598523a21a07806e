/** Why a model that knows neither line nor voice is not tuned. */
export const NOTHING_TO_TUNE =
  'the relay runs a model without a classifier that could be tuned: UNDERTONE_MODEL has to name a live reader';
