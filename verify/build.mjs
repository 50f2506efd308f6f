// Writes the verifier and the rules it needs as plain JavaScript to dist/ (or the folder given),
// for a package that works below node_modules.
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'

const here = import.meta.dirname
const dist = process.argv[2] ?? join(here, 'dist')
const rooms = { verify: join(here, 'src'), core: join(here, '../core/src') }

rmSync(dist, { recursive: true, force: true })
for (const [room, source] of Object.entries(rooms)) {
  const target = join(dist, room)
  mkdirSync(target, { recursive: true })
  for (const name of readdirSync(source)) {
    if (!/^\w+\.ts$/.test(name)) continue
    const code = stripTypeScriptTypes(readFileSync(join(source, name), 'utf8'))
    writeFileSync(join(target, name.replace(/ts$/, 'js')), withPaths(code))
  }
}

/** Imports of sources become imports of what was written beside them. */
function withPaths(code) {
  return code
    .replace(/from '\.\/(\w+)\.ts'/g, "from './$1.js'")
    .replace(/from '@tickmark\/core\/(\w+)'/g, "from '../core/$1.js'")
}
