#!/usr/bin/env node
import { existsSync } from 'node:fs'

// A clone runs the sources. A published package runs compiled JavaScript, because Node strips no types below
// node_modules.
const built = new URL('../dist/verify/main.js', import.meta.url)
const { runCommand } = await import(existsSync(built) ? built.href : '../src/main.ts')
const { code, text } = await runCommand(process.argv.slice(2))
console.log(text)
process.exitCode = code
