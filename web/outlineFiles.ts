import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build, type Plugin } from 'vite'
import type { Outline } from './src/app/outline/outline.ts'

const ENTRY = 'src/app/outline/outlines.tsx'

/** Draws them in a process of its own: the page's timers would keep this one from ending. */
const DRAW = `
const { outlines } = await import(process.cwd() + '/outlines.js')
const { writeFileSync } = await import('node:fs')
writeFileSync('outlines.json', JSON.stringify(await outlines()))
process.exit()
`

/** Builds the page's components for Node and lets them draw the outlines. */
async function drawnOutlines(): Promise<Outline[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'tickmark-outlines-'))
  try {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'error',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      ssr: { noExternal: true },
      build: { ssr: ENTRY, outDir, emptyOutDir: true, assetsInlineLimit: 0, minify: false },
    })
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', DRAW], {
      cwd: outDir,
      env: { ...process.env, NODE_OPTIONS: '' },
    })
    return JSON.parse(await readFile(join(outDir, 'outlines.json'), 'utf8')) as Outline[]
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}

/**
 * Writes `outlines.json`, from which the server puts an outline into the document of a screen; and lets `look.js` start
 * the first script after the outline is drawn, because evaluating the script first would delay that.
 */
export function outlineFiles(): Plugin {
  return {
    name: 'outline-files',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const drawn = await drawnOutlines()
      for (const { path, html } of drawn) {
        // The content security policy lets a document have no styles of its own.
        if (/ style=|<script|<style/.test(html))
          throw new Error(`the outline of ${path} has a style or script`)
        for (const [, name = ''] of html.matchAll(/="\/(assets\/[^"]+)"/g))
          if (!(name in bundle)) throw new Error(`the outline of ${path} names ${name}, which is not built`)
      }
      this.emitFile({ type: 'asset', fileName: 'outlines.json', source: JSON.stringify(drawn) })
    },
    /** `look.js` is copied as it is, and every visitor waits for it. */
    async writeBundle({ dir = '' }) {
      const look = join(dir, 'look.js')
      await writeFile(look, withoutComments(await readFile(look, 'utf8')))
    },
    transformIndexHtml: { order: 'post', handler: startedByLook },
  }
}

/** Makes the first script a preload behind those of its imports: `look.js` starts them in this order. */
export function startedByLook(html: string): string {
  const script =
    /<script type="module" crossorigin src="([^"]+)"><\/script>\s*((?:<link rel="modulepreload"[^>]*>\s*)*)/
  const [tag, name, imports = ''] = script.exec(html) ?? []
  if (!tag || !html.includes('<script src="/look.js"')) throw new Error('the page has no first script')
  return html
    .replace(tag, `${imports}<link rel="modulepreload" crossorigin href="${name}">\n    `)
    .replace('<script src="/look.js"', `<script src="/look.js" data-main="${name}"`)
}

/** A script without the lines that are only a comment, and without indents. */
export function withoutComments(script: string): string {
  return script.replaceAll(/^[ \t]*(?:\/\/.*)?\n?/gm, '')
}
