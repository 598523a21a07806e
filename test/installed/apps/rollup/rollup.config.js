import resolve from '@rollup/plugin-node-resolve';
import { undertoneAssets } from '@undertone/client/rollup';

export default {
  input: 'main.js',
  output: { dir: 'dist', format: 'es' },
  plugins: [undertoneAssets(), resolve({ browser: true })],
};
