export default {
  mode: 'production',
  entry: './main.js',
  output: { module: true, filename: 'main.js' },
  experiments: { outputModule: true },
  performance: { hints: false },
};
