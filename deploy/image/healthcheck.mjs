// The image's HEALTHCHECK: exit code 0 when the relay of this container answers that it is alive. The image has no shell and no curl.
import { get } from 'node:http';

const port = Number(process.env.PORT ?? 8787);
const request = get({ host: '127.0.0.1', port, path: '/healthz', timeout: 2_500 }, (response) => {
  response.resume();
  process.exitCode = response.statusCode === 200 ? 0 : 1;
});
request.on('timeout', () => request.destroy(new Error(`no answer on port ${port}`)));
request.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
