interface File {
  readonly blob: Blob;
  readonly filename: string;
}

/** Fields first, then the audio, so that the relay finds a bad field before the audio has arrived. In a form, lists are joined with commas and objects are JSON. */
export const formOf = (fields: object, { blob, filename }: File): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    // In JSON a null counts as absent too.
    if (value !== undefined && value !== null) form.set(name, toField(value));
  }
  form.set('audio', blob, filename);
  return form;
};

const toField = (value: unknown): string => {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(',') : JSON.stringify(value);
};
