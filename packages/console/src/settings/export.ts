import { call } from '../api/call.js';

interface ExportPage {
  readonly rows: readonly object[];
  readonly next_cursor: string | null;
}

/**
 * Fetches everything that is stored about the organization and saves it as a file of JSON lines.
 * @param progress called with the rows so far
 * @returns how many rows
 * @throws Problem; what an abort throws
 */
export const exportOrganization = async (
  signal: AbortSignal,
  progress: (rows: number) => void,
): Promise<number> => {
  const parts: string[] = [];
  let count = 0;
  let cursor: string | null = null;
  do {
    const query: string = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`;
    const page: ExportPage = await call<ExportPage>(
      'GET',
      `/v1/organization/export${query}`,
      undefined,
      signal,
    );
    parts.push(...page.rows.map((row) => `${JSON.stringify(row)}\n`));
    count += page.rows.length;
    progress(count);
    cursor = page.next_cursor;
  } while (cursor !== null);
  save(new Blob(parts, { type: 'application/x-ndjson' }), 'organization.ndjson');
  return count;
};

const save = (file: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
};
