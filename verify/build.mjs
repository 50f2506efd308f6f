// Writes the verifier and the rules it needs as plain JavaScript to dist/ (or the given folder), for a package that
// works below node_modules.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'

const here = import.meta.dirname
const dist = process.argv[2] ?? join(here, 'dist')
const parts = { verify: join(here, 'src'), core: join(here, '../core/src') }

rmSync(dist, { recursive: true, force: true })
for (const [part, source] of Object.entries(parts)) {
  for (const name of readdirSync(source, { recursive: true })) {
    if (!/^[\w/]+\.ts$/.test(name)) continue
    const target = join(dist, part, name.replace(/ts$/, 'js'))
    mkdirSync(dirname(target), { recursive: true })
    const code = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'))
    writeFileSync(target, withPaths(code, '../'.repeat(name.split('/').length)))
  }
}

/** Rewrites imports of sources to the files written beside them; `top` leads from a file to the root folder. */
function withPaths(code, top) {
  return code
    .replace(/from '(\.[\w./]*)\.ts'/g, "from '$1.js'")
    .replace(/from '@tickmark\/core\/([\w/]+)'/g, `from '${top}core/$1.js'`)
}
