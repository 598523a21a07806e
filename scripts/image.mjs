/** `npm run image`: builds the relay's image with buildah, on bases made of Debian's packages. Needs root on Debian. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as buildHere } from './lib/build-steps.mjs';
import { commandLine } from './lib/command-line.mjs';
import { base, buildBase, ensureBases, step } from './lib/image-bases.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { elapsed, fail, say } from './lib/log.mjs';
import { ensureProgram } from './lib/program.mjs';
import { root, run } from './lib/run.mjs';

const { version } = JSON.parse(readFileSync(join(root, 'relay/package.json'), 'utf8'));

const { values } = commandLine({
  help: `
Usage: npm run image [-- --tag NAME --out FILE --try]

Builds the relay's image (deploy/image/Containerfile) with buildah: no daemon and no registry, as root on Debian. The packages
come from npm and Debian.

  --tag NAME   the image's name (localhost/undertone-relay:${version})
  --out FILE   also writes it as an archive for \`docker load\`, \`podman load\` or \`ctr images import\`
  --try        also runs it with podman: read-only, without capabilities; health, a stream, an orderly stop`,
  options: {
    tag: { type: 'string', default: `localhost/undertone-relay:${version}` },
    out: { type: 'string' },
    try: { type: 'boolean', default: false },
  },
});

await ensureProgram('buildah', 'the image');
await ensureProgram('mmdebstrap', 'the base of the image');
try {
  await makeImage();
} catch (error) {
  fail(error.message);
}

async function makeImage() {
  await ensureBases();
  say(`image ${values.tag} …`);
  // A company's proxy is trusted inside the build as it is outside, and nowhere in the image.
  const ca = process.env.NODE_EXTRA_CA_CERTS ?? '';
  const build = await run('buildah', [
    'build',
    // Docker's format, because OCI's has no HEALTHCHECK. Every registry and runtime takes it.
    '--format=docker',
    // Steps run in a chroot, which also works inside containers and on machines without cgroups of their own.
    '--isolation=chroot',
    '--network=host',
    `--file=${join(root, 'deploy/image/Containerfile')}`,
    `--ignorefile=${join(root, 'deploy/image/Containerfile.dockerignore')}`,
    `--build-arg=BUILD_BASE=${buildBase}`,
    `--build-arg=BASE=${base}`,
    `--secret=id=ca,src=${existsSync(ca) ? ca : '/dev/null'}`,
    `--label=org.opencontainers.image.version=${version}`,
    `--tag=${values.tag}`,
    root,
  ]);
  if (build.code !== 0) throw new Error(`buildah ended with code ${build.code}; its output is above.`);

  const [size] = JSON.parse(await step('buildah', ['images', '--json', values.tag])).map(
    (image) => image.size,
  );
  say(`built ${values.tag}: ${size}, after ${elapsed()}`);
  if (values.out !== undefined) {
    await step('buildah', ['push', '--quiet', values.tag, `docker-archive:${values.out}:${values.tag}`]);
    say(`written: ${values.out}`);
  }
  if (!values.try) return;
  // The trial speaks to the relay with the repository's own packages; the build above needs none of them.
  await ensureInstalled();
  await buildHere();
  const { tryImage } = await import('./lib/image-trial.mjs');
  await tryImage(values.tag);
}
