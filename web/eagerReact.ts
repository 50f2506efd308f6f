import type { Plugin } from 'vite'

/** A module that is not an ES module, as the bundler writes it: `a=e(((b,c)=>{`, run by its first importer. */
const WRAPPER = /([\w$]=[\w$]\(\()(?:([\w$]+)|\(([\w$,]*)\))=>\{/g

/**
 * React's modules in functions that browsers compile beside the download, and that run with their file, so in a task of their own.
 * Chromium 156 compiles an argument `(function(){})` at once, and an arrow function only when it is called, which takes React three
 * times as long on the main thread.
 */
export function eagerReact(): Plugin {
  return {
    name: 'eager-react',
    apply: 'build',
    // The bundler names the file before this changes it.
    augmentChunkHash: ({ name }) => (name === 'react' ? 'eager' : undefined),
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || file.name !== 'react') continue
        file.code = eager(file.code)
        // It would name other columns.
        delete bundle[`${file.fileName}.map`]
        file.map = null
      }
    },
  }
}

/** The same code with its wrappers as functions, and the exported ones called. Throws when there is none. */
export function eager(code: string): string {
  const changed = code
    .replace(/export\{([^}]*)\}/, (list, names: string) => `${called(names)};${list}`)
    .replace(
      WRAPPER,
      (_, start: string, one?: string, several?: string) => `${start}function(${one ?? several}){`,
    )
    .replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')
  if (!changed.includes('((function(')) throw new Error('The bundler writes React’s modules differently.')
  return changed
}

/** Calls of what a list exports: `a(),b()` for `a as c,b`. */
function called(names: string): string {
  return names
    .split(',')
    .map((name) => `${/[\w$]+/.exec(name)?.[0]}()`)
    .join(',')
}
