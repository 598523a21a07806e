/** `npm run release:address`: says where the project lives, in every package at once. */
import { commandLine } from './lib/command-line.mjs';
import { fail, say } from './lib/log.mjs';
import { PLACEHOLDER, setAddress } from './lib/release-address.mjs';

const { positionals } = commandLine({
  help: `
Usage: npm run release:address -- <address>

Writes the address of the repository, such as https://github.com/acme/undertone, into the \`repository\`, \`homepage\` and \`bugs\` of every
package. With provenance the registry takes a package only from the repository that it names.`,
  least: 1,
  most: 1,
});

const address = positionals[0].replace(/(\.git)?\/?$/, '');
if (!/^https:\/\/[\w.-]+\.\w+(\/[\w.-]+){2,}$/.test(address) || address === PLACEHOLDER)
  fail(
    `${positionals[0]} is no address of a repository.`,
    'give one like https://github.com/acme/undertone.',
  );
setAddress(address);
say(`every package names ${address}; look at the difference and commit it`);
