/** What the operator asks for a minute of audio. It is shown, and charges nothing: wallets count credits. */
export interface Price {
  /** ISO 4217, `EUR`. */
  readonly currency: string;
  readonly perMinute: number;
}

export const PRICE_RULE = 'must look like EUR 0.012: a currency and what a minute costs';

const PRICE = /^([A-Z]{3}) (\d{1,6}(?:\.\d{1,8})?)$/;

export const isPrice = (text: string): boolean => PRICE.test(text);

/** @param text for which {@link isPrice} holds; anything else is no price */
export const readPrice = (text: string | undefined): Price | undefined => {
  const [, currency, perMinute] = PRICE.exec(text ?? '') ?? [];
  return currency === undefined ? undefined : { currency, perMinute: Number(perMinute) };
};
