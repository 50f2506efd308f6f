import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const backend = process.env['TICKMARK_BACKEND'] ?? 'http://localhost:8080'
const passedOn = ['/api', '/media', '/log', '/config.json', '/look.js', '/icons']

/** The operators' console: a separate application at /console. The server serves its files beside the page's. */
export default defineConfig({
  base: '/console/',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    // No data: URLs: the content security policy allows only 'self'.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes rarely and every screen needs it: a separate chunk stays cached over releases.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            {
              name: 'parts',
              test: /[\\/](console|client|ui|core|texts|wire)[\\/]src[\\/]/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(passedOn.map((path) => [path, { target: backend, changeOrigin: false }])),
  },
})
