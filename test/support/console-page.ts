/** The first steps of every console test. */
import type { Page } from 'playwright-core';

/** Types a key into the login form. */
export const signInto = async (page: Page, key: string): Promise<void> => {
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens one of the pages in the navigation. @param heading the page's own, if it is another */
export const openPage = async (page: Page, title: string, heading = title): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};
