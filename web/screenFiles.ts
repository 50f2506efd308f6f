import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { ScreenRoute } from './src/navigation/appRoute.ts'

/** A chunk, as the build describes it. */
export interface BuiltChunk {
  fileName: string
  facadeModuleId: string | null
  /** File names of the chunks that it imports; the browser loads them first. */
  imports: readonly string[]
  isEntry: boolean
}

/** Texts that every screen but the first waits for. */
const TEXTS = 'src/i18n/englishRest.ts'

/**
 * The scripts that each screen waits for, beyond those in every page's head: by the screen's address pattern. A
 * screen without its own chunk is part of the first script.
 */
export function scriptsOf(
  chunks: readonly BuiltChunk[],
  screens: readonly Pick<ScreenRoute, 'path' | 'file'>[],
): Record<string, string[]> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found
    found.add(name)
    for (const one of byName.get(name)?.imports ?? []) withImports(one, found)
    return found
  }
  const first = new Set(chunks.filter((one) => one.isEntry).flatMap((one) => [...withImports(one.fileName)]))
  const chunkOf = (path: string) =>
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(path))?.fileName
  const texts = chunkOf(`/${TEXTS}`)
  return Object.fromEntries(
    screens.flatMap(({ path, file }) => {
      const own = chunkOf(`/src/features/${file}.tsx`)
      if (own === undefined || first.has(own)) return []
      const names = [...withImports(own), ...(texts ? withImports(texts) : [])]
      return [[path, [...new Set(names)].filter((name) => !first.has(name)).map((name) => `/${name}`)]]
    }),
  )
}

/** Writes them into `screens.json`: the server names them in the head of each screen's page. */
export function screenFiles(): Plugin {
  return {
    name: 'screen-files',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      const source = JSON.stringify(scriptsOf(chunks, await allScreens()))
      this.emitFile({ type: 'asset', fileName: 'screens.json', source })
    },
  }
}

async function allScreens(): Promise<ScreenRoute[]> {
  const files = globSync('src/features/*/route.ts', { cwd: import.meta.dirname })
  const modules = await Promise.all(
    files.map(
      (file) =>
        import(pathToFileURL(join(import.meta.dirname, file)).href) as Promise<{ routes: ScreenRoute[] }>,
    ),
  )
  return modules.flatMap(({ routes }) => routes)
}
