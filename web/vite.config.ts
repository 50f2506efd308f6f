import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { eagerReact } from './eagerReact.ts'
import { outlineFiles } from './outlineFiles.ts'
import { pageRoutes } from './pageRoutes.ts'
import { releaseFiles } from './releaseFiles.ts'
import { screenFiles } from './screenFiles.ts'

const backend = process.env['TICKMARK_BACKEND'] ?? 'http://localhost:8080'

/**
 * Code that screens share, in few files instead of a hundred. A screen loads a whole file, including the imports of
 * all its modules: so each file contains code that is needed together, and little that imports much else.
 */
const SHARED = [
  {
    name: 'parts',
    test: under(
      'ui/src/(base|form|layer|list|page|state)',
      'core/src/(market|money|orders)',
      'web/src/(components/(?!SafeHtml)|entities|browser|format|session|api|navigation|live)',
    ),
    minShareCount: 3,
  },
  {
    name: 'small',
    test: under(
      'ui/src/(form|text/(?!CleanHtml))',
      'wire/src',
      'client/src/(?!wallets)',
      'core/src/wallet/sameAddress',
      'web/src/(browser|entities|live|state)',
    ),
    minShareCount: 2,
  },
  // Screens that only draw do not wait for the price chart.
  { name: 'drawing', test: under('ui/src/chart/(Distribution|Drawing|Progress|normal)'), minShareCount: 2 },
  { name: 'chart', test: under('ui/src/chart/(?!QrCode)'), minShareCount: 2 },
  {
    name: 'proof',
    test: under('core/src/(consent|log|receipts)', 'web/src/(receipts|watch/(?!signatures))'),
    minShareCount: 2,
  },
  { name: 'form', test: under('web/src/flows/trade/form'), minShareCount: 2 },
  // A file for each feature: the code that its screens share.
  { name: featureOf, test: under('core/src/loans', 'web/src/features'), minShareCount: 2 },
]

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    onlyPageRoutes(),
    preloadLatinFace(),
    releaseFiles(),
    screenFiles(),
    outlineFiles(),
    eagerReact(),
    compressed(),
    pwa(),
  ],
  resolve: {
    // The router asks for a stand-in for this hook, for versions of React that lack it.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    // No data: URLs: the content security policy allows only 'self'.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Omits files that every page's head names, and the file itself, which is requested at the same time.
      resolveDependencies: (url, names, { hostType }) =>
        hostType === 'html' ? names : names.filter((name) => name !== url && !IN_EACH_HEAD.test(name)),
    },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Changes rarely and every screen needs it: a separate chunk stays cached over releases.
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 1 },
            // look.js evaluates each file of the head in a task of its own: so these two, which take long.
            { name: 'cipher', tags: ['$initial'], test: /node_modules[\\/]@noble[\\/]/, priority: 1 },
            { name: 'wire', tags: ['$initial'], test: under('node_modules/zod', 'wire/src'), priority: 1 },
            // The rest of the code that every screen needs, in one file instead of eight.
            { name: 'first', tags: ['$initial'] },
            ...SHARED,
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: backend, changeOrigin: false },
      '/media': { target: backend, changeOrigin: false },
      '/log': { target: backend, changeOrigin: false },
      '/config.json': { target: backend, changeOrigin: false },
      '/wss': { target: backend, ws: true, changeOrigin: false },
    },
  },
})

function featureOf(path: string): string {
  return /features[\\/](\w+)/.exec(path)?.[1] ?? 'loan'
}

const IN_EACH_HEAD = /\/(index|react|cipher|wire|rolldown-runtime)-/

/** Matches the files below some paths, which are patterns. */
function under(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})`.replaceAll('/', String.raw`[\\/]`))
}

/**
 * Caches the shell for offline use; prices, money and sockets never come from a cache. A new version is activated at
 * the next opening.
 */
function pwa() {
  return VitePWA({
    registerType: 'prompt',
    // src/app/worker.ts registers it after the first screen.
    injectRegister: null,
    includeAssets: ['icons/tickmark.svg'],
    manifest: {
      id: '/',
      name: 'Tickmark',
      short_name: 'Tickmark',
      description: 'Up and down orders the house cannot rig.',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#f7f4ec',
      theme_color: '#f7f4ec',
      icons: [
        { src: '/icons/tickmark-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/tickmark-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/tickmark-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/icons/tickmark.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
    },
    workbox: {
      globPatterns: ['**/*.{js,css,html,svg}', '**/ibm-plex-{sans-latin-wght,mono-latin-500}-normal-*.woff2'],
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [
        /^\/(api|media|log|wss|console|docs|verify\.mjs|receipt\.js|config\.json|health|metrics)(\/|$|\?)/,
      ],
      cleanupOutdatedCaches: true,
      importScripts: ['push.js'],
      globIgnores: ['push.js', 'receipt.js'],
      runtimeCaching: [
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/.*\.woff2$/.test(url.pathname),
          handler: 'CacheFirst',
          options: { cacheName: 'faces', expiration: { maxEntries: 12 } },
        },
      ],
    },
  })
}

/**
 * Routes are declared once, also for the server and its documentation; the page keeps only the properties that it
 * reads.
 */
function onlyPageRoutes(): Plugin {
  return {
    name: 'only-page-routes',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      return /[\\/]wire[\\/]src[\\/]routes[\\/]/.test(id) ? { code: pageRoutes(code), map: null } : null
    },
  }
}

/** Preloads the Latin font with the page instead of after the style sheet. */
function preloadLatinFace(): Plugin {
  return {
    name: 'preload-latin-face',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) =>
          /ibm-plex-sans-latin-wght-normal-.*\.woff2$/.test(name),
        )
        if (!file) return []
        const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' as const }]
      },
    },
  }
}

/**
 * Writes a compressed copy beside each script and style sheet: 7 % smaller than the server's compression on the fly.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName))
      await Promise.all(
        files.map(async (file) => {
          const text = file.type === 'chunk' ? file.code : file.source
          const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
          await writeFile(join(dir, `${file.fileName}.br`), await promisify(brotliCompress)(text, { params }))
        }),
      )
    },
  }
}
