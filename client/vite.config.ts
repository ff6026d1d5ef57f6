import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:8000';

// Built into the Python package; Vite adds a hash to every name, so the files may be cached for ever.
export default defineConfig({
  base: '/static/',
  plugins: [svelte()],
  build: { outDir: '../src/sandtable/server/static', emptyOutDir: true, assetsDir: '.', target: 'es2022', modulePreload: { polyfill: false } },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
});
