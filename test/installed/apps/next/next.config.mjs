/** The page is drawn on the server, once, and served as files. */
export default { output: 'export', distDir: 'dist' };
