import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const server = 'http://127.0.0.1:8000';

// A plain script in the head and no module: modules run after the first paint.
const theme: Plugin = {
  name: 'theme',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const built = Object.values(bundle ?? {}).find((file) => file.fileName.startsWith('theme-'));
      return [{ tag: 'script', attrs: { src: built ? `/static/${built.fileName}` : '/src/theme.ts' }, injectTo: 'head-prepend' }];
    },
  },
};

// Built into the Python package; Vite adds a hash to every name, so the files may be cached for ever.
export default defineConfig({
  base: '/static/',
  plugins: [svelte(), theme],
  build: {
    outDir: '../src/sandtable/server/static', emptyOutDir: true, assetsDir: '.', target: 'es2022', modulePreload: { polyfill: false },
    rollupOptions: { input: ['index.html', 'src/theme.ts'] },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
