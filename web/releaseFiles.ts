import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')

/** The verifier as one file without dependencies, for Node 18 and newer. The same sources give the same bytes. */
export function verifierFile(): Promise<string> {
  return bundled({
    ssr: 'verify/src/cli.ts',
    target: 'node18',
    minify: false,
    rolldownOptions: { output: { format: 'es' } },
  })
}

/** The script of the HTML receipt: a classic script, so that it also runs from file:// without a network. */
export async function receiptScript(): Promise<string> {
  const code = await bundled({
    target: 'es2020',
    minify: true,
    rolldownOptions: { input: 'web/src/receiptFile/main.ts', output: { format: 'iife' } },
  })
  // Either would end or change the surrounding script element.
  if (/<\/script|<!--/i.test(code)) throw new Error('the receipt script contains markup of a script element')
  return code
}

type BuildOptions = NonNullable<NonNullable<Parameters<typeof build>[0]>['build']>

/** Bundles one entry into one text with line feeds, without files on the disk. */
async function bundled(options: BuildOptions): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true },
    build: { ...options, write: false, modulePreload: false, reportCompressedSize: false },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const [chunk, ...others] = outputs
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error('a file of the release is not one file')
  return `${chunk.code.replaceAll('\r\n', '\n').trim()}\n`
}

/** Adds `/verify.mjs` and the receipt's script to the page's files, where the server finds and serves them. */
export function releaseFiles(): Plugin {
  return {
    name: 'release-files',
    apply: 'build',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.mjs', source: await verifierFile() })
      this.emitFile({ type: 'asset', fileName: 'receipt.js', source: await receiptScript() })
    },
  }
}
